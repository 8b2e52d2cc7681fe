import { describe, expect, test } from 'vitest'
import { AGE_BANDS } from './age-band.ts'
import { evaluateField, expectedShare, type ObservedGroup } from './field-evaluation.ts'
import { areaUnderCurve, topLift, wilsonInterval } from './field-intervals.ts'

const group = (chance: number, contacts: number, moved: number, overrides: Partial<ObservedGroup> = {}) => ({
  score: 0,
  chance,
  months: 12,
  contacts,
  moved,
  ...overrides,
})

function evaluateMeasured(groups: ObservedGroup[]) {
  const evaluation = evaluateField(groups)
  if (evaluation.status !== 'measured') throw new Error('too few')
  return evaluation
}

describe('A30 intervals', () => {
  // Newcombe 1998, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])('gives the published bounds for %i of %i', (moved, contacts, low, high) => {
    const interval = wilsonInterval(moved, contacts)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  test('calculates the published area under the curve and error (Hanley & McNeil 1982, table I)', () => {
    const abnormal = [33, 11, 2, 2, 3]
    const normal = [2, 11, 6, 6, 33]
    const levels = abnormal.map((moved, index) => ({ moved, contacts: moved + (normal[index] ?? 0) }))
    const area = areaUnderCurve(levels)
    expect(area?.value).toBeCloseTo(0.893, 3)
    expect(((area?.high ?? 0) - (area?.value ?? 0)) / 1.96).toBeCloseTo(0.032, 3)
  })

  test('gives an area of 0.5 for equal chances, 1 for perfect ones, and null without both outcomes', () => {
    expect(areaUnderCurve([{ contacts: 80, moved: 40 }])?.value).toBe(0.5)
    const perfect = areaUnderCurve([
      { contacts: 40, moved: 40 },
      { contacts: 60, moved: 0 },
    ])
    expect(perfect).toEqual({ value: 1, low: 1, high: 1 })
    expect(areaUnderCurve([{ contacts: 40, moved: 40 }])).toBeNull()
    expect(areaUnderCurve([])).toBeNull()
  })

  test('calculates the lift of 30 in 100 against 30 in the other 900', () => {
    // 0.30 / 0.06 = 5. R = 9, variance of its logarithm 1/30 − 1/100 + 1/30 − 1/900 = 0.055556: R from 5.670 to 14.284,
    // and lift = R / (0.1 R + 0.9).
    const lift = topLift({ contacts: 100, moved: 30 }, { contacts: 900, moved: 30 })
    expect(lift?.value).toBeCloseTo(5, 12)
    expect(lift?.low).toBeCloseTo(3.865, 3)
    expect(lift?.high).toBeCloseTo(6.135, 3)
  })

  test('bounds the lift for zero counts, and gives null without other contacts', () => {
    const noMoves = topLift({ contacts: 50, moved: 0 }, { contacts: 450, moved: 40 })
    // Adding a half to each count: R = (0.5 / 50.5) / (40.5 / 450.5) = 0.110, up to 1.76 with an error of 1.415.
    expect(noMoves).toMatchObject({ value: 0, low: 0 })
    expect(noMoves?.high).toBeCloseTo(1.64, 2)
    const allMoves = topLift({ contacts: 50, moved: 40 }, { contacts: 450, moved: 0 })
    expect(allMoves?.value).toBeCloseTo(10, 12)
    expect(allMoves?.high).toBeCloseTo(10, 12)
    expect(allMoves && allMoves.low < 10 && allMoves.low > 5).toBe(true)
    expect(topLift({ contacts: 50, moved: 40 }, { contacts: 0, moved: 0 })).toBeNull()
  })
})

