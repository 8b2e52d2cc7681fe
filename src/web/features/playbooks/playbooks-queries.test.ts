import { expect, test } from 'vitest'
import type { PlaybookSuggestion } from '#contract/playbooks.ts'
import { estimatedWeeks, stepDay } from './playbooks-queries.ts'

test('A20 rounds weeks up', () => {
  const weeks = (estimatedDuration: number | null) => estimatedWeeks({ estimatedDuration })
  expect([1, 7, 8, 60, 84].map(weeks)).toEqual([1, 1, 2, 9, 12])
  expect(weeks(null)).toBeNull()
})

test('A20 counts step dates from the first step', () => {
  const step = (offsetDays: number) => ({ title: 'Call', description: '', offsetDays })
  const steps = [step(2), step(9), step(30)]
  const suggestion = { playbook: { steps }, timing: { firstStepOn: '2026-02-27' } } as PlaybookSuggestion
  expect(steps.map((each) => stepDay(suggestion, each))).toEqual(['2026-02-27', '2026-03-06', '2026-03-27'])
})
