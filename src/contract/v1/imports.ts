import { z } from 'zod'
import { apiEndpoint } from '../endpoint.ts'
import { isoDateTime, optionalLine } from '../text.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const MAX_CSV_LENGTH = 2 * 1024 * 1024

const importSummary = named(
  'Import',
  z.object({
    id: z.string(),
    status: z.enum(['uploading', 'queued', 'running', 'done', 'failed', 'undone']),
    fileName: z.string().nullable(),
    total: z.number().int().describe('Rows of the file'),
    imported: z.number().int(),
    skipped: z.number().int(),
    updated: z.number().int().describe('Rows that completed an existing contact'),
    createdAt: isoDateTime,
    finishedAt: isoDateTime.nullable(),
  }),
)
export type ApiImport = z.infer<typeof importSummary>

const importInput = named(
  'ImportInput',
  z.strictObject({
    csv: z.string('Required').min(1, 'Required').max(MAX_CSV_LENGTH).describe('The file, with a header'),
    fileName: optionalLine(200),
    couples: z.enum(['one', 'two']).default('one').describe('Contacts of a row that names two people'),
  }),
)
export type ImportInput = z.output<typeof importInput>

export const startImport = apiEndpoint('POST /api/v1/imports', {
  summary: 'Import contacts from CSV text of up to 2 MB. Existing contacts get the missing fields.',
  scope: 'contacts:write',
  operationId: 'startImport',
  rate: 'heavy',
  // JSON escapes can double the text.
  maxBodyBytes: 2 * MAX_CSV_LENGTH,
  body: importInput,
  responses: { 202: importSummary },
})

export const listImports = apiEndpoint('GET /api/v1/imports', {
  summary: 'List imports, newest first',
  scope: 'contacts:write',
  operationId: 'listImports',
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(importSummary) },
})

export const getImport = apiEndpoint('GET /api/v1/imports/{id}', {
  summary: 'Get the state of an import',
  scope: 'contacts:write',
  operationId: 'getImport',
  responses: { 200: importSummary },
})
