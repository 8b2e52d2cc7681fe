import { expect, test } from 'vitest'
import {
  BASELINE,
  ENRICHMENT_FACTORS,
  FORMULA,
  INTERACTIONS,
  LOCK_IN,
  MODEL_VERSION,
  MOVE_HISTORY,
  OWNERSHIP_YEARS,
  SCHOOL_AGE_CHILDREN,
  SUBTYPES,
} from './parameters.ts'

/** Version of the pinned parameters. Stored scores refer to it, so a changed parameter needs a new version. */
const VERSION = '2026.12'

/** Subtype: alpha (its range), hazard ratio, lead, peak from, peak to, half-life. */
const EXPECTED_ROWS = `
death.estate: .55 (.35 .80) 1 0 4 14 9
death.survivor: .05 (.03 .09) 1.6 0 2 18 12
death.unknown: .20 (.08 .40) 1.3 0 3 15 10
divorce.filed: .55 (.35 .80) 1 6 -3 6 9
divorce.inferred: .35 (.15 .60) 1 6 -3 6 9
downsizing.state: .01 (0 .02) 1.55 0 0 24 36
downsizing.retire: .02 (0 .04) 1.6 6 -3 12 12
debt.nod: .26 (.20 .32) 1 0 9 21 12
debt.auction: .70 (.45 1.0) 1 0 0 6 6
debt.taxlien: .06 (.02 .12) 1 0 3 18 12
debt.bankruptcy: .10 (.04 .18) 1 0 3 15 12
debt.armreset: .03 (0 .06) 1 6 -3 6 9
diapers: .02 (0 .04) 1.45 9 -6 12 18
diplomas.young: .25 (.15 .40) 1.5 3 -1 6 6
diplomas.other: .05 (.01 .10) 1.15 3 -1 6 6
diamonds: .20 (.10 .35) 1.3 6 -3 9 9
destinations.metro: .60 (.30 .95) 1 2 0 6 6
destinations.local: .02 (0 .05) 1.3 2 0 6 9
disaster.damage: .25 (.12 .45) 1 0 0 9 12
disaster.county: .25 (.12 .45) 1 0 0 9 12
`

test('A30 pins the effects of this model version', () => {
  expect(MODEL_VERSION).toBe(VERSION)
  const rows = EXPECTED_ROWS.trim().split('\n')
  const expected = rows.map((row) => {
    const [subtype, numbers = ''] = row.split(': ')
    return [subtype, ...numbers.replace(/[()]/g, '').split(' ').map(Number)]
  })
  const actual = Object.entries(SUBTYPES).map(([subtype, row]) => {
    const { alpha, alphaRange, hazardRatio, lead, peak, halfLife } = row
    return [subtype, alpha, ...alphaRange, hazardRatio, lead, ...peak, halfLife]
  })
  expect(actual).toEqual(expected)
})

test('A30 pins the baseline of this model version', () => {
  const cellsOf = (column: 'owner' | 'renter' | 'ownershipShare') =>
    BASELINE.bands.map((band) => band[column])
  expect(BASELINE.bands.map(({ below }) => below)).toEqual([25, 30, 35, 45, 55, 65, 75, 85, 121])
  expect(cellsOf('owner')).toEqual([0.171, 0.139, 0.112, 0.077, 0.056, 0.045, 0.039, 0.041, 0.059])
  expect(cellsOf('renter')).toEqual([0.428, 0.353, 0.289, 0.214, 0.171, 0.139, 0.112, 0.107, 0.128])
  expect(cellsOf('ownershipShare')).toEqual([0.24, 0.37, 0.5, 0.62, 0.7, 0.76, 0.79, 0.79, 0.7])
  expect(BASELINE.unknownAge).toEqual({ owner: 0.0639, renter: 0.2295, all: 0.1273 })
  expect(OWNERSHIP_YEARS.factors.map(({ below, factor }) => [below, factor])).toEqual([
    [1, 0.55],
    [2, 0.85],
    [5, 1.25],
    [10, 1.2],
    [15, 1],
    [20, 0.85],
    [30, 0.75],
    [Number.POSITIVE_INFINITY, 0.7],
  ])
  expect(OWNERSHIP_YEARS.lateLife).toEqual({ minAge: 75, minYears: 15, atLeast: 0.9 })
  expect(MOVE_HISTORY).toMatchObject({ variance: 0.25, years: 10, minMonthsBetween: 2, atMost: 2 })
  expect([ENRICHMENT_FACTORS.beforeEnrichment, ENRICHMENT_FACTORS.afterEnrichment]).toEqual([1, 0.92])
})

test('A30 pins interactions, locks and bounds of this model version', () => {
  expect(INTERACTIONS.map(({ terms, factor, minAge }) => [...terms, factor, minAge])).toEqual([
    ['divorce', 'debt', 1.15, null],
    ['death.survivor', 'downsizing', 1.25, 60],
  ])
  expect(SCHOOL_AGE_CHILDREN).toMatchObject({ category: 'destinations', factor: 0.85 })
  expect(LOCK_IN).toMatchObject({
    factorPerPoint: 0.82,
    atLeast: 0.5,
    baselineShare: 0.6,
    categories: ['downsizing', 'diapers', 'diamonds', 'destinations'],
    negativeEquity: { aboveLoanToValue: 1, factor: 0.7 },
  })
  expect(SUBTYPES['disaster.county']).toMatchObject({ maxChanceReal: 0.1, minTaskConfidence: 0.3 })
  expect(FORMULA).toMatchObject({
    halfLivesToZero: 5,
    liveIntensity: 0.05,
    corroboration: 0.5,
    maxChanceReal: 0.98,
    scoreScale: Math.log(1.5) / Math.log(4),
    afterMove: 0.3,
    listedChance: 0.65,
  })
})
