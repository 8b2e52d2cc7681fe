import { describe, expect, test } from 'vitest'
import { callingHours } from './calling-hours.ts'
import { CALLING_RULES, callingRuleOf, callingState, callLimitText, isLegalHoliday } from './calling-rules.ts'

const at = (zone: string, state: string | null, iso: string) =>
  callingHours(zone, new Date(iso), undefined, state)

describe('calling hours by state', () => {
  test.each([
    // A Friday evening: 8 p.m. ends the day in Florida, not in Georgia.
    ['America/New_York', 'FL', '2026-11-21T00:59:00Z', true],
    ['America/New_York', 'FL', '2026-11-21T01:00:00Z', false],
    ['America/New_York', 'GA', '2026-11-21T01:00:00Z', true],
    ['America/New_York', 'KY', '2026-11-20T14:30:00Z', false],
    ['America/New_York', 'KY', '2026-11-20T15:00:00Z', true],
    // Texas: 9 a.m., on Sundays noon.
    ['America/Chicago', 'TX', '2026-11-20T14:30:00Z', false],
    ['America/Chicago', 'TX', '2026-11-22T17:59:00Z', false],
    ['America/Chicago', 'TX', '2026-11-22T18:00:00Z', true],
    // Rhode Island: until 6 p.m., Saturdays until 5 p.m., never on Sundays.
    ['America/New_York', 'RI', '2026-11-20T22:59:00Z', true],
    ['America/New_York', 'RI', '2026-11-20T23:00:00Z', false],
    ['America/New_York', 'RI', '2026-11-21T22:00:00Z', false],
    ['America/New_York', 'RI', '2026-11-22T18:00:00Z', false],
    // Oregon: until 8 p.m. since 2026. Minnesota and Michigan: from 9 a.m.
    ['America/Los_Angeles', 'OR', '2026-11-21T03:59:00Z', true],
    ['America/Los_Angeles', 'OR', '2026-11-21T04:00:00Z', false],
    ['America/Chicago', 'MN', '2026-11-20T14:59:00Z', false],
    ['America/Detroit', 'MI', '2026-11-20T14:00:00Z', true],
    // Mississippi: no Sundays, but holidays. Alabama: neither.
    ['America/Chicago', 'MS', '2026-11-26T18:00:00Z', true],
    ['America/Chicago', 'AL', '2026-11-26T18:00:00Z', false],
    ['America/Denver', 'UT', '2026-07-24T18:00:00Z', false],
  ])('%s, %s at %s: %s', (zone, state, now, allowed) => {
    expect(at(zone, state, now).allowed).toBe(allowed)
  })

  test('names the state rule, and changes nothing when only the federal one applies', () => {
    expect(callingHours('America/New_York', new Date('2026-11-21T01:00:00Z'), 'Miami', 'FL').why).toBe(
      'It’s 8:00 p.m. in Miami. Florida allows calls and texts from 8 a.m. to 8 p.m. (Fla. Stat. § 501.616(6)).',
    )
    expect(at('America/Denver', 'UT', '2026-11-22T18:00:00Z').why).toBe(
      'It’s 11:00 a.m. on Sunday there. Utah allows no sales calls or texts that day (Utah Code § 13-25a-103(3)).',
    )
    expect(at('America/Denver', 'UT', '2026-11-26T18:00:00Z').why).toContain('on a legal holiday there. Utah')
    expect(at('America/Denver', 'UT', '2026-11-20T18:00:00Z').why).toBe('It’s 11:00 a.m. there.')
    expect(at('America/Denver', 'UT', '2026-11-21T04:00:00Z').why).toBe(
      'It’s 9:00 p.m. there. You can call or text from 8 a.m. to 9 p.m. their time.',
    )
    expect(at('America/Boise', 'ID', '2026-11-22T18:00:00Z').why).toBe('It’s 11:00 a.m. there.')
    expect(callingHours(null, new Date('2026-11-21T01:00:00Z'), null, 'FL').why).toBe(
      'We don’t know their time zone, and it may be 8:00 p.m. there. Florida allows calls and texts from 8 a.m. to 8 p.m. (Fla. Stat. § 501.616(6)).',
    )
  })

  test('finds the next opening after Sundays and holidays', () => {
    // Thanksgiving in Alabama; Friday the 27th is open.
    expect(at('America/Chicago', 'AL', '2026-11-26T18:00:00Z').opensAt).toEqual(
      new Date('2026-11-27T14:00:00Z'),
    )
    // Saturday evening before Labor Day: Sunday and Monday are closed.
    expect(at('America/Chicago', 'AL', '2026-09-06T01:30:00Z').opensAt).toEqual(
      new Date('2026-09-08T13:00:00Z'),
    )
  })

  test('has a source for each rule, and none laxer than the federal one', () => {
    for (const [state, rule] of Object.entries(CALLING_RULES)) {
      for (const window of [rule.weekdays, rule.saturday, rule.sunday])
        if (window) expect([state, window[0] >= 8 && window[1] <= 21]).toEqual([state, true])
      expect([state, rule.weekdays]).not.toEqual([state, null])
      expect(rule.statute).not.toBe('')
      if (rule.source === 'unverified') expect([state, rule.readOn]).toEqual([state, null])
      else expect([state, rule.readOn]).toEqual([state, expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)])
    }
  })
})

test.each([
  [{ state: 'FL', phone: '+15125550100' }, 'FL'],
  [{ state: 'florida', phone: null }, 'FL'],
  [{ state: null, phone: '+13055550100' }, 'FL'],
  [{ state: null, phone: '+442071234567' }, null],
  [{ state: null, phone: null }, null],
])('uses for %j the rules of %s', (owner, state) => {
  expect(callingState(owner)).toBe(state)
})

test.each([
  ['2026-01-01', true],
  ['2026-01-19', true],
  ['2026-05-25', true],
  ['2026-05-18', false],
  ['2026-07-03', true], // July 4 is a Saturday
  ['2026-07-04', true],
  ['2027-12-24', true], // Christmas is a Saturday
  ['2028-06-19', true],
  ['2026-11-26', true],
  ['2026-11-19', false],
  ['2023-01-02', true], // New Year's Day was a Sunday
])('knows whether %s is a legal holiday: %s', (day, isHoliday) => {
  expect(isLegalHoliday(day, {})).toBe(isHoliday)
})

test('mentions a call limit once it is reached', () => {
  const florida = callingRuleOf('FL')
  expect(callLimitText(florida, 2)).toBeNull()
  expect(callLimitText(florida, 3)).toBe(
    'You’ve called 3 times in 24 hours. Florida allows 3 calls to one person in that time (Fla. Stat. § 501.616(6)).',
  )
  expect(callLimitText(callingRuleOf('TX'), 30)).toBeNull()
})
