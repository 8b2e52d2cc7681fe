import { describe, expect, test } from 'vitest'
import { comparableContact, type MatchableContact } from './comparable-contact.ts'
import type { ContactDraft } from './contact-draft.ts'
import { compareContacts } from './duplicate.ts'
import { samePersonKeys } from './person-match.ts'

const findDuplicateCandidate = (a: MatchableContact, b: MatchableContact) =>
  compareContacts(comparableContact(a), comparableContact(b))
const duplicateReason = (a: MatchableContact, b: MatchableContact) =>
  findDuplicateCandidate(a, b)?.reason ?? null

const john: ContactDraft = {
  firstName: 'John',
  lastName: 'Smith',
  email: 'john@example.com',
  phone: '+16305550142',
  address: '12 Oak Street',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
}
const otherHome = { email: null, phone: null, address: '9 Elm Ave', zipCode: '60601' }

describe('A11 possible duplicates', () => {
  test.each([
    ['Same name and address', { email: 'other@example.com', phone: null, address: '12 Oak St.' }],
    ['Same email', { ...otherHome, firstName: 'Johnny', email: 'John@Example.com' }],
    ['Same phone number', { ...otherHome, firstName: 'Mary', phone: '(630) 555-0142' }],
    ['Similar name, same address', { firstName: 'Jon', email: null, phone: null, address: '12 oak st' }],
    ['Similar name, same address', { lastName: 'Smyth', email: null, phone: null }],
  ])('reports %s', (reason, overrides) => {
    expect(duplicateReason(john, { ...john, ...overrides })).toBe(reason)
    expect(duplicateReason({ ...john, ...overrides }, john)).toBe(reason)
  })

  test.each([
    ['a couple in one home', { firstName: 'Jane', email: null, phone: null }],
    ['namesakes in two homes', otherHome],
    [
      'neighbors without a house number in common',
      { firstName: 'Jon', email: null, phone: null, address: '14 Oak St' },
    ],
    ['two people without any contact data', { firstName: 'Jon', email: null, phone: null, address: null }],
  ])('does not match %s', (_, overrides) => {
    expect(duplicateReason(john, { ...john, ...overrides })).toBeNull()
  })
})

const NO_ADDRESS = { address: null, city: null, state: null, zipCode: null }
type ContactOverrides = Partial<MatchableContact>

const BLANK_CONTACT: MatchableContact = {
  ...{
    firstName: '',
    lastName: '',
    email: null,
    phone: null,
    address: null,
    city: null,
    state: null,
    zipCode: null,
  },
}
const home = { address: '4210 Juniper Ridge Dr', city: 'Austin', state: 'TX', zipCode: '78745' }
const robert = { firstName: 'Robert', lastName: 'Kowalczyk', ...home }

