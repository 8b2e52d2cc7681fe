import { expect, test } from 'vitest'
import { activeCount, dueInDays, isOverdue, statusLabel } from './task-rules.ts'

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
