import { expect, test } from 'vitest'
import { isTimeZone } from '../zone-clock.ts'
import { localDay, nextSend } from './next-send.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const next = (sendAt: number, timeZone: string, days: number[], after: string) =>
  nextSend({ sendAt, timeZone, days }, new Date(after))?.toISOString()

test.each([
  // 7 a.m. in Chicago, in winter and in summer.
  [420, 'America/Chicago', EVERY_DAY, '2026-11-20T12:59:59Z', '2026-11-20T13:00:00.000Z'],
  [420, 'America/Chicago', EVERY_DAY, '2026-11-20T13:00:00Z', '2026-11-21T13:00:00.000Z'],
  [420, 'America/Chicago', EVERY_DAY, '2026-06-20T12:00:00Z', '2026-06-21T12:00:00.000Z'],
  // Weekdays only: Friday is followed by Monday, which may be the same day a week later.
  [420, 'America/Chicago', [1, 2, 3, 4, 5], '2026-11-20T13:00:00Z', '2026-11-23T13:00:00.000Z'],
  [420, 'America/Chicago', [5], '2026-11-20T13:00:00Z', '2026-11-27T13:00:00.000Z'],
  // Daylight saving starts on March 8: the day after is an hour earlier; 2:30 does not exist and comes at 3:00.
  [420, 'America/New_York', EVERY_DAY, '2026-03-07T12:00:00Z', '2026-03-08T11:00:00.000Z'],
  [150, 'America/New_York', EVERY_DAY, '2026-03-08T00:00:00Z', '2026-03-08T07:00:00.000Z'],
  [150, 'America/New_York', EVERY_DAY, '2026-03-08T07:00:00Z', '2026-03-09T06:30:00.000Z'],
  // It ends on November 1: 1:30 comes twice and counts once.
  [90, 'America/New_York', EVERY_DAY, '2026-11-01T00:00:00Z', '2026-11-01T05:30:00.000Z'],
  [90, 'America/New_York', EVERY_DAY, '2026-11-01T05:30:00Z', '2026-11-02T06:30:00.000Z'],
  [90, 'America/New_York', EVERY_DAY, '2026-11-01T06:00:00Z', '2026-11-02T06:30:00.000Z'],
  [0, 'Pacific/Honolulu', EVERY_DAY, '2026-11-20T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  [1439, 'Pacific/Auckland', EVERY_DAY, '2026-11-20T10:00:00Z', '2026-11-20T10:59:00.000Z'],
])('%i minutes after midnight in %s on %j, after %s: %s', (sendAt, zone, days, after, expected) => {
  expect(next(sendAt, zone, days, after)).toBe(expected)
})

test('sends once a day throughout a year', () => {
  const times = { sendAt: 90, timeZone: 'America/New_York', days: EVERY_DAY }
  const seen: string[] = []
  let at: Date = new Date('2026-01-01T00:00:00-05:00')
  while (seen.length < 365) {
    at = nextSend(times, at) as Date
    seen.push(localDay(times.timeZone, at))
  }
  expect(new Set(seen).size).toBe(365)
  expect([seen[0], seen.at(-1)]).toEqual(['2026-01-01', '2026-12-31'])
})

test('knows time zones by name', () => {
  expect(['America/Chicago', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, false, false])
})
