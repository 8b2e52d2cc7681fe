import { expect, test } from 'vitest'
import {
  activeCount,
  dueInDays,
  endOfLocalDay,
  groupByDay,
  isOverdue,
  localDay,
  statusLabel,
} from './task-rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const pending = (dueDate: string | null) => ({ status: 'pending' as const, dueDate })

test('A16 a task is overdue when its date has passed and it is not completed', () => {
  expect(isOverdue(pending('2026-11-20T11:59:59Z'), now)).toBe(true)
  expect(isOverdue(pending('2026-11-20T12:00:01Z'), now)).toBe(false)
  expect(isOverdue({ status: 'completed', dueDate: '2026-11-01T00:00:00Z' }, now)).toBe(false)
  expect(isOverdue(pending(null), now)).toBe(false)
})

test('A16 the hint counts days up to seven and is absent when overdue or completed', () => {
  expect(dueInDays(pending('2026-11-20T12:00:00Z'), now)).toBe(1)
  expect(dueInDays(pending('2026-11-21T12:00:00Z'), now)).toBe(1)
  expect(dueInDays(pending('2026-11-23T09:00:00Z'), now)).toBe(3)
  expect(dueInDays(pending('2026-11-27T12:00:00Z'), now)).toBe(7)
  expect(dueInDays(pending('2026-11-27T12:00:01Z'), now)).toBeNull()
  expect(dueInDays(pending('2026-11-20T11:00:00Z'), now)).toBeNull()
  expect(dueInDays({ status: 'completed', dueDate: '2026-11-21T12:00:00Z' }, now)).toBeNull()
})

test('A16 tasks in progress count as active; statuses read as words', () => {
  expect(activeCount([{ status: 'pending' }, { status: 'in_progress' }, { status: 'completed' }])).toBe(2)
  expect(['completed', 'in_progress', 'pending'].map(statusLabel)).toEqual([
    'Completed',
    'In Progress',
    'Pending',
  ])
})

test('A21 a chosen day lasts until its end where the reader is, and reads as the same day again', () => {
  const end = endOfLocalDay('2026-11-20')
  expect(end && new Date(end).getHours()).toBe(23)
  expect(localDay(end)).toBe('2026-11-20')
  expect(isOverdue(pending(end), new Date(2026, 10, 20, 23, 59))).toBe(false)
  expect(isOverdue(pending(end), new Date(2026, 10, 21, 0, 0))).toBe(true)
  expect(localDay(null)).toBe('')
})

test.each(['', '0002-11-20', '1999-12-31', '2101-01-01', '20261-01-01', 'tomorrow'])(
  'A21 %j is no day',
  (day) => {
    expect(endOfLocalDay(day)).toBeNull()
  },
)

test('A21 tasks stand under their days, in the order in which they come', () => {
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
    ['Nov 1, 2026', 1],
    ['Yesterday', 1],
    ['Today', 2],
    ['Tomorrow', 1],
    ['Nov 22, 2026', 1],
    ['No due date', 1],
  ])
})
