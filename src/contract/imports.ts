import { z } from 'zod'
import { SYNC_CONSENT } from '#domain/compliance/sync-consent.ts'
import { CONFIDENCES, COUPLE_CHOICES, CSV_FIELDS, type CsvMapping } from '#domain/contact-files/csv-fields.ts'
import { CONTACT_FIELDS } from '#domain/identity/contact-draft.ts'
import { assignTarget } from './assignments.ts'
import { contactInput } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery, uuid } from './text.ts'

/** The result of an import. `errors` are up to 1,000 lines for people. */
export const importResult = z.object({
  importId: z.string(),
  imported: z.number().int(),
  skipped: z.number().int(),
  total: z.number().int(),
  errors: z.array(z.string()),
})
export type ImportResult = z.infer<typeof importResult>

/** Extra data in imported contacts beyond the eight fields; notes, labels and partners count contacts. */
const storedCounts = z.object({
  emails: z.number().int(),
  phones: z.number().int(),
  addresses: z.number().int(),
  notes: z.number().int(),
  labels: z.number().int(),
  partners: z.number().int(),
})
export type StoredCounts = z.infer<typeof storedCounts>

const agentCounts = z.object({ matched: z.number().int(), unmatched: z.number().int() })
export type AgentCounts = z.infer<typeof agentCounts>

/** An import in the history. */
const importSummary = z.object({
  importId: z.string(),
  kind: z.enum(['csv', 'bulk', 'vcf']),
  status: z.enum(['uploading', 'queued', 'running', 'done', 'failed', 'undone']),
  /** Null for contacts from a device and files without a name. */
  fileName: z.string().nullable(),
  /** Name of the member; null after they left. */
  importedBy: z.string().nullable(),
  createdAt: isoDateTime,
  finishedAt: isoDateTime.nullable(),
  imported: z.number().int(),
  skipped: z.number().int(),
  /** Rows that completed an existing contact. */
  updated: z.number().int(),
  total: z.number().int(),
  /** Skipped rows that can still be fixed. */
  needsAttention: z.number().int(),
  /** Deadline for undoing it and fixing its rows; null before it ends and after the deadline. */
  openUntil: isoDateTime.nullable(),
  /** True if the caller may undo it until `openUntil`. */
  mayUndo: z.boolean(),
})
export type ImportSummary = z.infer<typeof importSummary>

export const importStatus = importSummary.extend({
  errors: importResult.shape.errors,
  /** Share of rows done, 0..1. */
  progress: z.number(),
  failure: z.string().nullable(),
  enrichment: z.object({
    requested: z.boolean(),
    waiting: z.number().int(),
    done: z.number().int(),
    outOfCredits: z.boolean(),
  }),
  kept: storedCounts,
  /** Contacts whose agent in the file is a member, and isn't; null if they weren't assigned as in the file. */
  agents: agentCounts.nullable(),
  /** Columns of the file that were ignored. */
  unknownColumns: z.array(z.string()),
  warnings: z.array(z.string()),
  /** People opted out by the file, and how many of them need review. */
  optOuts: z.object({ people: z.number().int(), open: z.number().int() }),
})
export type ImportStatus = z.infer<typeof importStatus>

const enrichQuery = z.strictObject({ enrich: z.enum(['0', '1']).default('1') })
/**
 * Target of the assignment of a file's contacts. With `file`, each goes to the member that the file names as the agent,
 * by email address or full name.
 */
const importTarget = z.union([...assignTarget.options, z.literal('file')], {
  error: 'Choose a member, rules, pond, none or file',
})
export type ImportTarget = z.infer<typeof importTarget>

/** Without a target, a member who imports contacts keeps them. */
const fileQuery = enrichQuery.extend({ assignTo: importTarget.optional() })
const importResponses = { 200: importResult, 202: z.object({ importId: z.string() }) }

const csvField = z.enum(CSV_FIELDS)
const fieldOrNone = z.enum([...CSV_FIELDS, 'none'])

