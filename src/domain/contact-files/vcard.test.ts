import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CardContact, toVCard, vcardFileName } from './vcard.ts'
import { parseVCards } from './vcard-parse.ts'

const anna: CardContact = {
  firstName: 'Anna',
  lastName: 'Smith',
  email: 'anna@example.com',
  phone: '+16305550142',
  address: '1 Main St, Apt 4',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60614',
}

const specialText = fc.constantFrom(
  '\r\n',
  '\n',
  '\\',
  ';',
  ',',
  ':',
  '\\n',
  'BEGIN:VCARD',
  'END:VCARD',
  '\r\nURL:http://x',
  '\u2028',
  '\0',
  '\t',
  '=',
  ' ',
  '🏡',
  'é',
)
const hostileText = fc
  .array(fc.oneof(specialText, fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(''))
const hostileTextOrNull = fc.option(hostileText, { nil: null })

const trimStorable = (text: string | null): string => toStorable(text).trim()

/** A value without controls and with uniform line breaks. */
const toStorable = (text: string | null): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')

describe('A11 vCard', () => {
  it('has version 3.0 with name, phone, email, address and work', () => {
    expect(toVCard({ ...anna, organization: 'Oak; Sons', title: 'Broker' })).toBe(
      [
        'BEGIN:VCARD',
        'VERSION:3.0',
        'N:Smith;Anna;;;',
        'FN:Anna Smith',
        'ORG:Oak\\; Sons',
        'TITLE:Broker',
        'TEL;TYPE=VOICE:+16305550142',
        'EMAIL;TYPE=INTERNET:anna@example.com',
        'ADR;TYPE=HOME:;;1 Main St\\, Apt 4;Chicago;IL;60614;',
        'END:VCARD',
        '',
      ].join('\r\n'),
    )
  })

  it('omits unknown values', () => {
    const withoutContactPoints = {
      ...anna,
      email: null,
      phone: null,
      address: null,
      city: null,
      state: null,
      zipCode: null,
    }
    expect(toVCard(withoutContactPoints)).not.toMatch(/TEL|EMAIL|ADR|ORG|TITLE|null/)
  })

  it('Trust 12 can be parsed back to exactly one card with the same values', () => {
    const contact = fc.record({
      firstName: hostileText,
      lastName: hostileText,
      email: hostileTextOrNull,
      phone: hostileTextOrNull,
      address: hostileTextOrNull,
      city: hostileTextOrNull,
      state: hostileTextOrNull,
      zipCode: hostileTextOrNull,
      organization: hostileTextOrNull,
      title: hostileTextOrNull,
    })
    fc.assert(
      fc.property(contact, (person) => {
        const cards = parseVCards(toVCard(person))
        expect(cards).toHaveLength(1)
        const asList = (text: string | null): string[] =>
          text
            ? [
                toStorable(text)
                  .replace(/^(?:tel|mailto):/i, '')
                  .trim(),
              ]
            : []
        const [card] = cards
        expect(card).toMatchObject({
          firstName: trimStorable(person.firstName),
          lastName: trimStorable(person.lastName),
          company: toStorable(person.organization),
          jobTitle: trimStorable(person.title),
        })
        expect(card?.emails.map(({ text }) => text)).toEqual(asList(person.email))
        expect(card?.phones.map(({ text }) => text)).toEqual(asList(person.phone))
        const { street = '', city = '', state = '', zipCode = '' } = card?.addresses[0] ?? {}
        expect([street, city, state, zipCode].map((part) => part.trim())).toEqual(
          [person.address, person.city, person.state, person.zipCode].map(trimStorable),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('Trust 12 injects no line and folds lines to 75 bytes between characters', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (firstName, lastName) => {
        const lines = toVCard({ ...anna, firstName, lastName }).split('\r\n')
        expect(lines.pop()).toBe('')
        const properties = lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(/[:;]/)[0])
        expect(properties).toEqual(['BEGIN', 'VERSION', 'N', 'FN', 'TEL', 'EMAIL', 'ADR', 'END'])
        for (const line of lines) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
          expect(line).not.toMatch(/\p{Cc}/u)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('parseVCards', () => {
  it('reads version 2.1 with quoted-printable, soft line breaks and bare types', () => {
    const text =
      'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:N=C3=BA=C3=\r\n=B1ez;Jos=C3=A9;;;\r\n' +
      'TEL;CELL;PREF:(630) 555-0142\r\nTEL;WORK:312-555-0143\r\nEND:VCARD\r\n'
    expect(parseVCards(text)).toMatchObject([
      {
        ...{ firstName: 'José', lastName: 'Núñez' },
        phones: [
          { text: '(630) 555-0142', kind: 'mobile', isPreferred: true },
          { text: '312-555-0143', kind: 'work' },
        ],
      },
    ])
  })

  it('reads version 2.1 in Latin-1', () => {
    const text = 'BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Bront=EB;Zo=EB\nEND:VCARD\n'
    expect(parseVCards(text)).toMatchObject([{ firstName: 'Zoë', lastName: 'Brontë' }])
  })

  it('reads version 4.0 with groups, quoted parameters and URI values', () => {
    const text =
      'BEGIN:VCARD\nVERSION:4.0\nFN:Anna Smith\nN:Smith;Anna;;;\nitem1.TEL;VALUE=uri;TYPE="cell,voice":tel:+1-630-555-0142\n' +
      'item2.EMAIL;PREF=1;X-NOTE="a:b;c":mailto:anna@example.com\nEND:VCARD\n'
    expect(parseVCards(text)).toMatchObject([
      { phones: [{ text: '+1-630-555-0142' }], emails: [{ text: 'anna@example.com', isPreferred: true }] },
    ])
  })

  it('reads several cards and ignores an unfinished one', () => {
    const card = toVCard(anna)
    expect(parseVCards(card + card)).toHaveLength(2)
    expect(parseVCards(card.replace('END:VCARD\r\n', ''))).toEqual([])
    expect(parseVCards('hello')).toEqual([])
  })
})

describe('A11 vcardFileName', () => {
  it('joins first and last name', () => {
    expect(vcardFileName('Anna', 'Smith')).toEqual({ ascii: 'Anna_Smith.vcf', utf8: 'Anna_Smith.vcf' })
    expect(vcardFileName('José', "O'Brien-Núñez")).toEqual({
      ascii: "Jose_O'Brien-Nunez.vcf",
      utf8: "José_O'Brien-Núñez.vcf",
    })
    expect(vcardFileName('Łukasz', 'Ærø')).toMatchObject({ ascii: 'Lukasz_AEro.vcf' })
    expect(vcardFileName('דוד', 'כהן')).toEqual({ ascii: 'contact.vcf', utf8: 'דוד_כהן.vcf' })
    expect(vcardFileName('Mary Ann', 'van Dyke')).toMatchObject({ utf8: 'Mary_Ann_van_Dyke.vcf' })
  })

  it('Trust 12 creates names that are safe in headers and folders', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (first, last) => {
        const { ascii, utf8 } = vcardFileName(first, last)
        expect(ascii).toMatch(/^[A-Za-z0-9'_-]+\.vcf$/)
        expect(utf8).toMatch(/^[\p{L}\p{M}\p{N}'’_-]+\.vcf$/u)
        expect(() => encodeURIComponent(utf8)).not.toThrow()
      }),
    )
  })
})
