import { expect, test } from 'vitest'
import { comparableCounty } from './county.ts'

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
