import { expect, test } from 'vitest'
import { joinKeywords, parseKeywords } from './keyword-list.ts'

test('P12 splits keywords at commas, trims them and drops empty ones', () => {
  expect(parseKeywords(' first home,, ,move-up buyers , ')).toEqual(['first home', 'move-up buyers'])
  expect(parseKeywords(' , ,')).toEqual([])
  expect(parseKeywords('')).toEqual([])
})

test('P12 drops repeated keywords and preserves the first spelling', () => {
  expect(parseKeywords('Listing, listing,Seller')).toEqual(['Listing', 'Seller'])
})

test('P12 reads joined keywords back unchanged', () => {
  expect(parseKeywords(joinKeywords(['a b', 'c']))).toEqual(['a b', 'c'])
})
