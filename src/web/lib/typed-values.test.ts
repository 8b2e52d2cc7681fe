import { expect, test } from 'vitest'
import { parseCount, parseZipCodes } from './typed-values.ts'

test.each([
  ['', null],
  ['  ', null],
  ['25', 25],
  [' 25 ', 25],
  ['1,000', 1000],
  ['100000', 100_000],
])('parseCount reads %j as %j', (text, count) => {
  expect(parseCount(text, 100_000)).toBe(count)
})

test.each(['0', '-5', '2.5', '1e3', '0x10', 'ten', '10 contacts', '100001', '1,00', '١٢'])(
  'parseCount refuses %j',
  (text) => {
    expect(parseCount(text, 100_000)).toBeUndefined()
  },
)

test('parseZipCodes reads codes once, and refuses the text if one is wrong', () => {
  expect(parseZipCodes(' 78701, 78702\n78701;78703 ')).toEqual(['78701', '78702', '78703'])
  expect(parseZipCodes('')).toEqual([])
  for (const text of ['7870', '78701 7870', '787012', '78701-1234', 'Austin'])
    expect(parseZipCodes(text)).toBeUndefined()
})
