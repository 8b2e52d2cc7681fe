import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaUnderCurve } from '#domain/score/field-intervals.ts'
import { binOf, binsOfEqualSize, calibrationError, type Prediction, rank } from '#domain/score/predictions.ts'
import { binsOfEqualWidth, moverShareWithin, topDecileLift } from './metrics.ts'

const predictionsOf = (...pairs: [value: number, moved: 0 | 1][]): Prediction[] =>
  pairs.map(([value, moved]) => ({ value, hasMoved: moved === 1 }))

/** Chance that a random mover ranks above a random stayer. */
const auc = (predictions: Prediction[]) => areaUnderCurve(rank(predictions).ties)?.value

test('groups equal predictions in a ranking', () => {
  // Movers .9 and .4, stayers .4 and .1: above in 3 of 4 pairs, tied in one.
  const people = predictionsOf([0.4, 0], [0.9, 1], [0.1, 0], [0.4, 1])
  expect(rank(people)).toEqual({
    peopleCount: 4,
    moverCount: 2,
    ties: [
      { contacts: 1, moved: 1 },
      { contacts: 2, moved: 1 },
      { contacts: 1, moved: 0 },
    ],
  })
  expect(auc(people)).toBe(3.5 / 4)
  expect(auc(predictionsOf([1, 1], [2, 0]))).toBe(0)
  expect(auc(predictionsOf([5, 1], [5, 0], [5, 0]))).toBe(0.5)
})

test('computes the same AUC as counting every pair', () => {
  const cases = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom<0 | 1>(0, 1)), {
    minLength: 2,
    maxLength: 30,
  })
  fc.assert(
    fc.property(cases, (pairs) => {
      const [movers, stayers] = [1, 0].map((moved) => pairs.filter((pair) => pair[1] === moved))
      fc.pre(movers!.length > 0 && stayers!.length > 0)
      const wins = movers!.flatMap(([a]) => stayers!.map(([b]) => (a > b ? 1 : a === b ? 0.5 : 0)))
      const expected = wins.reduce((sum: number, win) => sum + win, 0) / wins.length
      expect(auc(predictionsOf(...pairs))).toBeCloseTo(expected, 12)
    }),
  )
})

test('computes lift of the top tenth', () => {
  const pairs = Array.from({ length: 20 }, (_, i): [number, 0 | 1] => [20 - i, i < 2 || i >= 18 ? 1 : 0])
  expect(topDecileLift(rank(predictionsOf(...pairs)))).toBe(5)
  expect(moverShareWithin(rank(predictionsOf(...pairs)), 1)).toBe(1)
})

test('counts a tie at the boundary in proportion', () => {
  // Ten people with the same value, two of them movers: a tenth of the list holds a tenth of the movers.
  const tiedPairs = Array.from({ length: 10 }, (_, i): [number, 0 | 1] => [1, i < 2 ? 1 : 0])
  expect(moverShareWithin(rank(predictionsOf(...tiedPairs)), 0.1)).toBeCloseTo(0.1, 12)
  expect(topDecileLift(rank(predictionsOf(...tiedPairs)))).toBeCloseTo(1, 12)
})

test('groups predictions into bins with expected and observed shares', () => {
  const people = predictionsOf([0.05, 0], [0.15, 0], [0.15, 1], [0.95, 1], [1, 1])
  expect(binsOfEqualWidth(people, 10)).toEqual([
    { people: 1, expected: 0.05, observed: 0 },
    { people: 2, expected: 0.15, observed: 0.5 },
    { people: 2, expected: 0.975, observed: 1 },
  ])
  expect(binsOfEqualSize(people, 2).map((bin) => bin.people)).toEqual([3, 2])
  expect(binsOfEqualSize(people, 9).map((bin) => bin.people)).toEqual([1, 1, 1, 1, 1])
  expect(binOf([]).expected).toBeNaN()
})

test('weighs calibration errors by people', () => {
  const bins = [
    { people: 3, expected: 0.1, observed: 0.2 },
    { people: 1, expected: 0.5, observed: 0.1 },
  ]
  expect(calibrationError(bins)).toBeCloseTo((3 * 0.1 + 0.4) / 4, 12)
})
