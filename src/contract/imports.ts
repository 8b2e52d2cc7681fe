import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

/** What an import did. `errors` are lines fit to show, at most 1,000 of them. */
export const importResult = z.object({
  importId: z.string(),
  imported: z.number().int(),
  skipped: z.number().int(),
  total: z.number().int(),
  errors: z.array(z.string()),
})
export type ImportResult = z.infer<typeof importResult>

export const importStatus = importResult.extend({
  kind: z.enum(['csv', 'bulk']),
  status: z.enum(['uploading', 'queued', 'running', 'done', 'failed', 'undone']),
  /** 0..1, of the rows. */
  progress: z.number(),
  failure: z.string().nullable(),
  enrichment: z.object({
    requested: z.boolean(),
    waiting: z.number().int(),
    done: z.number().int(),
    outOfCredits: z.boolean(),
  }),
  createdAt: isoDateTime,
  finishedAt: isoDateTime.nullable(),
})
export type ImportStatus = z.infer<typeof importStatus>

const enrichSwitch = z.strictObject({ enrich: z.enum(['0', '1']).default('1') })

export const importCsv = endpoint({
  method: 'POST',
  path: '/api/contacts/import/csv',
  summary: 'Import a CSV file sent as the raw body; Prefer: respond-async answers 202 at once',
  access: 'subscriber',
  rate: 'heavy',
  query: enrichSwitch,
  streams: ['text/plain', 'text/csv'],
  answers: { 200: importResult, 202: z.object({ importId: z.string() }) },
})

const bulkField = z.string().max(500).nullish()

export const importBulk = endpoint({
  method: 'POST',
  path: '/api/contacts/import/bulk',
  summary: 'Import contacts picked on a device',
  maxBodyBytes: 5 * 1024 * 1024,
  access: 'subscriber',
  rate: 'heavy',
  query: enrichSwitch,
  body: z.strictObject({
    contacts: z
      .array(z.strictObject({ name: bulkField, phone: bulkField, email: bulkField, address: bulkField }))
      .max(5000, 'Send at most 5,000 contacts at a time'),
  }),
  answers: { 200: importResult, 202: z.object({ importId: z.string() }) },
})

const importParams = z.object({ id: uuid })

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/{id}',
  summary: 'State, counts and refused rows of an import',
  access: 'subscriber',
  rate: 'read',
  params: importParams,
  answers: { 200: importStatus },
})

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/{id}/undo',
  summary: 'Take back an import of the last 30 days: its contacts are deleted',
  access: 'subscriber',
  rate: 'heavy',
  params: importParams,
  answers: { 200: z.object({ removed: z.number().int() }) },
})
