import { describe, expect, it } from 'vitest'
import { NO_DETAILS } from './contact-details.ts'
import { joinNotes, newNotes } from './contact-note.ts'
import { exceededLimits, mergeDetails } from './merge-details.ts'
import { type DetailedContact, withPrimaryEmail, withPrimaryPhone } from './primary-value.ts'

const anna: DetailedContact = {
  firstName: 'Anna',
  lastName: 'Okafor',
  email: 'anna@example.com',
  phone: '+16305550142',
  address: '12 Main St',
  city: 'Naperville',
  state: 'IL',
  zipCode: '60540',
  details: null,
}
const other: DetailedContact = {
  ...anna,
  email: 'anna.work@example.com',
  phone: '+16305550143',
  address: '9 Oak Ave',
}

describe('merged contacts', () => {
  it('keep unchosen values as alternates', () => {
    expect(mergeDetails(anna, anna, other).details).toEqual({
      ...NO_DETAILS,
      emails: [{ email: 'anna.work@example.com', kind: 'other' }],
      phones: [{ phone: '+16305550143', kind: 'other' }],
      addresses: [{ kind: 'other', address: '9 Oak Ave', city: 'Naperville', state: 'IL', zipCode: '60540' }],
    })
    expect(mergeDetails({ ...anna, email: other.email }, anna, other).details?.emails).toEqual([
      { email: 'anna@example.com', kind: 'other' },
    ])
  })

  it('note a displaced value once, even after repeated merges', () => {
    const details = { ...NO_DETAILS, company: 'Acme' }
    const withCompany = { ...anna, details }
    const { displaced } = mergeDetails(withCompany, withCompany, {
      ...anna,
      details: { ...details, company: 'Initech' },
    })
    expect(displaced).toEqual(['Company: Initech'])
    expect(newNotes(['Likes gardens'], 'Likes gardens', displaced)).toEqual(['Company: Initech'])
    expect(newNotes(['Likes gardens', 'Company: Initech'], 'Likes gardens', displaced)).toEqual([])
  })

  it('add the notes of a file once, even if it is an export of several notes', () => {
    expect(newNotes([], 'One', ['Label: VIP'])).toEqual(['One\n\nLabel: VIP'])
    expect(newNotes(['One', 'Two'], joinNotes(['One', 'Two']), [])).toEqual([])
    expect(newNotes([], null, [])).toEqual([])
  })

  it('split notes beyond the limit between characters', () => {
    const text = `${'x'.repeat(19_999)}😀 end`
    const parts = newNotes([], text, [])
    expect(parts.map((part) => part.length)).toEqual([19_999, 6])
    expect(parts.join('')).toBe(text)
  })

  it('have no details if they are equal', () => {
    const equalContact = { ...anna, phone: '630-555-0142', email: null, address: null }
    expect(mergeDetails(anna, anna, equalContact)).toEqual({ details: null, displaced: [] })
  })

  it('keep kinds, even of a number that is primary in one and alternate in the other', () => {
    const first = { ...anna, details: { ...NO_DETAILS, phoneKind: 'mobile' as const } }
    const second: DetailedContact = {
      ...other,
      details: {
        ...NO_DETAILS,
        phoneKind: 'work',
        phones: [{ phone: '+16305550142', kind: 'home' }],
        emails: [{ email: 'anna@example.com', kind: 'home' }],
      },
    }
    expect(mergeDetails(first, first, second).details).toMatchObject({
      phoneKind: 'mobile',
      phones: [{ phone: '+16305550143', kind: 'work' }],
    })
    expect(mergeDetails({ ...first, phone: second.phone }, first, second).details).toMatchObject({
      phoneKind: 'work',
      phones: [{ phone: '+16305550142', kind: 'mobile' }],
    })
  })

  it('name displaced values', () => {
    const history = {
      source: 'Zillow',
      stage: 'Lead',
      assignedTo: null,
      createdOn: '2020-05-01',
      lastContactOn: '2021-01-01',
      lastClosingOn: null,
    }
    const first: DetailedContact = {
      ...anna,
      details: {
        ...NO_DETAILS,
        company: 'Acme',
        partner: { firstName: 'Ben', lastName: 'Okafor' },
        history,
      },
    }
    const second: DetailedContact = {
      ...anna,
      firstName: 'Annie',
      details: {
        ...NO_DETAILS,
        company: 'Bolt',
        jobTitle: 'Nurse',
        partner: { firstName: 'Carl', lastName: 'Diaz' },
        history: { ...history, stage: 'Past client', createdOn: '2019-03-01', lastContactOn: '2023-02-02' },
      },
    }
    const { details: mergedDetails, displaced } = mergeDetails(anna, first, second)
    expect(mergedDetails).toMatchObject({ company: 'Acme', jobTitle: 'Nurse' })
    expect(mergedDetails?.history).toEqual({
      ...history,
      createdOn: '2019-03-01',
      lastContactOn: '2023-02-02',
    })
    expect(displaced).toEqual([
      'Name: Annie Okafor',
      'Company: Bolt',
      'Stage: Past client',
      'Partner: Carl Diaz',
    ])
  })

  it('report exceeded limits', () => {
    expect(exceededLimits(null)).toEqual([])
    const emails = Array.from({ length: 21 }, (_, index) => ({
      email: `a${index}@example.com`,
      kind: 'other' as const,
    }))
    expect(exceededLimits({ ...NO_DETAILS, emails })).toEqual(['email addresses'])
  })
})

describe('primary values', () => {
  it('swap with an alternate and back', () => {
    const details = {
      ...NO_DETAILS,
      phoneKind: 'home' as const,
      phones: [
        { phone: '+16305550150', kind: 'work' as const },
        { phone: '+16305550151', kind: 'mobile' as const },
      ],
    }
    const withOtherPhone = withPrimaryPhone({ phone: '+16305550142', details }, 1)
    expect(withOtherPhone).toEqual({
      phone: '+16305550151',
      details: {
        ...details,
        phoneKind: 'mobile',
        phones: [
          { phone: '+16305550150', kind: 'work' },
          { phone: '+16305550142', kind: 'home' },
        ],
      },
    })
    expect(withPrimaryPhone(withOtherPhone, 1)).toEqual({ phone: '+16305550142', details })
  })

  it('add no empty alternate', () => {
    const details = { ...NO_DETAILS, emails: [{ email: 'a@example.com', kind: 'work' as const }] }
    expect(withPrimaryEmail({ email: null, details }, 0)).toEqual({
      email: 'a@example.com',
      details: { ...details, emails: [] },
    })
    expect(withPrimaryEmail({ email: 'b@example.com', details }, 5)).toEqual({
      email: 'b@example.com',
      details,
    })
  })
})
