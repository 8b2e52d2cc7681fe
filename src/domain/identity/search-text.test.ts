import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_DETAILS } from './contact-details.ts'
import {
  MAX_SEARCH_PATTERNS,
  type SearchableContact,
  searchPatterns,
  searchText,
  wholeContactPoint,
} from './search-text.ts'

const anna: SearchableContact = {
  firstName: 'Anna-María',
  lastName: "O'Brien",
  email: 'anna.b@example.com',
  phone: '+16305550142',
  address: '12 Main St, Apt 4',
  city: 'San José',
  state: 'CA',
  zipCode: '95112-1234',
}

/** LIKE as in PostgreSQL, for patterns with backslash escapes. */
function like(text: string, pattern: string): boolean {
  const source = (pattern.match(/\\.|./gsu) ?? []).map((part) => {
    if (part === '%') return '.*'
    if (part === '_') return '.'
    const letter = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
    return letter.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${source.join('')}$`, 'su').test(text)
}
const isFound = (contact: SearchableContact, query: string): boolean =>
  searchPatterns(query).every((pattern) => like(searchText(contact), pattern))

describe('A07 search', () => {
  it('builds one folded string with a leading space', () => {
    expect(searchText(anna)).toBe(
      " anna maria o'brien anna b example com 6305550142 16305550142 12 main st apt 4 san jose ca 95112 1234",
    )
  })

  it.each([
    'anna',
    'ANNA MARIA',
    'maría',
    "o'brien",
    'anna.b@example.com',
    'example.com',
    '(630) 555-0142',
    '630.555.0142',
    '+1 630 555 0142',
    '1-630-555-0142',
    '5550142',
    '555-0142',
    '630',
    '630-555',
    '12 main st',
    'san jose',
    'José',
    'ca',
    '95112',
    '95112-1234',
    'anna 0142',
    'a',
    '  ',
  ])('finds the contact by "%s"', (query) => {
    expect(isFound(anna, query)).toBe(true)
  })

  it.each(['bnna', 'nn', 'ose', '%', '_x', '\\', '630 555 0143', '100%'])(
    'does not find the contact by "%s"',
    (query) => {
      const expected = query === 'ose'
      expect(isFound(anna, query)).toBe(expected)
    },
  )

  it.each([
    'anna.b@example.com',
    'ANNA.B@Example.COM',
    ' anna.b@example.com ',
    'mailto:anna.b@example.com',
    'Email: anna.b@example.com',
    'Anna O’Brien <anna.b@example.com>',
    '<anna.b@example.com>,',
    'anna.b@example.com.',
  ])('reads "%s" as one address', (query) => {
    expect(wholeContactPoint(query)).toEqual({ email: 'anna.b@example.com', phone: null })
    expect(isFound(anna, query)).toBe(true)
    // This contact has every word of the address, but not the address.
    expect(isFound({ ...anna, firstName: 'Anna Example', email: 'b@com.example' }, query)).toBe(false)
  })

  it.each([
    '(630) 555-0142',
    '630.555.0142',
    '630 555 0142',
    '6305550142',
    '+1 630-555-0142',
    '16305550142',
    'tel:+16305550142',
    'Cell: 630-555-0142',
    '630-555-0142 x12',
    '(630) 555-0142 ext. 4',
  ])('reads "%s" as one number', (query) => {
    expect(wholeContactPoint(query)).toEqual({ email: null, phone: '+16305550142' })
    expect(isFound(anna, query)).toBe(true)
    expect(isFound({ ...anna, phone: '+16305550143', address: '630 Main St 555 0142' }, query)).toBe(false)
  })

  it.each([
    'anna',
    'example.com',
    'anna@example',
    '@example.com',
    'a@b.com c@d.com',
    'anna.b@example.com illinois',
  ])('does not read "%s" as an address', (query) => expect(wholeContactPoint(query)).toBeNull())

  it.each(['', '630', '555-0142', '95112-1234', '12 main st', '630 555', '1234567890123456789'])(
    'does not read "%s" as a number',
    (query) => expect(wholeContactPoint(query)).toBeNull(),
  )

  it('finds an address while it is being typed', () => {
    for (const input of ['anna.b@e', 'anna.b@example', 'anna.b@example.co', 'anna.b@example.com']) {
      expect(isFound(anna, input)).toBe(true)
    }
  })

  it('finds foreign numbers with and without country code', () => {
    const londonContact = { ...anna, phone: '+442079460958' }
    expect(isFound(londonContact, '+44 20 7946 0958')).toBe(true)
    expect(isFound(londonContact, '020 7946 0958')).toBe(true)
  })

  it('treats % and \\ as letters', () => {
    expect(searchPatterns('100%')).toEqual(['%100\\%%'])
    expect(isFound({ ...anna, address: '100% Ave \\ 5' }, '100% \\')).toBe(true)
  })

  it('matches short words at word starts and longer ones anywhere', () => {
    expect(searchPatterns('ab abc')).toEqual(['% ab%', '%abc%'])
  })

  it('creates at most six patterns and finds a contact by its name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        expect(searchPatterns(name).length).toBeLessThanOrEqual(MAX_SEARCH_PATTERNS)
        fc.pre(!/^[\d\s+().\-/]*$/.test(name))
        expect(isFound({ ...anna, firstName: name }, name)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('details in a search', () => {
  const detailedContact: SearchableContact = {
    ...anna,
    details: {
      ...NO_DETAILS,
      emails: [{ email: 'amo@work.example', kind: 'work' }],
      phones: [{ phone: '+13125550188', kind: 'home' }],
      addresses: [
        { kind: 'mailing', address: '77 Birch Rd', city: 'Évanston', state: 'IL', zipCode: '60201' },
      ],
      company: 'Acme Realty',
      partner: { firstName: 'Benito', lastName: 'Juárez' },
    },
    labels: ['Past Client'],
  }

  it.each(['amo@work.example', '(312) 555-0188', '+1 312 555 0188', '312-555-0188', '77 birch', 'evanston'])(
    'finds an alternate email, phone or address by %s',
    (query) => {
      expect(isFound(detailedContact, query)).toBe(true)
      expect(isFound(anna, query)).toBe(false)
    },
  )

  it.each(['acme', 'benito juarez', 'past client'])('finds company, partner and label by %s', (query) => {
    expect(isFound(detailedContact, query)).toBe(true)
  })
})
