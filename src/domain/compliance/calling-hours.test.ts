import { describe, expect, test } from 'vitest'
import { callingHours } from './calling-hours.ts'

const at = (iso: string) => new Date(iso)

describe('A38 calling hours', () => {
  test.each([
    ['2026-01-15T12:59:59Z', false, '7:59 a.m.'],
    ['2026-01-15T13:00:00Z', true, '8:00 a.m.'],
    ['2026-01-16T01:59:59Z', true, '8:59 p.m.'],
    ['2026-01-16T02:00:00Z', false, '9:00 p.m.'],
    ['2026-01-15T05:00:00Z', false, '12:00 a.m.'],
  ])('New York at %s: allowed %s, %s', (now, isAllowed, localTime) => {
    expect(callingHours('America/New_York', at(now))).toMatchObject({ allowed: isAllowed, localTime })
  })

  test('reports the next opening, even across daylight saving changes', () => {
    const opens = (zone: string, now: string) => callingHours(zone, at(now)).opensAt?.toISOString()
    expect(opens('America/Boise', '2026-01-15T13:40:00Z')).toBe('2026-01-15T15:00:00.000Z')
    // March 8 has 23 hours and November 1 has 25.
    expect(opens('America/New_York', '2026-03-08T02:30:00Z')).toBe('2026-03-08T12:00:00.000Z')
    expect(opens('America/New_York', '2026-11-01T01:30:00Z')).toBe('2026-11-01T13:00:00.000Z')
    expect(opens('Asia/Kathmandu', '2026-01-15T00:01:00Z')).toBe('2026-01-15T02:15:00.000Z')
    expect(opens('America/New_York', '2026-01-15T18:00:00Z')).toBeUndefined()
  })

  test('requires every contiguous state within hours when the zone is unknown', () => {
    for (const zone of [null, 'Mars/Olympus', '']) {
      expect(callingHours(zone, at('2026-01-15T15:30:00Z')).allowed).toBe(false)
      expect(callingHours(zone, at('2026-01-15T16:00:00Z')).allowed).toBe(true)
      expect(callingHours(zone, at('2026-01-16T01:59:00Z')).allowed).toBe(true)
      expect(callingHours(zone, at('2026-01-16T02:00:00Z')).allowed).toBe(false)
    }
    expect(callingHours(null, at('2026-01-16T02:00:00Z'))).toMatchObject({
      localTime: '9:00 p.m.',
      opensAt: at('2026-01-16T16:00:00Z'),
      why: expect.stringContaining('don’t know their time zone'),
    })
  })

  test("explains with the contact's time and the hours", () => {
    expect(callingHours('America/Boise', at('2026-01-15T13:40:00Z')).why).toBe(
      'It’s 6:40 a.m. there. You can call or text from 8 a.m. to 9 p.m. their time.',
    )
    expect(callingHours('America/Boise', at('2026-01-15T13:40:00Z'), 'Boise').why).toMatch(
      /^It’s 6:40 a.m. in Boise\./,
    )
  })
})