/** Fits a thousand corrected columns in a request line of 16 KiB. */
const MAX_MAPPING_LENGTH = 12_000
const MAX_COLUMNS = 1000

const columnMapping = z.record(
  z.string().regex(/^(?:0|[1-9]\d{0,2})$/, 'This is not a valid column'),
  fieldOrNone,
)

/**
 * Corrected columns as a query parameter: a JSON object from field to column indexes (`{"notes":"3,7-9","none":"12"}`)
 * in base64url.
 */
const mapping = z
  .string()
  .max(MAX_MAPPING_LENGTH)
  .transform((text, context) => {
    try {
      return columnsByIndex(JSON.parse(atob(text.replace(/-/g, '+').replace(/_/g, '/'))))
    } catch {
      context.addIssue('This is not a valid column mapping')
      return z.NEVER
    }
  })
  .pipe(columnMapping)

const columnRanges = z.record(
  z.string(),
  z.string().regex(/^\d{1,3}(?:-\d{1,3})?(?:,\d{1,3}(?:-\d{1,3})?)*$/),
)

function columnsByIndex(value: unknown): Record<string, string> {
  const fields: [string, string][] = []
  for (const [field, ranges] of Object.entries(columnRanges.parse(value))) {
    for (const range of ranges.split(',')) {
      const [first = 0, last = first] = range.split('-').map(Number)
      for (let index = first; index <= last && fields.length <= MAX_COLUMNS; index++)
        fields.push([String(index), field])
    }
  }
  return Object.fromEntries(fields)
}

