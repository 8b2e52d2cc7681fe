import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery } from './text.ts'

/** Days until a finished archive is deleted. */
export const EXPORT_RETENTION_DAYS = 7
export const EXPORTS_PER_DAY = 5

const dataExport = z.object({
  id: z.string(),
  status: z.enum(['queued', 'running', 'ready', 'failed', 'voided', 'expired']),
  kindsDone: z.number().int(),
  kinds: z.number().int(),
  rowsDone: z.number().int(),
  bytes: z.number().int(),
  /** SHA-256 of the archive; null until it is ready. */
  sha256: z.string().nullable(),
  createdAt: isoDateTime,
  finishedAt: isoDateTime.nullable(),
  /** Deletion time of a ready archive. */
  availableUntil: isoDateTime.nullable(),
})
export type DataExport = z.infer<typeof dataExport>

export const startExport = memberEndpoint('POST /api/organizations/{id}/exports', {
  summary: 'Start an export of all data of your organization; needs no active subscription',
  role: 'ADMIN',
  responses: { 202: dataExport },
})

export const listExports = memberEndpoint('GET /api/organizations/{id}/exports', {
  summary: 'List the exports of your organization with their progress, newest first',
  role: 'ADMIN',
  query: z.object(pageQuery(20)),
  responses: { 200: pageOf(dataExport) },
})

export const downloadExport = memberEndpoint('GET /api/organizations/{id}/exports/{exportId}/file', {
  summary: 'Download a finished export as tar.gz, with CSV, JSON and a manifest with counts and SHA-256',
  role: 'ADMIN',
  rate: 'heavy',
  duration: 'long',
  responses: { 200: z.unknown() },
})

export const downloadOwnContacts = memberEndpoint('GET /api/organizations/{id}/own-contacts/file', {
  summary:
    'Download the contacts that you brought as tar.gz, with everything recorded about them, also those that others own now',
  rate: 'heavy',
  duration: 'long',
  responses: { 200: z.unknown() },
})