describe('A11 suspected duplicates', () => {
  test.each<[string, ContactOverrides, ContactOverrides]>([
    [
      'Swapped first and last name, same address',
      robert,
      { ...robert, firstName: 'Kowalczyk', lastName: 'Robert' },
    ],
    ['Nickname, same address', robert, { ...robert, firstName: 'Bob' }],
    [
      'Nickname, same address',
      { ...robert, firstName: 'José', lastName: 'Villaseñor' },
      { ...robert, firstName: 'Pepe', lastName: 'Villasenor' },
    ],
    ['Nickname, same address', { ...robert, firstName: 'Liz' }, { ...robert, firstName: 'Elizabeth' }],
    ['Same name, similar address', robert, { ...robert, address: '4210 Junipr Ridge Drive' }],
    ['Same name, similar address', robert, { ...robert, address: '4201 Juniper Ridge Dr' }],
    ['Same name, similar address', robert, { ...robert, address: '4212 Juniper Ridge Dr' }],
    ['Same name, similar address', robert, { ...robert, address: '4210 Juniper Ridge' }],
    [
      'Similar name, similar address',
      robert,
      { ...robert, lastName: 'Kowalcyzk', address: '4290 Juniper Ridge Dr' },
    ],
    [
      'Same name, similar address',
      { ...robert, address: '4210 Juniper Ridge Dr Oakwood Villas' },
      { ...robert, address: '4210 Oakwood Villas Juniper Ridge Dr' },
    ],
    [
      'Same name, similar email',
      { ...robert, ...NO_ADDRESS, email: 'robert.kowalczyk@hernandez-gray.com' },
      { ...robert, ...NO_ADDRESS, email: 'robrt.kowalzcyk@hernandes-gray.cm' },
    ],
    ['Same name and address', robert, { ...robert, zipCode: '78754' }],
    ['Similar name, same address', robert, { ...robert, lastName: 'Kowalcyzk' }],
    ['Similar name, same address', robert, { ...robert, firstName: 'R.' }],
    ['Same name and address', { ...robert, firstName: 'Dr. Robert', lastName: 'Kowalczyk, PhD' }, robert],
    ['Same name and address', { ...robert, firstName: 'Mary Ann' }, { ...robert, firstName: 'Maryann' }],
    ['Similar name, same address', { ...robert, lastName: 'Kowalczyk-Brandt' }, robert],
    ['Same first name, same address', { ...robert, lastName: 'Brandt' }, robert],
    [
      'Same name, same email written differently',
      { ...robert, ...NO_ADDRESS, email: 'r.kowalczyk@gmail.com' },
      { ...robert, ...NO_ADDRESS, email: 'rkowalczyk+zillow@googlemail.com' },
    ],
    [
      'Same name, same email written differently',
      { ...robert, ...NO_ADDRESS, email: 'rk+open@example.com' },
      { ...robert, ...NO_ADDRESS, email: 'rk@example.com' },
    ],
    [
      'Same name, similar email',
      { ...robert, ...NO_ADDRESS, email: 'robert.kowalczyk@gmail.com' },
      { ...robert, ...NO_ADDRESS, email: 'robert.kowalczyk@gmial.com' },
    ],
    [
      'Same name, similar phone number',
      { ...robert, ...NO_ADDRESS, phone: '+15125550147' },
      { ...robert, ...NO_ADDRESS, phone: '+15125550174' },
    ],
    [
      'Same name, same city',
      { firstName: 'John', lastName: 'Smith', phone: '+15125550147', city: 'Austin' },
      { firstName: 'John', lastName: 'Smith', email: 'js@example.com', city: 'Austin' },
    ],
    [
      'Similar name, same birthday',
      { ...robert, ...NO_ADDRESS, details: { birthday: '1971-05-24' } },
      { ...robert, ...NO_ADDRESS, firstName: 'Rob', details: { birthday: '1971-05-24' } },
    ],
    [
      'Similar name, similar birthday',
      { ...robert, ...NO_ADDRESS, details: { birthday: '1971-05-24' } },
      { ...robert, ...NO_ADDRESS, lastName: 'Kowalcyk', details: { birthday: '1971-06-24' } },
    ],
    [
      'Same phone number',
      { ...robert, ...NO_ADDRESS, phone: '+15125550147' },
      { ...robert, ...NO_ADDRESS, details: { phones: [{ phone: '(512) 555-0147', kind: 'home' }] } },
    ],
    [
      'Same email',
      { ...robert, ...NO_ADDRESS, email: 'rk@example.com' },
      { ...robert, ...NO_ADDRESS, details: { emails: [{ email: 'RK@example.com', kind: 'work' }] } },
    ],
    ['Same full name', { ...robert, ...NO_ADDRESS }, { ...robert, ...NO_ADDRESS, email: 'rk@example.com' }],
    [
      'Swapped first and last name',
      { ...robert, ...NO_ADDRESS, email: 'rk@example.com' },
      { ...NO_ADDRESS, firstName: 'Kowalczyk', lastName: 'Robert', phone: '+15125550147' },
    ],
    [
      'Swapped first and last name, same city',
      { ...home, firstName: 'Jean', lastName: 'Paul' },
      { ...home, firstName: 'Paul', lastName: 'Jean', address: '9 Elm St' },
    ],
    [
      'Swapped first and last name, same email',
      { ...robert, ...NO_ADDRESS, email: 'homes@kowalczyk.example' },
      { ...NO_ADDRESS, firstName: 'Klwazc', lastName: 'Robert', email: 'homes@kowalczyk.example' },
    ],
    [
      'Similar name, same city',
      { firstName: 'Noah', lastName: 'Watson', city: 'Austin' },
      { firstName: 'oNah', lastName: 'Wastno', city: 'Austin', email: 'watson9@example.com' },
    ],
    [
      'Same name, same city',
      { firstName: 'Noah', lastName: 'Watson', city: 'Naperville' },
      { firstName: 'Noah', lastName: 'Watson', city: 'Napervlile,', email: 'watson9@example.com' },
    ],
    [
      'Same name, similar email',
      { ...robert, ...NO_ADDRESS, email: 'kb@kowalczyk-brandt.example' },
      { ...robert, ...NO_ADDRESS, email: 'kb@@kowalczykbrandt.example' },
    ],
    [
      'Same name, similar email',
      { ...robert, ...NO_ADDRESS, email: 'rkowalczyk@kowalczyk-brandt.example' },
      { ...robert, ...NO_ADDRESS, email: 'rkowalczykkowalczyk-brandt.example' },
    ],
    ['Same name, same city', { ...robert, address: '9 Elm St' }, { ...robert, city: 'Sunset Valley' }],
  ])('reports %s', (reason, a, b) => {
    const [first, second] = [
      { ...BLANK_CONTACT, ...a },
      { ...BLANK_CONTACT, ...b },
    ]
    expect(duplicateReason(first, second)).toBe(reason)
    expect(duplicateReason(second, first)).toBe(reason)
  })

  test.each<[string, ContactOverrides, ContactOverrides]>([
    ['father and son', { ...robert, lastName: 'Kowalczyk Sr.' }, { ...robert, details: { suffix: 'Jr.' } }],
    [
      'different middle initials',
      { ...robert, lastName: 'Smith', firstName: 'John A.' },
      { ...robert, lastName: 'Smith', firstName: 'John B' },
    ],
    ['a couple with similar names', { ...robert, firstName: 'Paul' }, { ...robert, firstName: 'Paula' }],
    ['a couple', { ...robert, firstName: 'Xochitl' }, { ...robert, firstName: 'Brandon' }],
    [
      'twins',
      { ...robert, firstName: 'Emma', details: { birthday: '2001-05-24' } },
      { ...robert, firstName: 'Hannah', details: { birthday: '2001-05-24' } },
    ],
    [
      'namesakes of different ages',
      { ...robert, ...NO_ADDRESS, details: { birthday: '1971-05-24' } },
      { ...robert, ...NO_ADDRESS, details: { birthday: '1948-11-02' } },
    ],
    [
      'namesakes in two states',
      { ...robert, firstName: 'John', lastName: 'Smith' },
      {
        ...robert,
        firstName: 'John',
        lastName: 'Smith',
        address: '7 Elm St',
        city: 'Dayton',
        state: 'OH',
        zipCode: '45402',
      },
    ],
    [
      'two apartments',
      { ...robert, firstName: 'John', lastName: 'Smith', address: '10 Elm St Apt 4' },
      { ...robert, firstName: 'John', lastName: 'Smith', address: '10 Elm St Apt 9' },
    ],
    [
      'colleagues behind one mailbox',
      { firstName: 'Ann', lastName: 'Bell', email: 'info@bell.com' },
      { firstName: 'Tom', lastName: 'Reed', email: 'info@bell.com' },
    ],
    [
      'namesakes with numbered mailboxes and phones in a row',
      { ...robert, email: 'rk.kowalczyk@example.com', phone: '+15125550147' },
      {
        ...{
          firstName: 'Robert',
          lastName: 'Kowalczyk',
          email: 'rk.kowalczyk2@example.com',
          phone: '+15125550148',
        },
        ...{ address: '7 Elm St', city: 'Dayton', state: 'OH', zipCode: '45402' },
      },
    ],
    [
      'a couple with similar email addresses',
      { ...robert, firstName: 'Xochitl', email: 'xkowalczyk@example.com' },
      { ...robert, firstName: 'Brandon', email: 'bkowalczyk@example.com' },
    ],
    [
      'full names with a common nickname',
      { ...robert, firstName: 'Gerald' },
      { ...robert, firstName: 'Jerome' },
    ],
    ['a shared nickname alone', { ...robert, ...NO_ADDRESS }, { ...robert, ...NO_ADDRESS, firstName: 'Bob' }],
    [
      'neighbors on numbered streets',
      { ...robert, firstName: 'Jon', address: '12 24th St' },
      { ...robert, firstName: 'John', address: '12 25th St' },
    ],
  ])('does not match %s', (_, a, b) => {
    expect(findDuplicateCandidate({ ...BLANK_CONTACT, ...a }, { ...BLANK_CONTACT, ...b })).toBeNull()
  })

  test('treats the same name and email as certain, and everything else as suspected', () => {
    const contact = { ...BLANK_CONTACT, ...robert, email: 'rk@example.com' }
    const isCertain = (candidate: MatchableContact) =>
      findDuplicateCandidate(contact, candidate) !== null &&
      samePersonKeys(candidate).some((key) => samePersonKeys(contact).includes(key))
    expect(isCertain({ ...contact, phone: '+15125550147' })).toBe(true)
    expect(isCertain({ ...contact, email: 'r+k@example.com' })).toBe(false)
    expect(findDuplicateCandidate(contact, { ...contact, email: 'r+k@example.com' })).not.toBeNull()
  })

  test('lists namesakes in two streets of a town by name only, unless the name is rare', () => {
    const compareInTwoStreets = (firstName: string, lastName: string) =>
      findDuplicateCandidate(
        { ...BLANK_CONTACT, ...home, firstName, lastName },
        { ...BLANK_CONTACT, ...home, firstName, lastName, address: '9 Elm St' },
      )
    expect(compareInTwoStreets('John', 'Smith')).toMatchObject({ reason: 'Same full name', isNameOnly: true })
    expect(compareInTwoStreets('Zofia', 'Kowalczyk')).toMatchObject({
      reason: 'Same name, same city',
      isNameOnly: false,
    })
  })

  test('lists namesakes with emails built from a common name by name only, unless the name is rare', () => {
    const namesake = { ...BLANK_CONTACT, firstName: 'Gary', lastName: 'Smith', email: 'gary.smith@gmail.com' }
    expect(findDuplicateCandidate(namesake, { ...namesake, email: 'gary.smith@yahoo.com' })).toMatchObject({
      reason: 'Same full name',
      isNameOnly: true,
    })
    const rareNamesake = { ...namesake, lastName: 'Kowalczyk', email: 'gary.kowalczyk@gmail.com' }
    expect(
      findDuplicateCandidate(rareNamesake, { ...rareNamesake, email: 'gary.kowalczyk@yahoo.com' }),
    ).toMatchObject({ isNameOnly: false })
  })

  test('gives the same result in either order', () => {
    const contacts = [robert, { ...robert, firstName: 'Bob' }, { ...robert, firstName: 'Rboert' }].map(
      (overrides) => ({ ...BLANK_CONTACT, ...overrides }),
    )
    for (const a of contacts) {
      for (const b of contacts) {
        expect(findDuplicateCandidate(a, b)).toEqual(findDuplicateCandidate(b, a))
      }
    }
  })

  test('distinguishes a household that shares a phone from one person', () => {
    const phone = '+15125550147'
    const [first, second] = [
      { ...BLANK_CONTACT, ...robert, phone },
      { ...BLANK_CONTACT, ...robert, firstName: 'Paula', phone },
    ]
    expect(findDuplicateCandidate(first, second)).toMatchObject({
      reason: 'Same phone number',
      isHousehold: true,
    })
    expect(findDuplicateCandidate(first, { ...first, firstName: 'Bob' })).toMatchObject({
      isHousehold: false,
    })
  })
})
