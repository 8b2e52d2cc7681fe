import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, fold, initials } from './name.ts'

describe('names', () => {
  it('are compared without case, accents and extra spaces', () => {
    expect(fold('  JOSÉ   Núñez ')).toBe('jose nunez')
    expect(fold('Jose\u0301')).toBe(fold('José'))
    expect(fold('Łukasz Strøm Größe Ærø')).toBe('lukasz strom grosse aero')
    expect(fold('İstanbul')).toBe('istanbul')
  })

  it('keep vowel signs that are letters', () => {
    expect(fold('कि')).not.toBe(fold('का'))
    expect(fold('が')).not.toBe(fold('か'))
  })

  it('are unchanged when folded twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  it('are stored composed, trimmed and without invisible characters', () => {
    expect(cleanText(' \u202eJose\u0301 \u00a0 Mari\u0301a\u200b ')).toBe('José María')
    expect(cleanText('\ufeffAnna')).toBe('Anna')
  })

  it('give initials for the avatar', () => {
    expect(initials('anna', 'smith')).toBe('AS')
    expect(initials('Émile', null)).toBe('É')
    expect(initials('"Bo"', "o'Brien")).toBe('BO')
    expect(initials('', '')).toBe('')
    expect(initials('👩🏽 Zoe', '🏡')).toBe('Z')
    expect(initials('ßen', 'x')).toBe('SSX')
  })
})
