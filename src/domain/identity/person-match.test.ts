import { describe, expect, it } from 'vitest'
import { type PersonFacts, samePersonKeys } from './person-match.ts'

const anna: PersonFacts = {
  firstName: 'Anna',
  lastName: 'Núñez',
  email: 'anna@example.com',
  phone: '+16305550142',
}
const isSamePerson = (a: PersonFacts, b: PersonFacts): boolean =>
  samePersonKeys(a).some((key) => samePersonKeys(b).includes(key))

describe('samePersonKeys', () => {
  it('returns stable keys', () => {
    expect(samePersonKeys(anna)).toEqual(['anna|nunez|e:anna@example.com', 'anna|nunez|p:+16305550142'])
  })

  it('matches the same name with the same email or phone', () => {
    expect(
      isSamePerson(anna, {
        ...anna,
        firstName: ' ANNA',
        lastName: 'nunez',
        email: 'ANNA@example.com',
        phone: null,
      }),
    ).toBe(true)
    expect(isSamePerson(anna, { ...anna, email: 'other@example.com', phone: '630.555.0142' })).toBe(true)
    expect(isSamePerson(anna, { ...anna, email: null, phone: null })).toBe(false)
    expect(isSamePerson(anna, { ...anna, email: 'other@example.com', phone: '+16305550143' })).toBe(false)
  })

  it('matches neither a spouse with the same phone nor a child with the same name', () => {
    expect(isSamePerson(anna, { ...anna, firstName: 'Ben' })).toBe(false)
    expect(isSamePerson(anna, { ...anna, email: 'junior@example.com', phone: null })).toBe(false)
  })

  it('is recognized by alternate emails and phones', () => {
    const details = {
      emails: [{ email: 'Second@Example.com', kind: 'work' as const }],
      phones: [
        { phone: '(630) 555-0177', kind: 'home' as const },
        { phone: '630 555 0142', kind: 'other' as const },
      ],
    }
    expect(isSamePerson({ ...anna, details }, { ...anna, email: 'second@example.com', phone: null })).toBe(
      true,
    )
    expect(isSamePerson({ ...anna, details }, { ...anna, email: null, phone: '+16305550177' })).toBe(true)
    expect(
      isSamePerson({ ...anna, details }, { ...anna, firstName: 'Ben', email: 'second@example.com' }),
    ).toBe(false)
    // Unique keys: the primary number is also among the alternates.
    expect(new Set(samePersonKeys({ ...anna, details })).size).toBe(
      samePersonKeys({ ...anna, details }).length,
    )
  })

  it('is never matched without email and phone', () => {
    expect(samePersonKeys({ ...anna, email: null, phone: '' })).toEqual([])
  })

  it('matches unparsed numbers by their digits or words', () => {
    expect(
      isSamePerson({ ...anna, email: null, phone: '555-0142' }, { ...anna, email: null, phone: '555 0142' }),
    ).toBe(true)
    expect(
      isSamePerson({ ...anna, email: null, phone: 'Ask Ben' }, { ...anna, email: null, phone: 'ask ben' }),
    ).toBe(true)
  })

  it('separates names that contain a bar', () => {
    const withBar = { ...anna, firstName: 'a|b', lastName: 'c' }
    expect(isSamePerson(withBar, { ...anna, firstName: 'a', lastName: 'b|c' })).toBe(false)
  })
})
