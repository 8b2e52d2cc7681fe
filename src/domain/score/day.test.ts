import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apportion } from './apportion.ts'
import { addMonths, formatDay, monthsBetween, parseDay } from './day.ts'

test('converts days to dates and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (day) => {
      expect(formatDay(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10))
      expect(parseDay(formatDay(day))).toBe(day)
    }),
  )
})

test('returns NaN for invalid days', () => {
  for (const text of [
    '',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-1-01',
    '26-01-011',
    'not-a-date',
    null,
    undefined,
  ]) {
    expect(parseDay(text)).toBeNaN()
  }
  expect(parseDay('2024-02-29')).not.toBeNaN()
})

test('counts 365.25 / 12 days per month', () => {
  expect(monthsBetween(parseDay('2022-11-15'), parseDay('2026-11-15'))).toBe(48)
  expect(formatDay(addMonths(parseDay('2022-11-15'), 48))).toBe('2026-11-15')
})

test('apportions a total into fair, whole shares', () => {
  const weights = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), weights, (total, weightList) => {
      const shares = apportion(total, weightList)
      const sum = weightList.reduce((a, b) => a + b, 0)
      expect(shares.reduce((a, b) => a + b, 0)).toBe(total)
      if (sum === 0) return
      for (const [i, share] of shares.entries()) {
        expect(Math.abs(share - (total * weightList[i]!) / sum)).toBeLessThan(1)
      }
    }),
  )
  expect(apportion(5, [])).toEqual([])
  expect(apportion(1, [2, 2])).toEqual([1, 0])
})
