import { describe, expect, it } from 'vitest'
import { formatPhone, normalizePhone, phoneDigits } from './phone.ts'

describe('phone numbers', () => {
  it.each([
    '(630) 555-0142',
    '630-555-0142',
    '630.555.0142',
    '630 555 0142',
    '6305550142',
    '1-630-555-0142',
    '+1 630 555 0142',
    'tel:+1-630-555-0142',
    '\u202a+1 (630) 555-0142\u202c',
    '６３０-５５５-０１４２',
  ])('%s is one number', (input) => {
    expect(normalizePhone(input).e164).toBe('+16305550142')
  })

  it.each(['+5125550147', '+3125550147', '+4155550147', '+(512) 555-0147'])(
    'reads %s as a US number despite the plus',
    (input) => expect(normalizePhone(input).e164).toBe(`+1${input.replace(/\D/g, '')}`),
  )

  it.each(['+6565550147', '+61395550123', '+41445550100', '+442079460958', '+4915123456'])(
    'keeps the country of %s',
    (input) => expect(normalizePhone(input).e164).toBe(input),
  )

  it('keep their foreign country', () => {
    expect(normalizePhone('+44 20 7946 0958').e164).toBe('+442079460958')
  })

  it.each([
    '',
    '5550142',
    'call me',
    'call 630 555 0142',
    '630-555-0142 / 312-555-0143',
    '+1 630 555 01422222',
    '000',
  ])('returns "%s" unchanged, because it is not one number', (input) => {
    expect(normalizePhone(input)).toEqual({ e164: null, input })
  })

  it('are formatted nationally in the US and internationally otherwise', () => {
    expect(formatPhone('+16305550142')).toBe('(630) 555-0142')
    expect(formatPhone('+442079460958')).toBe('+44 20 7946 0958')
    expect(formatPhone('ask Ben')).toBe('ask Ben')
    expect(formatPhone('')).toBe('')
  })

  it('are searched by national digits and with the country code', () => {
    expect(phoneDigits('+16305550142')).toEqual(['6305550142', '16305550142'])
    expect(phoneDigits('+442079460958')).toEqual(['02079460958', '442079460958'])
    expect(phoneDigits('ext 42')).toEqual(['42'])
    expect(phoneDigits('ask Ben')).toEqual([])
  })
})
