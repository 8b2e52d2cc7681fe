import { expect, test } from 'vitest'
import { RowCounter } from './row-counter.ts'

function rowsOf(text: string | Buffer, step = 1_000_000): number {
  const bytes = Buffer.from(text)
  const counter = new RowCounter()
  for (let start = 0; start < bytes.length; start += step) counter.push(bytes.subarray(start, start + step))
  return counter.rows()
}

const NOTES = 'Name,Notes\nAnna,"First line\nsecond, with ""quotes""\r\nthird"\nBen,"a\n\nb"\nCy,\n'

test('A10 counts rows, not line breaks in quoted notes', () => {
  expect(rowsOf(NOTES)).toBe(3)
  for (const step of [1, 2, 3, 7]) expect(rowsOf(NOTES, step), `in pieces of ${step}`).toBe(3)
})

test('A10 ignores lines without values', () => {
  expect(rowsOf('a,b\n\n \n,,\n"",""\nc,d\n\n')).toBe(1)
  expect(rowsOf('')).toBe(0)
})

test('A10 counts with any line break, separator and encoding', () => {
  expect(rowsOf('a,b\rc,d\re,f')).toBe(2)
  expect(rowsOf('a;b\r\n"c;\r\nd";e\r\n')).toBe(1)
  expect(rowsOf('a\tb\n"c\n"\td\n')).toBe(1)
  expect(rowsOf(Buffer.from('a,b\nc,"d\ne"\n', 'utf16le'))).toBe(1)
})

test('A10 ignores a quotation mark inside a value', () => {
  expect(rowsOf('Name,Height\nAnna,5\'10"\nBen,6\'1"\n')).toBe(2)
  expect(rowsOf('Name,Nick\nAnna,the "boss"\nBen,x\n')).toBe(2)
})

test('A10 counts rows after a quotation mark that is never closed', () => {
  expect(rowsOf(`a,b\nc,"d\n${'e,f\n'.repeat(10)}`)).toBeGreaterThanOrEqual(10)
  expect(rowsOf(`a,b\nc,"d\n${'e,f\n'.repeat(50_000)}`)).toBeGreaterThanOrEqual(50_000)
})
