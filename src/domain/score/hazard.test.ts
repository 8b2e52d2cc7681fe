import { describe, expect, test } from 'vitest'
import { household } from '#test/fixtures/score-input.ts'
import { baselineHazard, lockFactorsOf, midpointOfAgeRange, scoredAge } from './baseline.ts'
import { intensity, strengthAt, subtypeRow } from './hazard.ts'
import {
  BASELINE,
  ENRICHMENT_FACTORS,
  FORMULA,
  INTERACTIONS,
  LOCK_IN,
  MARKET,
  MOVE_HISTORY,
  OWNERSHIP_YEARS,
  SCHOOL_AGE_CHILDREN,
  SUBTYPES,
  type Subtype,
} from './parameters.ts'
import type { ScoreHousehold } from './score-input.ts'
import { signalScore, signalStrength } from './signal-strength.ts'

const curve = { lead: 6, peak: [-3, 6], halfLife: 9 } as const

describe('strength of an event', () => {
  test('rises from the lead, stays at the peak, halves, and ends after five half-lives', () => {
    expect([-6.1, -6, -4.5, -3, 0, 6, 15, 24, 51, 51.1].map((months) => strengthAt(curve, months))).toEqual([
      0,
      0,
      0.5,
      1,
      1,
      1,
      0.5,
      0.25,
      2 ** -5,
      0,
    ])
  })

  test('begins at the event if there is no lead', () => {
    const suddenCurve = { lead: 0, peak: [0, 6], halfLife: 6 } as const
    expect([strengthAt(suddenCurve, -0.1), strengthAt(suddenCurve, 0)]).toEqual([0, 1])
  })

  test('averages intensity over the next twelve months', () => {
    expect(intensity(curve, -3.4)).toBeCloseTo((9 + 1 + 2 ** (-0.1 / 9) + 2 ** (-1.1 / 9)) / 12, 1)
    expect(intensity({ lead: 0, peak: [0, 24], halfLife: 36 }, 0)).toBe(1)
    expect(intensity(curve, 60)).toBe(0)
  })

  test('has a range and a source for every subtype', () => {
    for (const subtype of Object.keys(SUBTYPES) as Subtype[]) {
      const { alpha, alphaRange, hazardRatio, lead, peak, halfLife, source } = SUBTYPES[subtype]
      expect(alphaRange[0] <= alpha && alpha <= alphaRange[1]).toBe(true)
      expect(hazardRatio >= 1 && halfLife > 0 && peak[0] <= peak[1] && -lead <= peak[0]).toBe(true)
      expect(source).not.toBe('')
      expect(subtypeRow(subtype)?.expiryDays).toBeGreaterThan(peak[1] * 30)
    }
    expect(subtypeRow('toString')).toBeUndefined()
  })
})

test('has a source for every other parameter, and a range for tables', () => {
  const groups = [
    BASELINE,
    OWNERSHIP_YEARS,
    ENRICHMENT_FACTORS,
    LOCK_IN,
    MARKET,
    MOVE_HISTORY,
    FORMULA,
    SCHOOL_AGE_CHILDREN,
    ...INTERACTIONS,
  ]
  for (const { source } of groups) expect(source).not.toBe('')
  for (const { cellTolerance } of [BASELINE, OWNERSHIP_YEARS]) expect(cellTolerance).toBe(0.2)
})

