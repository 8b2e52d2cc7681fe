import { expect, test } from 'vitest'
import { comparableCounty, countyGeoid } from './county.ts'

test.each([
  ['DuPage County', 'DU PAGE'],
  ['DuPage (County)', 'Dupage'],
  ['Orleans (Parish)', 'Orleans Parish'],
  ['St. Louis', 'Saint Louis County'],
  ['Doña Ana', 'DONA ANA County'],
  ['Aleutians West (CA)', 'Aleutians West Census Area'],
  ["Prince George's", 'PRINCE GEORGES COUNTY'],
  ['Baltimore (city)', 'Baltimore (Independent City)'],
])('treats %s and %s as equal', (a, b) => {
  expect(comparableCounty(a)).toBe(comparableCounty(b))
})

test('separates an independent city from the county of the same name', () => {
  expect(comparableCounty('Baltimore (city)')).not.toBe(comparableCounty('Baltimore County'))
  expect(comparableCounty('Lake')).not.toBe(comparableCounty('Salt Lake'))
  expect(comparableCounty(' () ')).toBe('')
})

test.each([
  ['IL', '043', '17043'],
  ['CA', '037', '06037'],
  ['AE', '001', null],
  [null, '043', null],
  ['IL', null, null],
])('the county %s %s has the GEOID %s', (state, countyFips, geoid) => {
  expect(countyGeoid(state, countyFips)).toBe(geoid)
})
