import { expect, test } from 'vitest'
import { historyLines } from './history-lines.ts'

const entry = (day: string, score: number, cause: string) => ({
  at: `2026-${day}T12:00:00Z`,
  score,
  chance: 0.2,
  cause,
})

test('A13 lists each score change with days, scores and cause, newest first', () => {
  const lines = historyLines([entry('09-01', 58, 'enriched'), entry('11-12', 75, 'enriched')])
  expect(lines.map(({ days, scores, cause }) => `${days}: ${scores}, ${cause}`)).toEqual([
    'Nov 12, 2026: 58 → 75, After enrichment',
    'Sep 1, 2026: First score: 58, After enrichment',
  ])
})

test('A13 merges consecutive fading steps into one line and keeps a rise apart', () => {
  const lines = historyLines([
    entry('09-01', 58, 'enriched'),
    entry('09-05', 57, 'faded'),
    entry('09-09', 56, 'faded'),
    entry('09-12', 57, 'faded'),
    entry('09-20', 57, 'policy'),
    entry('09-21', 50, 'faded'),
  ])
  expect(lines.map(({ days, scores }) => `${days}: ${scores}`)).toEqual([
    'Sep 21, 2026: 57 → 50',
    'Sep 20, 2026: Stayed at 57 (reasons changed)',
    'Sep 12, 2026: 56 → 57',
    'Sep 5, 2026 – Sep 9, 2026: 58 → 56',
    'Sep 1, 2026: First score: 58',
  ])
})

test('A13 mentions no changed reasons for backfilled scores and a score of 0', () => {
  const lines = historyLines([
    entry('03-21', 0, 'backfilled'),
    entry('04-21', 0, 'policy'),
    entry('05-21', 85, 'enriched'),
    entry('06-21', 85, 'backfilled'),
  ])
  expect(lines.map(({ scores }) => scores)).toEqual([
    'Stayed at 85',
    '0 → 85',
    'Stayed at 0',
    'First score: 0',
  ])
})

test('A13 returns no lines without history', () => {
  expect(historyLines([])).toEqual([])
})