describe('the baseline', () => {
  const baselineFor = (
    facts: Parameters<typeof household>[0],
    policy = { excludeFamilial: false, excludeAge: false },
  ) => {
    const home = household({ enriched: false, ...facts })
    return baselineHazard(home, scoredAge(home, policy), lockFactorsOf(home).baseline)
  }

  test('reads ages at band edges and ranges at their midpoint', () => {
    expect([24, 25, 84, 85, 120].map((age) => baselineFor({ tenure: 'owner', age }))).toEqual([
      0.171, 0.139, 0.041, 0.059, 0.059,
    ])
    expect(baselineFor({ tenure: 'renter', ageRange: '45-54' })).toBe(0.171)
    expect(['45-54', '85+', '25 to 34', '54-45', 'old', '200+', null].map(midpointOfAgeRange)).toEqual([
      49.5,
      85,
      29.5,
      null,
      null,
      null,
      null,
    ])
  })

  test('falls back to the mean when the age is unknown or implausible', () => {
    for (const age of [null, 12, 250, Number.NaN]) expect(baselineFor({ age })).toBe(BASELINE.unknownAge.all)
    expect(baselineFor({ tenure: 'renter' })).toBe(BASELINE.unknownAge.renter)
  })

  test('averages chances when the tenure is unknown', () => {
    expect(1 - Math.exp(-baselineFor({ age: 33 }))).toBeCloseTo(
      0.5 * (1 - Math.exp(-0.112)) + 0.5 * (1 - Math.exp(-0.289)),
      12,
    )
  })

  test('applies years owned to owners only, averaged over the year ahead, with a late-life minimum', () => {
    const ownershipFactorOf = (ownershipYears: number | null, age = 40) =>
      baselineFor({ tenure: 'owner', age, ownershipYears }) / baselineFor({ tenure: 'owner', age })
    const factors = [0.5, 1, 4.9, 5, 12, 16, 29, 60].map(
      (years) => Math.round(ownershipFactorOf(years) * 100) / 100,
    )
    expect(factors).toEqual([0.7, 0.85, 1.2, 1.2, 1, 0.85, 0.75, 0.7])
    expect(
      [
        ownershipFactorOf(31, 76),
        ownershipFactorOf(14, 76),
        ownershipFactorOf(0.5, 76),
        ownershipFactorOf(-1),
      ].map((factor) => Math.round(factor * 100) / 100),
    ).toEqual([0.9, 1, 0.7, 1])
    expect(baselineFor({ tenure: 'renter', age: 40, ownershipYears: 31 })).toBe(0.214)
  })

  test('compares the moves on record with those expected', () => {
    const factorOf = (facts: Partial<ScoreHousehold>) =>
      baselineFor({ age: 40, ...facts }) / baselineFor({ age: 40, ...facts, moveHistory: null })
    const history = (moves: number, years: number, yearsSinceMove: number) => ({
      moves,
      years,
      yearsSinceMove,
    })
    // Renters of 40 move .214 times a year: 1 / (1 + .25 · 2 · .214) without a move in two years.
    expect(factorOf({ tenure: 'renter', moveHistory: history(0, 2, 2) })).toBeCloseTo(1 / 1.107, 9)
    expect(factorOf({ tenure: 'renter', moveHistory: history(1, 2, 0) })).toBeGreaterThan(1.1)
    expect(factorOf({ tenure: 'renter', moveHistory: history(40, 10, 0) })).toBe(2)
    for (const facts of [{}, { tenure: 'owner', ownershipYears: null }] as const) {
      expect(factorOf({ ...facts, moveHistory: history(0, 10, 10) })).toBeLessThan(1)
      expect(factorOf({ ...facts, moveHistory: history(4, 10, 1) })).toBeGreaterThan(1)
    }
  })

  test("counts an owner's time in the present home once", () => {
    const owner = { tenure: 'owner', age: 40, ownershipYears: 3 } as const
    const withHistory = (moves: number, years: number) =>
      baselineFor({ ...owner, moveHistory: { moves, years, yearsSinceMove: 3 } })
    expect(withHistory(0, 3)).toBe(baselineFor(owner))
    expect(withHistory(1, 3)).toBe(baselineFor(owner))
    expect(withHistory(4, 10)).toBeGreaterThan(baselineFor(owner))
    expect(withHistory(1, 10)).toBeLessThan(baselineFor(owner))
  })

  test('limits the rate lock and adds negative equity', () => {
    expect(lockFactorsOf(household({ tenure: 'owner', rateGap: 9, loanToValue: 1.1 }))).toEqual({
      baseline: (1 - 0.6 * 0.5) * 0.7,
      signals: 0.5 * 0.7,
    })
    expect(lockFactorsOf(household({ tenure: 'owner', rateGap: -2 }))).toEqual({ baseline: 1, signals: 1 })
  })
})

test('A13 gives signal scores and strength labels', () => {
  expect([signalScore(0.9, 1), signalScore(0.85, 0.5), signalScore(0.5, 0)]).toEqual([90, 43, 0])
  expect([100, 75, 74, 50, 49, 25, 24, 0].map(signalStrength)).toEqual([
    'Very High',
    'Very High',
    'High',
    'High',
    'Medium',
    'Medium',
    'Low',
    'Low',
  ])
})
