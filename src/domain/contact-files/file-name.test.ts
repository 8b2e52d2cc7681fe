import { expect, test } from 'vitest'
import { fileNameOfHeader } from './file-name.ts'

const nameOfHeader = (name: string) => fileNameOfHeader(encodeURIComponent(name))

test('keeps file names in any script', () => {
  expect(nameOfHeader('leads 2026.csv')).toBe('leads 2026.csv')
  expect(nameOfHeader('Kontakte – Müller.csv')).toBe('Kontakte – Müller.csv')
  expect(nameOfHeader('連絡先.vcf')).toBe('連絡先.vcf')
})

test('drops folders, controls and direction marks', () => {
  expect(nameOfHeader('C:\\Users\\ann\\leads.csv')).toBe('leads.csv')
  expect(nameOfHeader('../../etc/passwd')).toBe('passwd')
  expect(nameOfHeader('a\r\nSet-Cookie: x\u202egpj.csv')).toBe('aSet-Cookie: xgpj.csv')
  expect(nameOfHeader('\u0000\t ')).toBeNull()
})

test('cuts a long name without breaking a character', () => {
  expect(nameOfHeader('x'.repeat(1000))).toHaveLength(200)
  const cutName = nameOfHeader('😀'.repeat(300)) ?? ''
  expect(cutName.length).toBeLessThanOrEqual(200)
  expect(cutName.isWellFormed()).toBe(true)
})

test('returns null for a name that is not encoded', () => {
  expect(fileNameOfHeader('%E0%A4%A')).toBeNull()
  expect(fileNameOfHeader(undefined)).toBeNull()
  expect(fileNameOfHeader(['a', 'b'])).toBeNull()
})
