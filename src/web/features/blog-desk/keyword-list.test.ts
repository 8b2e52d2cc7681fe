import { expect, test } from 'vitest'
import { joinKeywords, parseKeywords } from './keyword-list.ts'

test('P12 keywords are entered with commas between them, trimmed, empty ones dropped', () => {
  expect(parseKeywords(' first home,, ,move-up buyers , ')).toEqual(['first home', 'move-up buyers'])
  expect(parseKeywords(' , ,')).toEqual([])
  expect(parseKeywords('')).toEqual([])
})

test('P12 a keyword typed twice counts once, as it was typed first', () => {
  expect(parseKeywords('Listing, listing,Seller')).toEqual(['Listing', 'Seller'])
})

test('P12 what stands in the field is read back as it was', () => {
  expect(parseKeywords(joinKeywords(['a b', 'c']))).toEqual(['a b', 'c'])
})
