import { expect, test } from 'vitest'
import { formatExactPercent } from '#web/lib/format.ts'
import { axisEnd, formatMultiples, formatShares, observationPeriodText } from './outcome-texts.ts'

test('A30 formats shares and intervals with one decimal', () => {
  expect(formatExactPercent(0.064)).toBe('6.4%')
  expect(formatShares({ low: 0.0469, high: 0.0765 })).toBe('4.7 to 7.6%')
  expect(formatMultiples({ low: 3.865, high: 6.135 })).toBe('3.9 to 6.1×')
  expect(observationPeriodText({ from: 3, to: 12 })).toBe('3 to 12 months')
  expect(observationPeriodText({ from: 12, to: 12 })).toBe('12 months')
})

test('A30 ends an axis at the tenth above its highest value', () => {
  expect([[], [0.02], [0.3], [0.31, 0.2], [0.97]].map(axisEnd)).toEqual([0.1, 0.1, 0.3, 0.4, 1])
})
