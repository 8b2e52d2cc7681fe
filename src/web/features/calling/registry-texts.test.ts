import { expect, test } from 'vitest'
import { areaCodesText, expiryText, registryName } from './registry-texts.ts'

test.each([
  ['2026-11-23', 'Expires in 31 days'],
  ['2026-10-24', 'Expires in 1 day'],
  ['2026-10-23', 'Expires today'],
  ['2026-10-20', 'Expired 3 days ago'],
])('a file of %s says %s on November 23', (asOf, text) => {
  expect(expiryText({ asOf }, '2026-11-23')).toBe(text)
})

test('names registries and area codes', () => {
  expect(['national', 'TX'].map(registryName)).toEqual(['National', 'Texas'])
  const areaCodes = ['201', '202', '203', '204', '205', '206', '207']
  expect([['512'], ['512', '737'], areaCodes].map(areaCodesText)).toEqual([
    '512',
    '512 and 737',
    '201, 202, 203, 204, 205 and 2 more',
  ])
})
