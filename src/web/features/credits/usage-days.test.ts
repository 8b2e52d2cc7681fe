import { expect, test } from 'vitest'
import { operationLabel, signedAmount } from './ledger-texts.ts'
import { activeDays, axisMax, chartDayCount, usageDescription } from './usage-days.ts'

const day = (number: number, used = 0, more: { refunded?: number; granted?: number } = {}) => ({
  day: `2026-11-${String(number).padStart(2, '0')}`,
  used,
  refunded: 0,
  granted: 0,
  ...more,
})

test('A26 makes the chart as wide as the credit month', () => {
  expect(chartDayCount([day(1), day(2)], '2026-12-01T00:00:00.000Z')).toBe(30)
  expect(chartDayCount([day(1), day(2)], '2026-12-01T09:30:00.000Z')).toBe(31)
  expect(chartDayCount([day(1), day(2)], null)).toBe(14)
  expect(chartDayCount([day(1), day(2)], '2026-11-01T00:00:00.000Z')).toBe(14)
  expect(chartDayCount([], '2026-12-01T00:00:00.000Z')).toBe(0)
})

test.each([
  [0, 5],
  [5, 5],
  [6, 10],
  [11, 20],
  [214, 500],
  [1000, 1000],
])('A26 ends the axis for a busiest day of %i at %i', (used, top) => {
  expect(axisMax([day(1, used)])).toBe(top)
})

test('A26 describes the chart in words', () => {
  expect(usageDescription([day(1, 3), day(2, 60), day(3)])).toBe(
    'Credits used each day from Nov 1, 2026 to Nov 3, 2026: 63 credits, the most on Nov 2, 2026 (60)',
  )
  expect(usageDescription([day(1)])).toMatch(/: none$/)
})

test('A26 lists days with credit activity, newest first', () => {
  const days = [day(1, 0, { granted: 1000 }), day(2), day(3, 0, { refunded: 1 }), day(4, 2)]
  expect(activeDays(days).map((each) => each.day)).toEqual(['2026-11-04', '2026-11-03', '2026-11-01'])
})

test('A26 labels operations and signs amounts', () => {
  expect(operationLabel('enrich')).toBe('Enrichment')
  expect(operationLabel('gift')).toBe('gift')
  expect([signedAmount(1000), signedAmount(-1), signedAmount(0)]).toEqual(['+1,000', '−1', '+0'])
})
