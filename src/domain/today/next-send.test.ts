import { expect, test } from 'vitest'
import { isTimeZone } from '../zone-clock.ts'
import { localDay, nextSend } from './next-send.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const nextSendAt = (sendAt: number, timeZone: string, days: number[], after: string) =>
  nextSend({ sendAt, timeZone, days }, new Date(after))?.toISOString()

test.each([
  // 7 a.m. in Chicago, in winter and in summer.
  [420, 'America/Chicago', EVERY_DAY, '2026-11-20T12:59:59Z', '2026-11-20T13:00:00.000Z'],
  [420, 'America/Chicago', EVERY_DAY, '2026-11-20T13:00:00Z', '2026-11-21T13:00:00.000Z'],
  [420, 'America/Chicago', EVERY_DAY, '2026-06-20T12:00:00Z', '2026-06-21T12:00:00.000Z'],
  // Only the chosen weekdays; with a single one, the next send is a week later.
  [420, 'America/Chicago', [1, 2, 3, 4, 5], '2026-11-20T13:00:00Z', '2026-11-23T13:00:00.000Z'],
  [420, 'America/Chicago', [5], '2026-11-20T13:00:00Z', '2026-11-27T13:00:00.000Z'],
  // Daylight saving starts on March 8: sends are an hour earlier in UTC, and 2:30 moves to 3:00.
  [420, 'America/New_York', EVERY_DAY, '2026-03-07T12:00:00Z', '2026-03-08T11:00:00.000Z'],
  [150, 'America/New_York', EVERY_DAY, '2026-03-08T00:00:00Z', '2026-03-08T07:00:00.000Z'],
  [150, 'America/New_York', EVERY_DAY, '2026-03-08T07:00:00Z', '2026-03-09T06:30:00.000Z'],
  // Daylight saving ends on November 1: 1:30 occurs twice but counts once.
  [90, 'America/New_York', EVERY_DAY, '2026-11-01T00:00:00Z', '2026-11-01T05:30:00.000Z'],
  [90, 'America/New_York', EVERY_DAY, '2026-11-01T05:30:00Z', '2026-11-02T06:30:00.000Z'],
  [90, 'America/New_York', EVERY_DAY, '2026-11-01T06:00:00Z', '2026-11-02T06:30:00.000Z'],
  [0, 'Pacific/Honolulu', EVERY_DAY, '2026-11-20T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  [1439, 'Pacific/Auckland', EVERY_DAY, '2026-11-20T10:00:00Z', '2026-11-20T10:59:00.000Z'],
])(
  'finds the send time %i minutes after midnight in %s on %j, after %s: %s',
  (sendAt, zone, days, after, expected) => {
    expect(nextSendAt(sendAt, zone, days, after)).toBe(expected)
  },
)

test('sends once a day throughout a year', () => {
  const schedule = { sendAt: 90, timeZone: 'America/New_York', days: EVERY_DAY }
  const sentDays: string[] = []
  let sentAt: Date = new Date('2026-01-01T00:00:00-05:00')
  while (sentDays.length < 365) {
    sentAt = nextSend(schedule, sentAt) as Date
    sentDays.push(localDay(schedule.timeZone, sentAt))
  }
  expect(new Set(sentDays).size).toBe(365)
  expect([sentDays[0], sentDays.at(-1)]).toEqual(['2026-01-01', '2026-12-31'])
})

test('recognizes the names of time zones', () => {
  expect(['America/Chicago', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, false, false])
})
