import { expect, test } from 'vitest'
import { measureCalibration } from './calibration-figures.ts'
import type { Prediction } from './predictions.ts'

/** `count` people with this chance, of whom `moved` moved. */
const people = (value: number, count: number, moved: number): Prediction[] =>
  Array.from({ length: count }, (_, i) => ({ value, hasMoved: i < moved }))

test('finds nothing wrong with chances that came true', () => {
  const figures = measureCalibration([...people(0.1, 500, 50), ...people(0.3, 500, 150)], [])
  // Σ p · (1 − p) per person: (.09 + .21) / 2.
  expect(figures.brier.value).toBeCloseTo(0.15, 9)
  expect(figures.ece.value).toBeCloseTo(0, 9)
  expect(figures.intercept?.value).toBeCloseTo(0, 6)
  expect(figures.slope?.value).toBeCloseTo(1, 6)
  // 150 of 200 movers are above 450 of 800 stayers; the rest of the pairs are half ties, half below.
  expect(figures.auc?.value).toBeCloseTo((150 * 450 + 0.5 * (150 * 350 + 50 * 450)) / (200 * 800), 9)
})

test('measures odds that are twice as high as predicted', () => {
  // Odds of 1 to 9 predicted, 2 to 9 observed: 2 / 11 moved.
  const figures = measureCalibration([...people(0.1, 1_100, 200)], [])
  expect(figures.intercept?.value).toBeCloseTo(Math.log(2), 6)
  expect(figures.intercept?.low).toBeGreaterThan(0.4)
  expect(figures.intercept?.high).toBeLessThan(1)
  // Equal chances have no slope and rank no one.
  expect(figures.slope).toBeNull()
  expect(figures.auc?.value).toBe(0.5)
})

test('measures chances that are twice as far apart on log odds as the outcomes', () => {
  // Odds of 1 to 16 and 1 to 1 predicted, 1 to 4 and 1 to 1 observed.
  const figures = measureCalibration([...people(1 / 17, 500, 100), ...people(0.5, 500, 250)], [])
  expect(figures.slope?.value).toBeCloseTo(0.5, 6)
  expect(figures.slope?.high).toBeLessThan(1)
})

test('sees a group that is wrong among people of the same chance', () => {
  const [group, others] = [people(0.2, 100, 80), people(0.2, 900, 120)]
  const everyone = [...group, ...others]
  expect(measureCalibration(everyone, []).ece.value).toBeCloseTo(0, 9)
  // 100 of 1,100 people in bins are off by .6.
  expect(measureCalibration(everyone, [group]).ece.value).toBeCloseTo(0.6 / 11, 9)
})

test('gives the same intervals every time', () => {
  const predictions = [...people(0.1, 200, 30), ...people(0.3, 200, 50)]
  const [first, second] = [1, 2].map(() => measureCalibration(predictions, []))
  expect(second).toEqual(first)
  expect(first?.ece.low).toBeLessThanOrEqual(first?.ece.high ?? 0)
})
