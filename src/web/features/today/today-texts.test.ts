import { expect, test } from 'vitest'
import type { PromisedItem } from '#contract/today.ts'
import { rowSwipeOf } from './row-swipe.ts'
import {
  elapsedText,
  evidenceText,
  keepsTaskOpen,
  promiseText,
  shownEvidence,
  snoozeChoices,
} from './today-texts.ts'

const NOW = new Date(2026, 10, 23, 12, 0)
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

test.each([
  [0, 'less than a minute'],
  [1, '1 minute'],
  [119, '119 minutes'],
  [150, '2 hours'],
  [3 * 24 * 60, '3 days'],
])('writes %i minutes as %s', (minutes, text) => {
  expect(elapsedText(minutesAgo(minutes), NOW)).toBe(text)
})

test('shows how long an inquiry has waited', () => {
  const inquiry = { kind: 'inquiry', dueAt: minutesAgo(42), task: null } as PromisedItem
  expect(promiseText(inquiry, NOW)).toBe('Waiting 42 minutes')
})

test('says since when a task is overdue, with the year if it is not this year', () => {
  const overdue = (dueAt: string) => ({ kind: 'task', dueAt, task: { status: 'pending', dueDate: dueAt } })
  const text = (dueAt: string) => promiseText(overdue(dueAt) as PromisedItem, NOW)
  expect(text(new Date(2026, 10, 20, 12).toISOString())).toBe('Overdue since Nov 20')
  expect(text(new Date(2025, 11, 30, 12).toISOString())).toBe('Overdue since Dec 30, 2025')
})

test('shows the date of evidence, without the year if it is this year', () => {
  const record = { kind: 'record', label: 'Public record' } as const
  expect(evidenceText({ ...record, on: '2026-03-21' }, NOW)).toBe('Public record · Mar 21')
  expect(evidenceText({ ...record, on: null }, NOW)).toBe('Public record')
})

test('shows no evidence that the reason already says', () => {
  const chance = { kind: 'chance', label: 'More likely to move than most', on: null } as const
  const tenure = { kind: 'tenure', label: 'Owned since', on: '2014' } as const
  const evidence = [tenure, chance]
  expect(shownEvidence({ evidence, reason: 'Owned since 2014; you last spoke in March.' })).toEqual([chance])
  expect(shownEvidence({ evidence, reason: 'More likely to move than most.' })).toEqual([])
})

test('ends a snooze at the start of a local day', () => {
  // November 23, 2026 is a Monday.
  const days = (now: Date) => snoozeChoices(now).map(({ until }) => until.toDateString())
  expect(days(NOW)).toEqual(['Tue Nov 24 2026', 'Mon Nov 30 2026', 'Wed Dec 23 2026', 'Tue Feb 23 2027'])
  expect(days(new Date(2027, 0, 31, 12))).toEqual([
    'Mon Feb 01 2027',
    'Mon Feb 01 2027',
    'Sun Feb 28 2027',
    'Fri Apr 30 2027',
  ])
})

test('leaves a task open until the person was reached', () => {
  expect(
    ['no_answer', 'left_message', 'call_back_later'].map((outcome) => keepsTaskOpen(outcome as 'no_answer')),
  ).toEqual([true, true, true])
  expect([keepsTaskOpen('reached'), keepsTaskOpen(null)]).toEqual([false, false])
})

test('moves a row with the finger and acts after 80 pixels', () => {
  const from = { x: 200, y: 300 }
  expect(rowSwipeOf(from, { x: 250, y: 305 })).toEqual({ offset: 50, swipe: null })
  expect(rowSwipeOf(from, { x: 300, y: 305 })).toEqual({ offset: 100, swipe: 'right' })
  expect(rowSwipeOf(from, { x: 20, y: 305 })).toEqual({ offset: -120, swipe: 'left' })
  expect(rowSwipeOf(from, { x: 250, y: 400 })).toEqual({ offset: 0, swipe: null })
})
