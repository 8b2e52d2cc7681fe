import { expect, test } from 'vitest'
import { estimatedWeeks } from './playbooks-queries.ts'

test('A20 begun weeks count whole', () => {
  const weeks = (estimatedDuration: number | null) => estimatedWeeks({ estimatedDuration })
  expect([1, 7, 8, 60, 84].map(weeks)).toEqual([1, 1, 2, 9, 12])
  expect(weeks(null)).toBeNull()
})
