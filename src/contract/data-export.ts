import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

/** Archives are kept this long, and so many may be begun in a day. */
export const EXPORT_RETENTION_DAYS = 7
export const EXPORTS_PER_DAY = 5

const dataExport = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running', 'ready', 'failed', 'voided', 'expired']),
  kindsDone: z.number().int(),
  kinds: z.number().int(),
  rowsDone: z.number().int(),
  bytes: z.number().int(),
  /** Of the archive; null until it is ready. */
  sha256: z.string().nullable(),
  createdAt: isoDateTime,
  finishedAt: isoDateTime.nullable(),
  /** When a ready archive is removed. */
  availableUntil: isoDateTime.nullable(),
})
export type DataExport = z.infer<typeof dataExport>

const organization = z.object({ id: uuid })

export const startExport = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/exports',
  summary: 'Begin an archive of everything your organization has here, also without an active subscription',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: organization,
  answers: { 202: dataExport },
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/exports',
  summary: 'Archives of your organization, newest first, with their progress',
  access: 'member',
  role: 'ADMIN',
  rate: 'read',
  params: organization,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(300).optional(),
  }),
  answers: { 200: z.object({ exports: z.array(dataExport), next: z.string().nullable() }) },
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/exports/{exportId}/file',
  summary: 'A finished archive as tar.gz: CSV and JSON of each kind, and a manifest with counts and SHA-256',
  access: 'member',
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'long',
  params: organization.extend({ exportId: uuid }),
  answers: { 200: z.unknown() },
})
