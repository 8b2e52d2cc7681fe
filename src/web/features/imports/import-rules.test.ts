import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ImportStatus } from '#contract/imports.ts'
import { CONTACT_FIELD_LABELS, CONTACT_FIELDS } from '#domain/identity/contact-draft.ts'
import {
  countRows,
  enrichmentProgressText,
  extraDataTexts,
  importName,
  invalidFieldOf,
  isCsvName,
  isInProgress,
  maxCreditCost,
} from './import-rules.ts'
import { importFailureText } from './imports-queries.ts'

const enrichmentCounts = { requested: true, waiting: 0, done: 0, outOfCredits: false }
const finishedImport: ImportStatus = {
  importId: 'i1',
  imported: 935,
  skipped: 12,
  total: 947,
  errors: [],
  kind: 'csv',
  status: 'done',
  progress: 1,
  failure: null,
  enrichment: enrichmentCounts,
  ...{ fileName: 'leads.csv', importedBy: 'Ada Okafor', updated: 0, needsAttention: 12 },
  ...{ openUntil: '2026-12-20T12:00:09Z', mayUndo: true, unknownColumns: [], warnings: [] },
  agents: null,
  kept: { emails: 0, phones: 0, addresses: 0, notes: 0, labels: 0, partners: 0 },
  optOuts: { people: 0, open: 0 },
  createdAt: '2026-11-20T12:00:00Z',
  finishedAt: '2026-11-20T12:00:09Z',
}

test('A10 accepts only names that end in .csv, in any case', () => {
  expect(['people.csv', 'PEOPLE.CSV', 'people.csv.xlsx', 'people.xlsx', 'csv'].map(isCsvName)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('A10 shows the specified text when a file has no data', () => {
  expect(importFailureText('No CSV data in the request')).toBe('Please select a valid CSV file to upload.')
  expect(importFailureText('The file is too large')).toBe('The file is too large')
})

test('A10 offers the template with the columns of the export', () => {
  const templateHeader = readFileSync(
    new URL('../../../../public/contact_template.csv', import.meta.url),
    'utf8',
  )
  expect(templateHeader).toBe(
    `${CONTACT_FIELDS.map((field) => CONTACT_FIELD_LABELS[field]).join(',')}\r\n` +
      'Jane,Doe,jane.doe@example.com,(630) 555-0142,"123 Main St, Apt 4",Naperville,IL,60540\r\n',
  )
})

test('A10 counts rows without the header, with or without a final line break', async () => {
  expect(await countRows(new Blob(['First Name,Last Name\nDana,Whitlock\nMei,Tanaka']))).toBe(2)
  expect(await countRows(new Blob(['First Name,Last Name\r\nDana,Whitlock\r\n']))).toBe(1)
  expect(await countRows(new Blob(['']))).toBe(0)
})

test('A10 shows the smaller of balance and rows as maximum cost', () => {
  expect(maxCreditCost(612, 935)).toBe(612)
  expect(maxCreditCost(612, 40)).toBe(40)
  expect(maxCreditCost(612, null)).toBe(612)
  expect(maxCreditCost(null, null)).toBeNull()
})

test('A10 shows the enrichment progress and how many contacts wait for credits', () => {
  expect(enrichmentProgressText({ ...enrichmentCounts, done: 412, waiting: 523 })).toBe('412 of 935 enriched')
  expect(enrichmentProgressText({ ...enrichmentCounts, done: 412, waiting: 523, outOfCredits: true })).toBe(
    '412 of 935 enriched. Out of credits: the rest wait for more.',
  )
  expect(enrichmentProgressText({ ...enrichmentCounts, requested: false })).toBeNull()
  expect(enrichmentProgressText(enrichmentCounts)).toBeNull()
})

test('A10 stops polling when rows and enrichments are done or credits run out', () => {
  expect(isInProgress(undefined)).toBe(true)
  expect(isInProgress({ ...finishedImport, status: 'running' })).toBe(true)
  expect(isInProgress(finishedImport)).toBe(false)
  expect(isInProgress({ ...finishedImport, enrichment: { ...enrichmentCounts, waiting: 3 } })).toBe(true)
  expect(
    isInProgress({ ...finishedImport, enrichment: { ...enrichmentCounts, waiting: 3, outOfCredits: true } }),
  ).toBe(false)
  expect(
    isInProgress({ ...finishedImport, status: 'undone', enrichment: { ...enrichmentCounts, waiting: 3 } }),
  ).toBe(false)
})

test('A10 finds the missing field in the text of the report', () => {
  expect(invalidFieldOf('Row 7: Last Name is missing')).toBe('lastName')
  expect(invalidFieldOf('Card 3: First Name is missing; Email is too long')).toBe('firstName')
  expect(invalidFieldOf('Contact 2: Zip is too long')).toBe('zipCode')
  expect(invalidFieldOf('Row 4: Already in your contacts')).toBeNull()
})

test('A10 lists the extra data saved, and nothing when there is none', () => {
  expect(extraDataTexts(finishedImport.kept)).toEqual([])
  expect(extraDataTexts({ ...finishedImport.kept, emails: 1, phones: 1200, notes: 2 })).toEqual([
    '1 more email address',
    '1,200 more phone numbers',
    '2 contacts with notes',
  ])
})

test('A10 names an import after its file or source', () => {
  expect(importName(finishedImport)).toBe('leads.csv')
  expect(importName({ fileName: null, kind: 'bulk' })).toBe('Contacts from a device')
})
