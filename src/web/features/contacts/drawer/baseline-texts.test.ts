import { expect, test } from 'vitest'
import { adjustmentText, baselineFactorText, exactPercent, peersText, rateText } from './baseline-texts.ts'

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

test('A13 whose rate a score starts from', () => {
  const of = (over: object) => peersText({ ...BASELINE, factors: [], ...over })
  expect(of({})).toBe('Owners aged 35 to 44')
  expect(of({ tenure: 'renter', ageBand: { from: 85, to: null } })).toBe('Renters aged 85 and over')
  expect(of({ tenure: null, ageBand: null, ageFrom: 'unknown' })).toBe('Owners and renters, age not known')
  expect(of({ ageBand: null, ageFrom: 'switched_off' })).toBe('Owners of all ages')
})

test('A13 what multiplies it', () => {
  const of = (kind: Parameters<typeof baselineFactorText>[0]['kind'], known: number | null) =>
    baselineFactorText({ kind, known, factor: 1 })
  expect([
    of('years_owned', 7.01),
    of('years_owned', 1.5),
    of('years_owned', 0.3),
    of('years_owned', null),
  ]).toEqual([
    'In the home for 7 years',
    'In the home for 1 year',
    'In the home for less than a year',
    'Years in the home not known',
  ])
  expect(of('looked_up', null)).toBe('Looked up: fewer unknown events are left')
  expect(of('rate_lock', 3.625)).toBe('Loan 3.6 points cheaper than a new one')
  expect(of('negative_equity', 1.2)).toBe('Loans above the value of the home')
})

test('A13 what multiplied the signals', () => {
  expect(adjustmentText({ kind: 'together', categories: ['divorce', 'debt'], factor: 1.15 })).toBe(
    'Divorce and debt act together: each counts ×\u00a01.15.',
  )
  expect(adjustmentText({ kind: 'newer_address', categories: ['debt'], factor: 0.3 })).toBe(
    'A newer address is on record, the move may be over: debt counts ×\u00a00.30.',
  )
})

test('A13 figures with the tenth that a calculation needs', () => {
  expect(rateText(0.079488)).toBe('7.9 per 100 a year')
  expect(exactPercent(0.53853)).toBe('53.9\u00a0%')
})
