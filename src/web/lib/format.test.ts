import { expect, test } from 'vitest'
import {
  cityLine,
  formatBytes,
  formatCount,
  formatDay,
  formatExactPercent,
  formatFactName,
  formatLastDay,
  formatLift,
  formatMoment,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPhone,
  formatQuantity,
  joinPresent,
  localMinute,
  yearsSince,
} from './format.ts'

test('A08 formats a chance as "54%", never rounded to none or certain', () => {
  expect(formatPercent(0.539)).toBe('54%')
  expect(formatPercent(0)).toBe('0%')
  expect(formatPercent(0.004)).toBe('under 1%')
  expect(formatPercent(0.996)).toBe('over 99%')
  expect(formatPercent(1)).toBe('100%')
  expect(formatExactPercent(0.53853)).toBe('53.9%')
  expect(formatLift(7.02)).toBe('7.0×')
})

test('A08 formats US phone numbers and leaves others unchanged', () => {
  expect(formatPhone('+16305550142')).toBe('(630) 555-0142')
  expect(formatPhone('+442079460958')).toBe('+442079460958')
  expect(formatPhone('call the office')).toBe('call the office')
})

test('A13 formats calendar days independent of the time zone', () => {
  expect(formatDay('2026-09-18')).toBe('Sep 18, 2026')
  expect(formatDay('2026-01-01')).toBe('Jan 1, 2026')
  expect(formatDay('2026-09')).toBe('September 2026')
  expect(formatDay('2019')).toBe('2019')
  expect(formatDay('unknown')).toBe('unknown')
  expect(formatMonth('2027-03-31')).toBe('March 2027')
})

test('A12 shows an unreadable timestamp unchanged', () => {
  expect(formatMoment('2026-10-02T15:41:00Z')).toMatch(/^Oct [123], 2026, \d{1,2}:41/)
  expect(formatMoment('soon')).toBe('soon')
})

test('A14 formats money, counts and sizes', () => {
  expect(formatMoney(412000.4)).toBe('$412,000')
  expect(formatCount(2418)).toBe('2,418')
  expect(formatQuantity(1, 'person', 'people')).toBe('1 person')
  expect(formatQuantity(0, 'person', 'people')).toBe('0 people')
  expect(formatBytes(13_600)).toBe('14 KB')
  expect(formatBytes(3_200_000)).toBe('3.2 MB')
})

test('A14 formats fact names as words', () => {
  expect(formatFactName('livingSquareFeet')).toBe('Living square feet')
  expect(formatFactName('owner1')).toBe('Owner 1')
})

test('A08 joins only the parts present', () => {
  expect(joinPresent([null, 'IL'])).toBe('IL')
  expect(joinPresent(['Naperville', 'IL'])).toBe('Naperville, IL')
  expect(joinPresent([null, undefined])).toBe('')
  expect(cityLine({ city: 'Lisle', state: 'IL', zipCode: '60532' })).toBe('Lisle, IL 60532')
  expect(cityLine({ city: null, state: 'IL', zipCode: null })).toBe('IL')
})

test('A15 counts whole years only', () => {
  const now = new Date('2026-11-20T00:00:00Z')
  expect(yearsSince('2019-11-20', now)).toBe(7)
  expect(yearsSince('2019-11-21', now)).toBe(6)
  expect(yearsSince('2019', now)).toBe(7)
  expect(yearsSince('2031-01-01', now)).toBeNull()
  expect(yearsSince('unknown', now)).toBeNull()
})

test('P11 fills the time field with local time', () => {
  const moment = new Date(2027, 0, 5, 9, 30, 40)
  expect(localMinute(moment)).toBe('2027-01-05T09:30')
  expect(new Date(localMinute(moment)).getTime()).toBe(moment.getTime() - 40_000)
})

test('formatLastDay shows the chosen last day of a plan in every time zone', () => {
  const former = process.env.TZ
  try {
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Honolulu']) {
      process.env.TZ = zone
      expect([zone, formatLastDay('2027-02-01T00:00:00.000Z')]).toEqual([zone, 'Jan 31, 2027'])
    }
  } finally {
    process.env.TZ = former
  }
})
