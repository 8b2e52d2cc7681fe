import { expect, test } from 'vitest'
import { adjustmentText, baselineFactorText, peersText, rateText } from './baseline-texts.ts'

const BASELINE = {
  hazard: 0.0795,
  chance: 0.0764,
  tenure: 'owner',
  age: 41,
  ageFrom: 'age',
  ageBand: { from: 35, to: 44 },
  cell: 0.072,
  factors: [],
} as const

test('A13 names the group of the baseline rate', () => {
  const peersOf = (overrides: object) => peersText({ ...BASELINE, factors: [], ...overrides })
  expect(peersOf({})).toBe('Owners aged 35 to 44')
  expect(peersOf({ tenure: 'renter', ageBand: { from: 85, to: null } })).toBe('Renters aged 85 and older')
  expect(peersOf({ tenure: null, ageBand: null, ageFrom: 'unknown' })).toBe('Owners and renters, age unknown')
  expect(peersOf({ ageBand: null, ageFrom: 'switched_off' })).toBe('Owners of all ages')
})

test('A13 explains each factor of the baseline', () => {
  const factorTextOf = (kind: Parameters<typeof baselineFactorText>[0]['kind'], known: number | null) =>
    baselineFactorText({ kind, known, factor: 1 })
  expect([
    factorTextOf('years_owned', 7.01),
    factorTextOf('years_owned', 1.5),
    factorTextOf('years_owned', 0.3),
    factorTextOf('years_owned', null),
  ]).toEqual([
    'In the home for 7 years',
    'In the home for 1 year',
    'In the home for less than a year',
    'Years in the home unknown',
  ])
  expect([0, 1, 3].map((moves) => factorTextOf('move_history', moves))).toEqual([
    'No recent move on record',
    '1 recent move on record',
    '3 recent moves on record',
  ])
  expect(factorTextOf('looked_up', null)).toBe('More complete data')
  expect(factorTextOf('rate_lock', 3.625)).toBe('Mortgage rate 3.6 points below market')
  expect(factorTextOf('negative_equity', 1.2)).toBe('Owes more than the home is worth')
})

test('A13 explains each adjustment of the signals', () => {
  expect(adjustmentText({ kind: 'together', categories: ['divorce', 'debt'], factor: 1.15 })).toBe(
    'Divorce and Debt act together: each counts ×\u00a01.15',
  )
  expect(adjustmentText({ kind: 'rate_lock', categories: ['diamonds'], factor: 0.5 })).toBe(
    'Low-rate mortgage: Diamonds counts half',
  )
  expect(adjustmentText({ kind: 'newer_address', categories: ['debt'], factor: 0.3 })).toBe(
    'Newer address on record, so the move may be over: Debt counts ×\u00a00.30',
  )
})

test('A13 shows a rate moves per 100 people a year', () => {
  expect(rateText(0.079488)).toBe('7.9 moves per 100 people a year')
})
