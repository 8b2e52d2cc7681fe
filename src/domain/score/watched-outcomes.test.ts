import { expect, test } from 'vitest'
import { simulateOutcomes } from '#test/fixtures/simulated-outcomes.ts'
import { type Calibration, calibrate, chanceOf, logitOf, NO_CALIBRATION } from './calibration.ts'
import { expectedShare } from './field-evaluation.ts'
import { recalibrateWatched, type WatchedOutcome } from './watched-outcomes.ts'

/** Outcomes of people whose twelve-month odds were half of the chance's, watched for some months. */
function watched(count: number, seed: number, months: (index: number) => number): WatchedOutcome[] {
  const trueChance = (chance: number) => chanceOf(logitOf(chance) + Math.log(0.5))
  let index = 0
  const outcomes = simulateOutcomes(count, seed, (chance) =>
    expectedShare(trueChance(chance), months(index++)),
  )
  return outcomes.map((outcome, i) => ({ ...outcome, months: months(i), calibrationVersion: null }))
}

const none = { versions: new Map(), current: null }

test.each([
  ['12 months', () => 12],
  ['4 months', () => 4],
  ['3 to 12 months', (index: number) => 3 + (index % 10)],
] as const)('finds the bias of twelve-month chances in outcomes watched for %s', (_, months) => {
  const { calibration } = recalibrateWatched({ ...none, outcomes: watched(12_000, 5, months) })
  for (const chance of [0.1, 0.2, 0.3]) {
    const adjusted = calibrate(chance, [], calibration ?? NO_CALIBRATION)
    expect(logitOf(adjusted) - logitOf(chance)).toBeCloseTo(Math.log(0.5), 0)
    expect(Math.abs(logitOf(adjusted) - logitOf(chance) - Math.log(0.5))).toBeLessThan(0.25)
  }
})

test('changes nothing more when the calibration in use already fits outcomes of a few months', () => {
  const outcomes = watched(6000, 6, () => 5)
  const { calibration: current } = recalibrateWatched({ ...none, outcomes })
  const given = outcomes.map((outcome) => ({
    ...outcome,
    chance: calibrate(outcome.chance, outcome.categories, current ?? NO_CALIBRATION),
    calibrationVersion: 1,
  }))
  const again = recalibrateWatched({
    outcomes: given,
    versions: new Map([[1, current ?? NO_CALIBRATION]]),
    current,
  })
  expect(again.decision).not.toBe('adopted')
  expect(again.calibration?.intercept).toBeCloseTo(current?.intercept ?? 0, 6)
  expect(again.calibration?.center).toBeCloseTo(current?.center ?? 0, 6)
})

test('leaves out outcomes of an unknown calibration', () => {
  const outcomes = watched(10, 7, () => 12).map((outcome) => ({ ...outcome, calibrationVersion: 3 }))
  expect(recalibrateWatched({ ...none, outcomes })).toMatchObject({ unusable: 10, known: { outcomes: 0 } })
})

test('reads chances of earlier calibrations as the formula gave them', () => {
  const version: Calibration = { center: -2, intercept: 0.4, slope: 0.7, multipliers: { debt: 2 } }
  const outcomes = watched(2000, 11, () => 12)
  const given = outcomes.map((outcome, i) =>
    i % 2 === 0
      ? outcome
      : { ...outcome, chance: calibrate(outcome.chance, outcome.categories, version), calibrationVersion: 3 },
  )
  const again = recalibrateWatched({ outcomes: given, versions: new Map([[3, version]]), current: null })
  const plain = recalibrateWatched({ ...none, outcomes })
  expect(again.calibration?.intercept).toBeCloseTo(plain.calibration?.intercept ?? 0, 9)
  expect(again.calibration?.slope).toBeCloseTo(plain.calibration?.slope ?? 0, 9)
  expect(again.decision).toBe(plain.decision)
})
