import { expect, test } from 'vitest'
import { fileNameOfHeader } from './file-name.ts'

const named = (name: string) => fileNameOfHeader(encodeURIComponent(name))

test('keeps file names in any script', () => {
  expect(named('leads 2026.csv')).toBe('leads 2026.csv')
  expect(named('Kontakte – Müller.csv')).toBe('Kontakte – Müller.csv')
  expect(named('連絡先.vcf')).toBe('連絡先.vcf')
})

test('drops folders, controls and direction marks', () => {
  expect(named('C:\\Users\\ann\\leads.csv')).toBe('leads.csv')
  expect(named('../../etc/passwd')).toBe('passwd')
  expect(named('a\r\nSet-Cookie: x\u202egpj.csv')).toBe('aSet-Cookie: xgpj.csv')
  expect(named('\u0000\t ')).toBeNull()
})

test('cuts a long name without breaking a character', () => {
  expect(named('x'.repeat(1000))).toHaveLength(200)
  const cut = named('😀'.repeat(300)) ?? ''
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut.isWellFormed()).toBe(true)
})

test('is null when the name is not encoded', () => {
  expect(fileNameOfHeader('%E0%A4%A')).toBeNull()
  expect(fileNameOfHeader(undefined)).toBeNull()
  expect(fileNameOfHeader(['a', 'b'])).toBeNull()
})