describe('A30 score snapshots and outcomes', () => {
  test('scales the expected share by hazard for part of a year', () => {
    expect(expectedShare(0.36, 12)).toBeCloseTo(0.36, 12)
    expect(expectedShare(0.36, 6)).toBeCloseTo(0.2, 12) // 1 − √0.64
    expect(expectedShare(0.488, 4)).toBeCloseTo(0.2, 12) // 1 − ∛0.512
    expect([expectedShare(0, 3), expectedShare(1, 3)]).toEqual([0, 1])
  })

  test('measures nothing with fewer than 30 moves', () => {
    expect(evaluateField([])).toEqual({ status: 'too_few', contacts: 0, outcomes: 0, needed: 30 })
    expect(evaluateField([group(0.2, 400, 29)])).toEqual({
      status: 'too_few',
      contacts: 400,
      outcomes: 29,
      needed: 30,
    })
    expect(evaluateField([group(0.2, 400, 30)]).status).toBe('measured')
  })

  test('adds up bands and tenths, weighted by contacts and months', () => {
    const evaluation = evaluateMeasured([
      group(0.36, 50, 12, { score: 80, months: 6 }),
      group(0.36, 50, 18, { score: 60 }),
      group(0.05, 600, 24, { score: 10 }),
      group(0.02, 300, 6),
    ])
    expect(evaluation).toMatchObject({ contacts: 1000, outcomes: 60, months: { from: 6, to: 12 } })
    // (50 · 0.20 + 50 · 0.36 + 600 · 0.05 + 300 · 0.02) / 1000 = 0.064
    expect(evaluation.overall.expected).toBeCloseTo(0.064, 12)
    expect(evaluation.overall.observed).toBeCloseTo(0.06, 12)
    expect(evaluation.bands.map(({ band, contacts, moved }) => [band, contacts, moved])).toEqual([
      ['Very High', 50, 12],
      ['High', 50, 18],
      ['Low', 600, 24],
      ['No live signal', 300, 6],
    ])
    expect(evaluation.bands[0]?.expected).toBeCloseTo(0.2, 12)
    expect(evaluation.bands[0]?.observed).toBeCloseTo(0.24, 12)
    // Groups with equal chances aren't split: 100 at the top, 600 in the middle, 300 at the bottom.
    expect(evaluation.tenths.map(({ contacts, moved }) => [contacts, moved])).toEqual([
      [100, 30],
      [600, 24],
      [300, 6],
    ])
    expect(evaluation.tenths[0]?.expected).toBeCloseTo(0.28, 12)
    expect(evaluation.lift?.value).toBeCloseTo(5, 12)
    expect(evaluation.lift?.low).toBeCloseTo(3.865, 3)
    expect(evaluation.lift?.share).toBeCloseTo(0.1, 12)
    // Stayers 70, 576, 294 (940); pairs 70 · 15 + 576 · (30 + 12) + 294 · (54 + 3) = 42,000 of 60 · 940.
    expect(evaluation.auc?.value).toBeCloseTo(42_000 / 56_400, 12)
  })

  test('splits distinct chances into ten equal parts in any order', () => {
    const groups = Array.from({ length: 100 }, (_, index) => group(index / 200, 1, index >= 60 ? 1 : 0))
    const evaluation = evaluateMeasured(groups)
    expect(evaluation.tenths.map(({ contacts }) => contacts)).toEqual(Array(10).fill(10))
    expect(evaluation.tenths[0]?.moved).toBe(10)
    expect(evaluateMeasured([...groups].reverse())).toEqual(evaluation)
  })

  test('skips impossible groups', () => {
    const validGroups = [group(0.2, 200, 40), group(0.1, 200, 10)]
    const invalidGroups = [
      group(Number.NaN, 10, 1),
      group(1.2, 10, 1),
      group(-0.1, 10, 1),
      group(0.2, 10, 11),
      group(0.2, 10, -1),
      group(0.2, 0, 0),
      group(0.2, 10, 1, { months: 2 }),
      group(0.2, 10, 1, { months: 13 }),
      group(0.2, 10, 1, { score: Number.NaN }),
    ]
    expect(evaluateMeasured([...invalidGroups, ...validGroups])).toEqual(evaluateMeasured(validGroups))
    expect(JSON.stringify(evaluateMeasured([group(0, 500, 40), group(1, 30, 30)]))).not.toMatch(
      /NaN|Infinity/,
    )
    expect(evaluateMeasured([group(0.3, 40, 40)])).toMatchObject({ lift: null, auc: null })
  })
})

test("uses the baseline's age bands", () => {
  expect(AGE_BANDS.map(({ label }) => label).join(' ')).toBe(
    '18-24 25-29 30-34 35-44 45-54 55-64 65-74 75-84 85+',
  )
})
