import { describe, expect, test } from 'vitest'
import { parseAmount, readPipelineValue, textsOf } from './pipeline-amounts.ts'

test.each([
  ['450000', 450_000],
  ['$450,000.50', 450_000.5],
  [' 2.5 % ', 2.5],
  ['', null],
  ['-5', undefined],
  ['1e5', undefined],
  ['NaN', undefined],
  ['2000', undefined],
] as const)('reads %j as %j', (text, value) => {
  expect(parseAmount(text, text === '2000' ? 100 : 1_000_000)).toBe(value)
})

describe('values of a deal', () => {
  test('are cents for an amount', () => {
    expect(readPipelineValue({ price: '', fee: '$9,000.25', unit: 'amount' })).toEqual({
      value: { priceCents: null, feeCents: 900_025, feePercent: null },
    })
  })

  test('need a price for a percentage', () => {
    expect(readPipelineValue({ price: '', fee: '2', unit: 'percent' })).toEqual({
      errors: { price: 'Enter the price that the percentage is of' },
    })
  })

  test('are removed when both fields are empty', () => {
    expect(readPipelineValue({ price: ' ', fee: '', unit: 'percent' })).toEqual({ value: null })
  })

  test('name each field that is wrong', () => {
    expect(readPipelineValue({ price: 'much', fee: '101', unit: 'percent' })).toEqual({
      errors: { price: 'Enter a dollar amount, such as 450,000', fee: 'Enter a percentage up to 100' },
    })
  })

  test('fill the form as they were saved, and nothing before that', () => {
    expect(textsOf(undefined)).toEqual({ price: '', fee: '', unit: 'percent' })
    expect(textsOf({ side: 'seller', priceCents: 45_000_050, feeCents: null, feePercent: 2.5 })).toEqual({
      ...{ price: '450000.5', fee: '2.5', unit: 'percent' },
    })
    expect(textsOf({ side: 'buyer', priceCents: null, feeCents: 900_000, feePercent: null })).toEqual({
      ...{ price: '', fee: '9000', unit: 'amount' },
    })
  })
})
