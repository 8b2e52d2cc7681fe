import { expect, test } from 'vitest'
import { keywordsIn, typedKeywords } from './keyword-list.ts'

test('P12 keywords are entered with commas between them, trimmed, empty ones dropped', () => {
  expect(keywordsIn(' first home,, ,move-up buyers , ')).toEqual(['first home', 'move-up buyers'])
  expect(keywordsIn(' , ,')).toEqual([])
  expect(keywordsIn('')).toEqual([])
})

test('P12 a keyword typed twice counts once, as it was typed first', () => {
  expect(keywordsIn('Listing, listing,Seller')).toEqual(['Listing', 'Seller'])
})

test('P12 what stands in the field is read back as it was', () => {
  expect(keywordsIn(typedKeywords(['a b', 'c']))).toEqual(['a b', 'c'])
})
