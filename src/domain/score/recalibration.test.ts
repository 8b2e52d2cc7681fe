import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simulateOutcomes, type TrueChance } from '#test/fixtures/simulated-outcomes.ts'
import { CATEGORIES } from '../signals/categories.ts'
import { type Calibration, calibrate, chanceOf, logitOf, NO_CALIBRATION } from './calibration.ts'
import { type KnownOutcome, recalibrate } from './recalibration.ts'
import { recalibration } from './recalibration-report.ts'

const recalibrateOn = (outcomes: readonly KnownOutcome[], current: Calibration | null = null) =>
  recalibrate({ outcomes, current })

const withOdds =
  (factor: number): TrueChance =>
  (chance) =>
    chanceOf(logitOf(chance) + Math.log(factor))

/** Simulations of some hundred fits take seconds, many more on a busy machine. */
const SLOW_TEST = { timeout: 120_000 }

describe('outcomes with a known bias', () => {
  test('remove a bias of everyone', () => {
    const { decision, calibration, holdOut, ranking } = recalibrateOn(
      simulateOutcomes(3_000, 1, withOdds(1.8)),
    )
    expect(decision).toBe('adopted')
    expect(calibration?.intercept).toBeGreaterThan(Math.log(1.5))
    expect(calibration?.intercept).toBeLessThan(Math.log(2.1))
    expect(holdOut?.before.intercept?.low).toBeGreaterThan(0.2)
    expect(holdOut?.after.intercept?.low).toBeLessThan(0)
    expect(holdOut?.after.intercept?.high).toBeGreaterThan(0)
    expect(holdOut?.after.ece.value).toBeLessThan((holdOut?.before.ece.value ?? 0) / 2)
    expect(ranking.verdict).toBe('ranked')
  })

  test('remove a slope: chances too far apart', () => {
    const flat: TrueChance = (chance) => chanceOf(-2 + 0.5 * (logitOf(chance) + 2))
    const { decision, calibration, holdOut } = recalibrateOn(simulateOutcomes(4_000, 2, flat))
    expect(decision).toBe('adopted')
    expect(calibration?.slope).toBeGreaterThan(0.4)
    expect(calibration?.slope).toBeLessThan(0.65)
    expect(holdOut?.before.slope?.high).toBeLessThan(0.8)
    expect(holdOut?.after.slope?.high).toBeGreaterThan(1)
  })

  test('remove the bias of one category only', () => {
    const moreDebt: TrueChance = (chance, categories) =>
      withOdds(categories.includes('debt') ? 3 : 1)(chance, categories, 0)
    const { calibration, decision } = recalibrateOn(simulateOutcomes(20_000, 3, moreDebt))
    expect(decision).toBe('adopted')
    // Shrunk from 3 by the prior.
    expect(calibration?.multipliers.debt).toBeGreaterThan(2)
    expect(calibration?.multipliers.debt).toBeLessThan(3.6)
    for (const category of CATEGORIES.filter((other) => other !== 'debt')) {
      expect(calibration?.multipliers[category]).toBeGreaterThan(0.7)
      expect(calibration?.multipliers[category]).toBeLessThan(1.4)
    }
  })

  test('bring the chances close to the true ones', SLOW_TEST, () => {
    const factors = fc.oneof(
      fc.double({ min: 0.4, max: 0.74, noNaN: true }),
      fc.double({ min: 1.35, max: 2.5, noNaN: true }),
    )
    fc.assert(
      fc.property(factors, fc.integer({ min: 1, max: 1e6 }), (factor, seed) => {
        const { calibration } = recalibrateOn(simulateOutcomes(6_000, seed, withOdds(factor)))
        const errorOf = (by: Calibration) =>
          [0.03, 0.1, 0.25]
            .map((chance) =>
              Math.abs(logitOf(calibrate(chance, [], by)) - logitOf(withOdds(factor)(chance, [], 0))),
            )
            .reduce((a, b) => a + b, 0)
        expect(errorOf(calibration ?? NO_CALIBRATION)).toBeLessThan(0.7 * errorOf(NO_CALIBRATION))
      }),
      { numRuns: 15, seed: 4 },
    )
  })
})

test.each([
  [150, 300],
  [500, 200],
  [2_000, 100],
])('adopts at most one change in twenty when %i outcomes come as predicted', SLOW_TEST, (count, runs) => {
  let adoptedCount = 0
  for (let seed = 1; seed <= runs; seed++) {
    if (recalibrateOn(simulateOutcomes(count, seed)).decision === 'adopted') adoptedCount++
  }
  expect(adoptedCount / runs).toBeLessThanOrEqual(0.05)
})

