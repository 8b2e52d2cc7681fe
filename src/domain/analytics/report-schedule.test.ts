import { describe, expect, test } from 'vitest'
import { nextReport, scheduleText } from './report-schedule.ts'

const WEEKLY = { days: [1, 4], monthDay: null, sendAt: 420, timeZone: 'America/Chicago' }
const MONTHLY = { ...WEEKLY, days: [], monthDay: 31 }

const next = (schedule: typeof WEEKLY | typeof MONTHLY, after: string) =>
  nextReport(schedule, new Date(after)).toISOString()

describe('a report is due', () => {
  test('on the next of its weekdays', () => {
    expect(next(WEEKLY, '2026-11-20T12:00:00Z')).toBe('2026-11-23T13:00:00.000Z')
    expect(next(WEEKLY, '2026-11-23T13:00:00Z')).toBe('2026-11-26T13:00:00.000Z')
  })

  test('on its day of the month, or the last day of a shorter month', () => {
    expect(next(MONTHLY, '2026-12-31T13:00:00Z')).toBe('2027-01-31T13:00:00.000Z')
    expect(next(MONTHLY, '2027-01-31T13:00:00Z')).toBe('2027-02-28T13:00:00.000Z')
    expect(next(MONTHLY, '2027-02-28T13:00:00Z')).toBe('2027-03-31T12:00:00.000Z')
    expect(next({ ...MONTHLY, monthDay: 1 }, '2026-11-01T13:00:00Z')).toBe('2026-12-01T13:00:00.000Z')
  })

  test.each([
    // 2:30 a.m. doesn't exist on this day.
    ['2027-03-13T09:00:00Z', { ...WEEKLY, days: [7], sendAt: 150 }, '2027-03-14T08:00:00.000Z'],
    // 1:30 a.m. occurs twice.
    ['2027-11-06T09:00:00Z', { ...WEEKLY, days: [7], sendAt: 90 }, '2027-11-07T06:30:00.000Z'],
    ['2027-11-07T06:30:00Z', { ...WEEKLY, days: [7], sendAt: 90 }, '2027-11-14T07:30:00.000Z'],
  ])('once where daylight saving starts or ends, after %s', (after, schedule, due) => {
    expect(next(schedule, after)).toBe(due)
  })
})

test.each([
  [WEEKLY, 'every Monday and Thursday at 7:00 AM Central time'],
  [{ ...WEEKLY, days: [1, 2, 3, 4, 5, 6, 7], sendAt: 0 }, 'every day at 12:00 AM Central time'],
  [{ ...MONTHLY, monthDay: 22 }, 'on the 22nd of every month at 7:00 AM Central time'],
  [{ ...MONTHLY, monthDay: 11 }, 'on the 11th of every month at 7:00 AM Central time'],
])('%j reads %j', (schedule, text) => {
  expect(scheduleText(schedule)).toBe(text)
})
