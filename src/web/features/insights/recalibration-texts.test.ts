import { expect, test } from 'vitest'
import { decisionText, factorText, levelText } from './recalibration-texts.ts'

const runOf = (decision: string, version: number | null) =>
  ({ report: { decision }, version }) as Parameters<typeof decisionText>[0]

test('says which version a run became, or why scores stay', () => {
  expect(decisionText(runOf('adopted', 3), 3)).toMatch(/better, so they became version 3\.$/)
  expect(decisionText(runOf('adopted', null), 1)).toMatch(
    /\. Scores didn't change, because someone picked a version\.$/,
  )
  expect(decisionText(runOf('could_be_chance', null), null)).toBe(
    'An adjustment looked slightly better, but that could be chance. Scores stay as they are.',
  )
})

test('speaks of a new adjustment while scores use one', () => {
  expect(decisionText(runOf('brier_not_better', null), 1)).toBe(
    "A new adjustment wouldn't have predicted later outcomes better. Scores stay as they are.",
  )
})

test('shows factors with intervals, or what is missing', () => {
  const fitted = { status: 'fitted', value: 0, low: Math.log(0.5), high: Math.log(2) } as const
  expect(levelText(fitted)).toBe('×1.00 (×0.50 to ×2.00)')
  expect(factorText({ ...fitted, value: 0.8, low: 0.6, high: 1 })).toBe('×0.80 (×0.60 to ×1.00)')
  const missing = {
    status: 'too_few',
    outcomes: 240,
    moved: 1200,
    needed: { outcomes: 1300, moved: 50 },
  } as const
  expect(factorText(missing)).toBe('Needs more: 240 of 1,300 outcomes, 1,200 of 50 moves')
})