test('stays close to no change when outcomes come as predicted', () => {
  const { calibration, holdOut, ranking } = recalibrateOn(simulateOutcomes(5_000, 5))
  expect(Math.abs(calibration?.intercept ?? 1)).toBeLessThan(0.12)
  expect(Math.abs((calibration?.slope ?? 0) - 1)).toBeLessThan(0.15)
  for (const multiplier of Object.values(calibration?.multipliers ?? {}))
    expect(Math.abs(Math.log(multiplier))).toBeLessThan(0.5)
  expect(holdOut?.evidence).toBeLessThan(Math.log(20))
  expect(ranking.verdict).toBe('ranked')
})

describe('outcomes unrelated to the score', () => {
  const unrelated = simulateOutcomes(2_000, 6, () => 0.15)
  const { decision, calibration, ranking, holdOut } = recalibrateOn(unrelated)

  test('shrink chances toward the base rate', () => {
    expect(decision).toBe('adopted')
    expect(calibration?.slope).toBeLessThan(0.25)
    const calibrated = [0.02, 0.1, 0.4].map((chance) => calibrate(chance, [], calibration ?? NO_CALIBRATION))
    for (const chance of calibrated) expect(Math.abs(chance - 0.15)).toBeLessThan(0.05)
    expect(holdOut?.before.slope?.high).toBeLessThan(0.5)
  })

  test('say that the score did not rank', () => {
    expect(ranking.verdict).toBe('not_ranked')
    expect(ranking.auc?.low).toBeLessThan(0.5)
    expect(ranking.auc?.high).toBeGreaterThan(0.5)
  })

  test('flatten the score without reversing it when high chances move less', () => {
    const reversed = recalibrateOn(simulateOutcomes(4_000, 7, (chance) => Math.max(0.02, 0.3 - chance)))
    expect(reversed.ranking.verdict).toBe('reversed')
    expect(reversed.calibration?.slope).toBe(0.05)
  })
})

describe('minimums', () => {
  /** Outcomes of which exactly `moved` moved, `inDebt` of those with a live debt signal. */
  const outcomesWith = (count: number, moved: number, inDebt = 0): KnownOutcome[] =>
    simulateOutcomes(count, 8).map((outcome, i) => ({
      ...outcome,
      hasMoved: i < moved,
      categories: i < inDebt ? ['debt'] : [],
    }))
  const fittedOf = (outcomes: KnownOutcome[]) => {
    const { intercept, slope, categories } = recalibrateOn(outcomes)
    const fitted = categories.filter(({ fit }) => fit.status === 'fitted').map(({ category }) => category)
    return [intercept.status, slope.status, fitted]
  }

  test('need 100 outcomes with 20 moves for the intercept', () => {
    expect(fittedOf(outcomesWith(100, 20))).toEqual(['fitted', 'too_few', []])
    expect(fittedOf(outcomesWith(99, 20))).toEqual(['too_few', 'too_few', []])
    expect(fittedOf(outcomesWith(100, 19))).toEqual(['too_few', 'too_few', []])
    expect(recalibrateOn(outcomesWith(100, 19))).toMatchObject({
      intercept: { status: 'too_few', outcomes: 100, moved: 19, needed: { outcomes: 100, moved: 20 } },
      decision: 'too_few_outcomes',
      calibration: null,
      holdOut: null,
    })
  })

  test('need 300 outcomes with 50 moves for the slope', () => {
    expect(fittedOf(outcomesWith(300, 50))).toEqual(['fitted', 'fitted', []])
    expect(fittedOf(outcomesWith(299, 50))).toEqual(['fitted', 'too_few', []])
    expect(fittedOf(outcomesWith(300, 49))).toEqual(['fitted', 'too_few', []])
  })

  test('need 500 outcomes with 10 moves in a category for its multiplier', () => {
    expect(fittedOf(outcomesWith(500, 60, 10))).toEqual(['fitted', 'fitted', ['debt']])
    expect(fittedOf(outcomesWith(499, 60, 10))).toEqual(['fitted', 'fitted', []])
    expect(fittedOf(outcomesWith(500, 60, 9))).toEqual(['fitted', 'fitted', []])
  })

  test('say nothing of outcomes that are not there', () => {
    expect(recalibrateOn([])).toMatchObject({
      known: { outcomes: 0, moved: 0 },
      conversations: null,
      ranking: { verdict: 'unclear', auc: null },
      decision: 'too_few_outcomes',
    })
  })
})

