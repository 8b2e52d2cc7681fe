import { describe, expect, test } from 'vitest'
import { addBusinessHours } from './business-hours.ts'
import { type AssignableMember, chooseOwner, fitsRule, type OwnerRule } from './choose-owner.ts'

const rule = (fields: Partial<OwnerRule> = {}): OwnerRule => ({
  kind: 'round_robin',
  zipCodes: [],
  userIds: ['a', 'b', 'c'],
  lastUserId: null,
  fallbackUserId: null,
  ...fields,
})
const membersOf = (fields: Record<string, Partial<AssignableMember>> = {}) =>
  new Map(
    ['a', 'b', 'c', 'd'].map((userId) => [
      userId,
      { userId, isPaused: false, contacts: 0, maxContacts: null, ...fields[userId] },
    ]),
  )

describe('A40 assignment by a rule', () => {
  test('takes turns', () => {
    expect(chooseOwner(rule(), membersOf())?.userId).toBe('a')
    expect(chooseOwner(rule({ lastUserId: 'a' }), membersOf())?.userId).toBe('b')
    expect(chooseOwner(rule({ lastUserId: 'c' }), membersOf())?.userId).toBe('a')
    expect(chooseOwner(rule({ lastUserId: 'former' }), membersOf())?.userId).toBe('a')
  })

  test('passes over paused, full, former and already tried members', () => {
    const members = membersOf({ a: { isPaused: true }, b: { contacts: 5, maxContacts: 5 } })
    expect(chooseOwner(rule(), members)).toEqual({ userId: 'c', isFallback: false })
    expect(chooseOwner(rule({ userIds: ['former', 'c'] }), members)?.userId).toBe('c')
    expect(chooseOwner(rule(), members, ['c'])).toBeNull()
  })

  test('goes to the fallback when no member of the rule can take the contact', () => {
    const members = membersOf({ d: { contacts: 9, maxContacts: 5 } })
    const withFallback = rule({ userIds: ['a'], fallbackUserId: 'd' })
    expect(chooseOwner(withFallback, members, ['a'])).toEqual({ userId: 'd', isFallback: true })
    expect(chooseOwner(withFallback, membersOf({ d: { isPaused: true } }), ['a'])).toBeNull()
    expect(chooseOwner(withFallback, members, ['a', 'd'])).toBeNull()
  })

  test('by capacity takes the member with the most room', () => {
    const byCapacity = rule({ kind: 'capacity' })
    const members = membersOf({
      a: { contacts: 90, maxContacts: 100 },
      b: { contacts: 10, maxContacts: 100 },
      c: { contacts: 0, maxContacts: 5 },
    })
    expect(chooseOwner(byCapacity, members)?.userId).toBe('b')
    expect(
      chooseOwner(byCapacity, membersOf({ a: { contacts: 2 }, b: { contacts: 1 }, c: { contacts: 3 } }))
        ?.userId,
    ).toBe('b')
  })

  test('by ZIP code fits only contacts there', () => {
    const byZip = rule({ kind: 'zip', zipCodes: ['78704'] })
    expect([fitsRule(byZip, '78704-1234'), fitsRule(byZip, '78705'), fitsRule(byZip, null)]).toEqual([
      true,
      false,
      false,
    ])
    expect(fitsRule(rule(), null)).toBe(true)
  })
})

describe('A40 business hours', () => {
  test.each([
    // Within a day; over a night; over a weekend; from a Saturday; across the change to daylight saving time.
    [null, '2026-11-24T16:30:00Z', 2, '2026-11-24T18:30:00.000Z'],
    [null, '2026-11-24T23:00:00Z', 2, '2026-11-25T16:00:00.000Z'],
    [null, '2026-11-27T23:30:00Z', 1, '2026-11-30T15:30:00.000Z'],
    [null, '2026-11-28T12:34:56Z', 1, '2026-11-30T16:00:56.000Z'],
    [null, '2026-03-06T23:00:00Z', 2, '2026-03-09T15:00:00.000Z'],
    ['America/New_York', '2026-11-24T22:30:00Z', 1, '2026-11-25T14:30:00.000Z'],
    ['America/Los_Angeles', '2026-11-24T22:30:00Z', 1, '2026-11-24T23:30:00.000Z'],
    ['Pacific/Honolulu', '2026-11-28T03:30:00Z', 1, '2026-11-30T19:30:00.000Z'],
  ])('in %s from %s on, %s hours, end at %s', (zone, from, hours, due) => {
    expect(addBusinessHours(new Date(from), hours, zone).toISOString()).toBe(due)
  })
})
