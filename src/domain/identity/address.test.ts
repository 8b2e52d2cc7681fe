import { describe, expect, it } from 'vitest'
import { isZipCode, normalizeZip, stateCode, stateName } from './address.ts'

describe('addresses', () => {
  it('read states by code or name', () => {
    expect(stateCode(' illinois ')).toBe('IL')
    expect(stateCode('il')).toBe('IL')
    expect(stateCode('D.C.')).toBe('DC')
    expect(stateCode('new  york')).toBe('NY')
    expect(stateCode('Bavaria')).toBeNull()
    expect(stateCode('constructor')).toBeNull()
    expect(stateName('tx')).toBe('Texas')
    expect(stateName('')).toBeNull()
  })

  it('keep or restore the leading zero of ZIP codes', () => {
    expect(normalizeZip('02116', 'MA')).toBe('02116')
    expect(normalizeZip('2116', 'MA')).toBe('02116')
    expect(normalizeZip('2116-1234', 'Massachusetts')).toBe('02116-1234')
    expect(normalizeZip('2116')).toBe('02116')
    expect(normalizeZip('021161234', 'MA')).toBe('02116-1234')
  })

  it('leave foreign four-digit codes unchanged', () => {
    expect(normalizeZip('6061', 'IL')).toBe('6061')
    expect(normalizeZip('8001', 'Zürich')).toBe('8001')
    expect(normalizeZip('SW1A 1AA')).toBe('SW1A 1AA')
    expect(normalizeZip('')).toBe('')
  })

  it('recognize the format of a ZIP code', () => {
    expect(['60614', '60614-1234'].every(isZipCode)).toBe(true)
    expect(['6061', '606141234', '60614-', ' 60614', 'SW1A'].some(isZipCode)).toBe(false)
  })
})
