import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATEGORIES } from '../signals/categories.ts'
import { type Calibration, calibrate, NO_CALIBRATION, uncalibrate } from './calibration.ts'

const calibrations: fc.Arbitrary<Calibration> = fc.record({
  center: fc.double({ min: -4, max: 0, noNaN: true }),
  intercept: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
  slope: fc.double({ min: 0.05, max: 2, noNaN: true }),
  multipliers: fc.record({ debt: fc.double({ min: 0.3, max: 3, noNaN: true }) }),
})
const chances = fc.double({ min: 0.01, max: 0.97, noNaN: true })
const categories = fc.subarray([...CATEGORIES])

test('changes nothing without a calibration', () => {
  for (const chance of [0.01, 0.3, 0.9])
    expect(calibrate(chance, ['debt'], NO_CALIBRATION)).toBeCloseTo(chance, 12)
})

test('moves odds by intercept, slope and categories', () => {
  const odds = (chance: number) => chance / (1 - chance)
  const by = { center: 0, intercept: Math.log(2), slope: 1, multipliers: { debt: 3, death: 0.5 } }
  expect(odds(calibrate(0.2, [], by))).toBeCloseTo(2 * odds(0.2), 9)
  expect(odds(calibrate(0.2, ['debt', 'diapers'], by))).toBeCloseTo(6 * odds(0.2), 9)
  const flat = { center: Math.log(odds(0.1)), intercept: 0, slope: 0.5, multipliers: {} }
  expect(calibrate(0.1, [], flat)).toBeCloseTo(0.1, 9)
  expect(calibrate(0.5, [], flat)).toBeCloseTo(0.25, 9)
})

test('can be undone', () => {
  fc.assert(
    fc.property(chances, categories, calibrations, (chance, live, by) => {
      fc.pre(by.slope > 0.3 && by.slope < 1.5)
      expect(uncalibrate(calibrate(chance, live, by), live, by)).toBeCloseTo(chance, 6)
    }),
  )
})

test('keeps the order of people with the same categories, within 0 to 1', () => {
  fc.assert(
    fc.property(chances, chances, categories, calibrations, (a, b, live, by) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((chance) => calibrate(chance, live, by))
      expect(low).toBeLessThanOrEqual(high ?? 0)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
    }),
  )
})