/** Encodes corrected columns for the query of an import. */
export function encodeMapping(corrections: CsvMapping): string {
  const columns = new Map<string, string[]>()
  for (const [index, field] of Object.entries(corrections)) {
    const ranges = columns.get(field) ?? []
    const [first, last = first] = (ranges.at(-1) ?? '').split('-')
    if (ranges.length > 0 && Number(last) === Number(index) - 1)
      ranges[ranges.length - 1] = `${first}-${index}`
    else ranges.push(index)
    columns.set(field, ranges)
  }
  const compact = Object.fromEntries([...columns].map(([field, ranges]) => [field, ranges.join(',')]))
  return btoa(JSON.stringify(compact)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

export const csvPreview = z.object({
  columns: z.array(
    z.object({
      header: z.string(),
      /** Null for an unrecognized column, which is imported only if a field is chosen. */
      field: csvField.nullable(),
      confidence: z.enum(CONFIDENCES).nullable(),
      /** The first value below the header. */
      sample: z.string(),
    }),
  ),
  /** Number of the header row; null if the first row is data. */
  headerRow: z.number().int().nullable(),
  /** Corrections that the organization saved for files with this header. */
  remembered: columnMapping.nullable(),
  /** True if one of the first rows names a couple. */
  hasCouples: z.boolean(),
  /** The first five rows. */
  rows: z.array(z.array(z.string())),
  delimiter: z.string(),
  encoding: z.string(),
  problems: z.array(z.string()),
})
export type CsvPreview = z.infer<typeof csvPreview>

export const previewImport = subscriberEndpoint('POST /api/imports/preview', {
  summary: 'Preview how the beginning of a CSV file is read, sent as the raw body of at most 128 KiB',
  query: z.strictObject({ whole: z.enum(['0', '1']).default('0') }),
  duration: 'long',
  streamedTypes: ['text/plain', 'text/csv'],
  responses: { 200: csvPreview },
})

export const importCsv = subscriberEndpoint('POST /api/contacts/import/csv', {
  summary:
    'Import a CSV file sent as the raw body. Send Prefer: respond-async for an immediate 202, and the percent-encoded file name in X-File-Name',
  rate: 'heavy',
  query: fileQuery.extend({
    // Defaults to the corrections saved for files with this header.
    mapping: mapping.optional(),
    // Makes "John & Jane Smith" one contact with a partner, or two contacts.
    couples: z.enum(COUPLE_CHOICES).default('one'),
  }),
  duration: 'long',
  streamedTypes: ['text/plain', 'text/csv'],
  responses: importResponses,
})

export const importVCards = subscriberEndpoint('POST /api/contacts/import/vcf', {
  summary:
    'Import a vCard address book of at most 10 MiB, sent as the raw body. Send the percent-encoded file name in X-File-Name',
  rate: 'heavy',
  query: fileQuery,
  duration: 'long',
  streamedTypes: ['text/vcard', 'text/x-vcard'],
  responses: importResponses,
})

const bulkField = z.string().max(500).nullish()

export const importBulk = subscriberEndpoint('POST /api/contacts/import/bulk', {
  summary: 'Import contacts from a device',
  maxBodyBytes: 5 * 1024 * 1024,
  duration: 'long',
  rate: 'heavy',
  // Version of the text that the person accepted, for the audit log.
  query: enrichQuery.extend({ consent: z.literal(SYNC_CONSENT.version).optional() }),
  body: z.strictObject({
    contacts: z
      .array(z.strictObject({ name: bulkField, phone: bulkField, email: bulkField, address: bulkField }))
      .max(5000, 'Send at most 5,000 contacts at a time'),
  }),
  responses: importResponses,
})

export const listImports = subscriberEndpoint('GET /api/imports', {
  summary: 'List the imports of your organization, newest first',
  query: z.strictObject(pageQuery(25)),
  responses: { 200: pageOf(importSummary) },
})

export const getImport = subscriberEndpoint('GET /api/imports/{id}', {
  summary: 'Get the state, counts and skipped rows of an import',
  responses: { 200: importStatus },
})

export const undoImport = subscriberEndpoint('POST /api/imports/{id}/undo', {
  summary: 'Undo an import within 30 days, which deletes its contacts',
  rate: 'heavy',
  responses: { 200: z.object({ removed: z.number().int() }) },
})

/** A skipped row. `contact` has the fields that could be read; null if there is nothing to correct. */
export const skippedRow = z.object({
  row: z.number().int(),
  problem: z.string(),
  contact: z.partialRecord(z.enum(CONTACT_FIELDS), z.string().nullable()).nullable(),
})
export type SkippedRow = z.infer<typeof skippedRow>

const rowNumber = z.string().regex(/^[1-9]\d{0,8}$/, 'This is not a valid row')

export const listSkippedRows = subscriberEndpoint('GET /api/imports/{id}/refused', {
  summary: 'List skipped rows in order; their fields are stored for 30 days',
  query: z.strictObject({
    limit: z
      .string()
      .regex(/^(?:[1-9]\d?|100)$/, 'Use a number from 1 to 100')
      .default('50')
      .transform(Number),
    cursor: rowNumber.transform(Number).optional(),
  }),
  responses: { 200: pageOf(skippedRow) },
})

export const downloadSkippedRows = subscriberEndpoint('GET /api/imports/{id}/refused.csv', {
  summary: 'Download skipped rows as a CSV file with a Problem column',
  rate: 'heavy',
  duration: 'long',
  responses: { 200: z.string() },
})

const correctedRow = {
  params: z.object({ id: uuid, row: rowNumber.transform(Number) }),
  body: contactInput.omit({ organizationId: true }),
}

export const fixSkippedRow = subscriberEndpoint('POST /api/imports/{id}/rows/{row}', {
  summary: 'Add the corrected contact of a skipped row to its import',
  ...correctedRow,
  responses: {
    200: z.object({ contactId: z.string(), imported: z.number().int(), skipped: z.number().int() }),
  },
})

export const completeFromRow = subscriberEndpoint('POST /api/imports/{id}/rows/{row}/update-existing', {
  summary: 'Fill empty fields of the existing contact that a skipped row matches; replaces nothing',
  ...correctedRow,
  responses: {
    200: z.object({
      contactId: z.string(),
      /** Fields that were filled. */
      filled: z.array(z.string()),
      ...{ imported: z.number().int(), skipped: z.number().int(), updated: z.number().int() },
    }),
  },
})
