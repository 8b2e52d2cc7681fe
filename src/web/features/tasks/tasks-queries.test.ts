import { expect, test } from 'vitest'
import { completionFields } from './tasks-queries.ts'

test('A16 checking a task completes it now, unchecking clears the date', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  expect(completionFields(true, now)).toEqual({
    status: 'completed',
    completedAt: '2026-11-20T12:00:00.000Z',
  })
  expect(completionFields(false, now)).toEqual({ status: 'pending', completedAt: null })
})