test('reports outcomes known only from talking to people apart', () => {
  const outcomes = simulateOutcomes(1_000, 9)
  const talks = simulateOutcomes(400, 10, () => 0.7).map((talk) => ({ ...talk, isFromConversation: true }))
  const { conversations, ...rest } = recalibrateOn([...outcomes, ...talks])
  expect(rest).toEqual({ ...recalibrateOn(outcomes), conversations: undefined })
  expect(conversations).toMatchObject({ outcomes: 400 })
  expect(conversations?.observed).toBeCloseTo(0.7, 1)
  expect(conversations?.expected).toBeCloseTo(0.12, 1)
  expect(conversations?.low).toBeGreaterThan(conversations?.expected ?? 1)
})

test('leaves out impossible chances and days', () => {
  const [outcome] = simulateOutcomes(1, 12)
  const base = outcome as KnownOutcome
  const { unusable, known } = recalibrateOn([
    { ...base, chance: Number.NaN },
    { ...base, chance: 1.2 },
    { ...base, observedOn: '2026-02-30' },
    base,
  ])
  expect([unusable, known.outcomes]).toEqual([3, 1])
})

describe('the decision', () => {
  test('rejects a change that later outcomes no longer support', () => {
    const early: TrueChance = (chance, categories, day) =>
      withOdds(day < 400 ? 3 : 1)(chance, categories, day)
    const { decision, calibration } = recalibrateOn(simulateOutcomes(3_000, 13, early))
    expect(decision).toBe('brier_not_better')
    expect(calibration?.intercept).toBeGreaterThan(0.2)
  })

  test('rejects a change from a calibration that already fits', () => {
    const biased = simulateOutcomes(3_000, 14, withOdds(1.8))
    const first = recalibrateOn(biased)
    expect(first.decision).toBe('adopted')
    const later = simulateOutcomes(3_000, 15, withOdds(1.8))
    expect(recalibrateOn(later, first.calibration).decision).toBe('brier_not_better')
  })

  test('waits for later outcomes when all are from one day', () => {
    const sameDay = simulateOutcomes(1_000, 16, withOdds(3)).map((outcome) => ({
      ...outcome,
      observedOn: '2026-05-01',
    }))
    expect(recalibrateOn(sameDay)).toMatchObject({ decision: 'no_later_outcomes', holdOut: null })
  })

  test('does not depend on the order of the outcomes', () => {
    const outcomes = simulateOutcomes(800, 17, withOdds(2))
    const [forward, backward] = [outcomes, outcomes.toReversed()].map((ordered) => recalibrateOn(ordered))
    expect(backward?.decision).toBe(forward?.decision)
    expect(backward?.calibration?.intercept).toBeCloseTo(forward?.calibration?.intercept ?? 0, 9)
    expect(backward?.holdOut?.after.brier.value).toBeCloseTo(forward?.holdOut?.after.brier.value ?? 0, 9)
  })
})

test('gives finite numbers in the shape of the report for any outcomes', SLOW_TEST, () => {
  const outcome = fc.record({
    chance: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
    categories: fc.subarray([...CATEGORIES]),
    hasMoved: fc.boolean(),
    observedOn: fc.constantFrom('2024-01-01', '2024-06-01', '2025-01-01', '2025-06-01', '2026-01-01'),
    isFromConversation: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(outcome, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 200 }),
      (few, times) => {
        const outcomes = Array.from({ length: times }, () => few).flat()
        const result = recalibrateOn(outcomes)
        // zod's numbers are finite.
        expect(recalibration.safeParse(result).error).toBeUndefined()
        for (const { chance, categories } of few) {
          const calibrated = calibrate(chance, categories, result.calibration ?? NO_CALIBRATION)
          expect(calibrated).toBeGreaterThanOrEqual(0)
          expect(calibrated).toBeLessThanOrEqual(1)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('takes at most two seconds for 100,000 outcomes', SLOW_TEST, () => {
  const outcomes = simulateOutcomes(100_000, 18, withOdds(1.5))
  const durations = [1, 2, 3].map(() => {
    // Time of this process alone: other tests run at the same time.
    const start = process.cpuUsage()
    expect(recalibrateOn(outcomes).decision).toBe('adopted')
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  })
  expect(Math.min(...durations)).toBeLessThan(2)
})
