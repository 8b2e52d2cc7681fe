import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  activeCount,
  dueDayText,
  dueInDays,
  dueText,
  endOfLocalDay,
  groupByDay,
  isOverdue,
  localDay,
  statusLabel,
} from './task-rules.ts'

afterEach(() => vi.unstubAllEnvs())

const now = new Date('2026-11-20T12:00:00Z')
const pendingTask = (dueDate: string | null) => ({ status: 'pending' as const, dueDate })

test('A16 marks a task overdue when its date has passed and it is open', () => {
  expect(isOverdue(pendingTask('2026-11-20T11:59:59Z'), now)).toBe(true)
  expect(isOverdue(pendingTask('2026-11-20T12:00:01Z'), now)).toBe(false)
  expect(isOverdue({ status: 'completed', dueDate: '2026-11-01T00:00:00Z' }, now)).toBe(false)
  expect(isOverdue(pendingTask(null), now)).toBe(false)
})

describe('A16 the due hint', () => {
  const localDate = (month: number, day: number, hour: number, minute = 0) =>
    new Date(2026, month - 1, day, hour, minute)
  const daysLeftOf = (date: Date) => pendingTask(date.toISOString())
  const noon = localDate(11, 20, 12)

  test('counts calendar days up to seven when a task is due at the end of its day', () => {
    const days = [20, 21, 25, 27, 28].map((day) => dueInDays(daysLeftOf(localDate(11, day, 23, 59)), noon))
    expect(days).toEqual([0, 1, 5, 7, null])
  })

  test('counts the same at any hour of the day', () => {
    const task = daysLeftOf(localDate(11, 25, 23, 59))
    expect([0, 6, 12, 18, 23].map((hour) => dueInDays(task, localDate(11, 20, hour)))).toEqual([
      5, 5, 5, 5, 5,
    ])
  })

  test('counts days and not hours when a task is due in the morning', () => {
    expect(dueInDays(daysLeftOf(localDate(11, 21, 0, 30)), localDate(11, 20, 23, 30))).toBe(1)
    expect(dueInDays(daysLeftOf(localDate(11, 20, 23)), localDate(11, 20, 0, 30))).toBe(0)
  })

  test('is absent when overdue, completed or without a date', () => {
    expect(dueInDays(daysLeftOf(localDate(11, 20, 11)), noon)).toBeNull()
    expect(dueInDays({ ...daysLeftOf(localDate(11, 21, 12)), status: 'completed' }, noon)).toBeNull()
    expect(dueInDays(pendingTask(null), noon)).toBeNull()
  })

  test.each([
    ['America/New_York', '2026-10-30T15:00:00Z', '2026-11-04T23:59:59Z', 5],
    ['America/Los_Angeles', '2026-03-06T20:00:00Z', '2026-03-11T23:59:59Z', 5],
    ['Pacific/Honolulu', '2026-11-21T05:00:00Z', '2026-11-25T23:59:59Z', 5],
    ['America/Chicago', '2026-11-23T03:00:00Z', '2026-11-27T23:59:59Z', 5],
    ['UTC', '2026-12-30T12:00:00Z', '2027-01-04T23:59:59Z', 5],
  ])('counts days in the browser time zone %s', (zone, at, due, days) => {
    vi.stubEnv('TZ', zone)
    expect(dueInDays(pendingTask(due), new Date(at))).toBe(days)
  })

  test('says how many days are left', () => {
    expect([0, 1, 5].map(dueText)).toEqual(['Due today', 'Due in 1 day', 'Due in 5 days'])
  })
})

test('A16 counts tasks in progress as active and labels statuses', () => {
  expect(activeCount([{ status: 'pending' }, { status: 'in_progress' }, { status: 'completed' }])).toBe(2)
  expect(['completed', 'in_progress', 'pending'].map(statusLabel)).toEqual([
    'Completed',
    'In Progress',
    'Pending',
  ])
})

test('A21 stores a chosen day as its local end and reads the same day back', () => {
  const endOfDay = endOfLocalDay('2026-11-20')
  expect(endOfDay && new Date(endOfDay).getHours()).toBe(23)
  expect(localDay(endOfDay)).toBe('2026-11-20')
  expect(isOverdue(pendingTask(endOfDay), new Date(2026, 10, 20, 23, 59))).toBe(false)
  expect(isOverdue(pendingTask(endOfDay), new Date(2026, 10, 21, 0, 0))).toBe(true)
  expect(localDay(null)).toBe('')
})

test.each(['', '0002-11-20', '1999-12-31', '2101-01-01', '20261-01-01', 'tomorrow'])(
  'A21 rejects the day %j',
  (day) => {
    expect(endOfLocalDay(day)).toBeNull()
  },
)

test('A21 shows a due day with its weekday, and with its year unless it is this year', () => {
  const texts = ['2026-11-25', '2027-01-04'].map((day) => dueDayText(endOfLocalDay(day) ?? '', now))
  expect(texts).toEqual(['Wed, Nov 25', 'Mon, Jan 4, 2027'])
})

test('A21 groups tasks by day and preserves their order', () => {
  const due = (day: string | null) => ({ dueDate: day && endOfLocalDay(day), completedAt: null })
  const tasks = [
    '2026-11-01',
    '2026-11-19',
    '2026-11-20',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
    null,
  ].map(due)
  const groups = groupByDay(tasks, 'dueDate', new Date(2026, 10, 20, 12))
  expect(groups.map(({ label, tasks: { length } }) => [label, length])).toEqual([
    ['Sun, Nov 1', 1],
    ['Yesterday', 1],
    ['Today', 2],
    ['Tomorrow', 1],
    ['Sun, Nov 22', 1],
    ['No due date', 1],
  ])
})
