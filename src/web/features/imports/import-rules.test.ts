import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ImportStatus } from '#contract/imports.ts'
import { contactTemplateCsv } from '#domain/contact-files/csv-export.ts'
import { countRows, creditsAtMost, isCsvName, isUnderWay, LineCounter, lookupText } from './import-rules.ts'
import { importFailureText } from './imports-queries.ts'

const lookups = { requested: true, waiting: 0, done: 0, outOfCredits: false }
const finished: ImportStatus = {
  importId: 'i1',
  imported: 935,
  skipped: 12,
  total: 947,
  errors: [],
  kind: 'csv',
  status: 'done',
  progress: 1,
  failure: null,
  enrichment: lookups,
  createdAt: '2026-11-20T12:00:00Z',
  finishedAt: '2026-11-20T12:00:09Z',
}

test('A10 only names that end in .csv are taken, in any case', () => {
  expect(['people.csv', 'PEOPLE.CSV', 'people.csv.xlsx', 'people.xlsx', 'csv'].map(isCsvName)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('A10 a file without data gets the specified words', () => {
  expect(importFailureText('No CSV data in the request')).toBe('Please select a valid CSV file to upload.')
  expect(importFailureText('The file is too large')).toBe('The file is too large')
})

test('A10 the template the page offers is the one the export writes', () => {
  const offered = readFileSync(new URL('../../../../public/contact_template.csv', import.meta.url), 'utf8')
  expect(offered).toBe(contactTemplateCsv())
})

test('A10 rows are counted without the header, with or without a last line end', async () => {
  expect(await countRows(new Blob(['First Name,Last Name\nDana,Whitlock\nMei,Tanaka']))).toBe(2)
  expect(await countRows(new Blob(['First Name,Last Name\r\nDana,Whitlock\r\n']))).toBe(1)
  expect(await countRows(new Blob(['']))).toBe(0)
  const wide = new LineCounter()
  wide.push(Buffer.from('a,b\nc,d\n', 'utf16le'))
  expect(wide.rows()).toBe(1)
})

test('A10 the switch names the smaller of balance and rows', () => {
  expect(creditsAtMost(612, 935)).toBe(612)
  expect(creditsAtMost(612, 40)).toBe(40)
  expect(creditsAtMost(612, null)).toBe(612)
  expect(creditsAtMost(null, null)).toBeNull()
})

test('A10 lookups report how far they are and that the rest waits for credits', () => {
  expect(lookupText({ ...lookups, done: 412, waiting: 523 })).toBe('412 of 935 looked up')
  expect(lookupText({ ...lookups, done: 412, waiting: 523, outOfCredits: true })).toBe(
    '412 of 935 looked up; out of credits: the rest waits',
  )
  expect(lookupText({ ...lookups, requested: false })).toBeNull()
  expect(lookupText(lookups)).toBeNull()
})

test('A10 watching ends when rows and lookups are done, or when credits are', () => {
  expect(isUnderWay(undefined)).toBe(true)
  expect(isUnderWay({ ...finished, status: 'running' })).toBe(true)
  expect(isUnderWay(finished)).toBe(false)
  expect(isUnderWay({ ...finished, enrichment: { ...lookups, waiting: 3 } })).toBe(true)
  expect(isUnderWay({ ...finished, enrichment: { ...lookups, waiting: 3, outOfCredits: true } })).toBe(false)
  expect(isUnderWay({ ...finished, status: 'undone', enrichment: { ...lookups, waiting: 3 } })).toBe(false)
})
