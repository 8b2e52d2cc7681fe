import { expect, test } from 'vitest'
import { joinKeywords, keywordField } from './keyword-list.ts'

test('P12 splits keywords at commas, trims them and drops empty ones', () => {
  expect(keywordField.parse(' first home,, ,move-up buyers , ')).toEqual(['first home', 'move-up buyers'])
  expect(keywordField.parse(' , ,')).toEqual([])
  expect(keywordField.parse('')).toEqual([])
})

test('P12 drops repeated keywords and preserves the first spelling', () => {
  expect(keywordField.parse('Listing, listing,Seller')).toEqual(['Listing', 'Seller'])
})

test('P12 reads joined keywords back unchanged', () => {
  expect(keywordField.parse(joinKeywords(['a b', 'c']))).toEqual(['a b', 'c'])
})

test('P12 counts repeated keywords once toward the limit of 20', () => {
  const twentyKeywords = Array.from({ length: 20 }, (_, index) => `keyword ${index}`)
  expect(keywordField.parse([...twentyKeywords, 'Keyword 3'].join())).toEqual(twentyKeywords)
  expect(keywordField.safeParse([...twentyKeywords, 'another'].join()).error?.issues[0]?.message).toBe(
    'Use at most 20 keywords',
  )
})
