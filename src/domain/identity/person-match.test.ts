import { describe, expect, it } from 'vitest'
import { type PersonFacts, samePersonKeys } from './person-match.ts'

const anna: PersonFacts = {
  firstName: 'Anna',
  lastName: 'Núñez',
  email: 'anna@example.com',
  phone: '+16305550142',
}
const same = (one: PersonFacts, two: PersonFacts): boolean =>
  samePersonKeys(one).some((key) => samePersonKeys(two).includes(key))

describe('the same person', () => {
  it('has stable keys', () => {
    expect(samePersonKeys(anna)).toEqual(['anna|nunez|e:anna@example.com', 'anna|nunez|p:+16305550142'])
  })

  it('has the same name and the same email or phone', () => {
    expect(
      same(anna, { ...anna, firstName: ' ANNA', lastName: 'nunez', email: 'ANNA@example.com', phone: null }),
    ).toBe(true)
    expect(same(anna, { ...anna, email: 'other@example.com', phone: '630.555.0142' })).toBe(true)
    expect(same(anna, { ...anna, email: null, phone: null })).toBe(false)
    expect(same(anna, { ...anna, email: 'other@example.com', phone: '+16305550143' })).toBe(false)
  })

  it('is not the spouse with the same phone or the child with the same name', () => {
    expect(same(anna, { ...anna, firstName: 'Ben' })).toBe(false)
    expect(same(anna, { ...anna, email: 'junior@example.com', phone: null })).toBe(false)
  })

  it('is recognized by any of several emails and phones', () => {
    const details = {
      emails: [{ email: 'Second@Example.com', kind: 'work' as const }],
      phones: [
        { phone: '(630) 555-0177', kind: 'home' as const },
        { phone: '630 555 0142', kind: 'other' as const },
      ],
    }
    expect(same({ ...anna, details }, { ...anna, email: 'second@example.com', phone: null })).toBe(true)
    expect(same({ ...anna, details }, { ...anna, email: null, phone: '+16305550177' })).toBe(true)
    expect(same({ ...anna, details }, { ...anna, firstName: 'Ben', email: 'second@example.com' })).toBe(false)
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
      same({ ...anna, email: null, phone: '555-0142' }, { ...anna, email: null, phone: '555 0142' }),
    ).toBe(true)
    expect(same({ ...anna, email: null, phone: 'Ask Ben' }, { ...anna, email: null, phone: 'ask ben' })).toBe(
      true,
    )
  })

  it('separates names that contain a bar', () => {
    const one = { ...anna, firstName: 'a|b', lastName: 'c' }
    expect(same(one, { ...anna, firstName: 'a', lastName: 'b|c' })).toBe(false)
  })
})
