import { expect, test } from 'vitest'
import { addMonths, creditMonthAt } from './credit-months.ts'

const year = { start: '2026-01-31T10:00:00.000Z', end: '2027-01-31T10:00:00.000Z' }

test.each([
  ['2026-01-31T09:59:59.999Z', null],
  ['2026-01-31T10:00:00.000Z', { number: 0, start: '2026-01-31T10:00:00.000Z' }],
  ['2026-02-28T09:59:59.999Z', { number: 0, start: '2026-01-31T10:00:00.000Z' }],
  ['2026-02-28T10:00:00.000Z', { number: 1, start: '2026-02-28T10:00:00.000Z' }],
  ['2026-03-30T12:00:00.000Z', { number: 1, start: '2026-02-28T10:00:00.000Z' }],
  ['2026-12-31T10:00:00.000Z', { number: 11, start: '2026-12-31T10:00:00.000Z' }],
  ['2027-01-31T09:59:59.999Z', { number: 11, start: '2026-12-31T10:00:00.000Z' }],
  ['2027-01-31T10:00:00.000Z', null],
])('A26 finds the month of a paid year at %s', (time, month) => {
  expect(creditMonthAt(year, new Date(time))).toEqual(month)
})

test('keeps the time of day when adding months, in leap years too', () => {
  expect(addMonths(new Date('2028-01-30T23:30:00Z'), 1).toISOString()).toBe('2028-02-29T23:30:00.000Z')
  expect(addMonths(new Date('2026-12-15T00:00:00Z'), 12).toISOString()).toBe('2027-12-15T00:00:00.000Z')
})
