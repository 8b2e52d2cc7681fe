import { z } from 'zod'
import { apiEndpoint } from '../endpoint.ts'
import { isoDateTime } from '../text.ts'
import { named } from './schemas.ts'

const enrichment = named(
  'Enrichment',
  z.object({
    contactId: z.string(),
    status: z.enum(['none', 'waiting', 'queued', 'running', 'matched', 'no_match', 'failed']),
    message: z.string().nullable().describe('Why it failed'),
    enrichedAt: isoDateTime.nullable().describe('Time of the last match'),
  }),
)
export type ApiEnrichment = z.infer<typeof enrichment>

export const startEnrichment = apiEndpoint('POST /api/v1/contacts/{id}/enrichment', {
  summary:
    'Start an enrichment: one credit per match, free again within 24 hours. Read its state with the GET call.',
  scope: 'enrichment:run',
  operationId: 'startEnrichment',
  responses: { 202: enrichment },
})

export const getEnrichment = apiEndpoint('GET /api/v1/contacts/{id}/enrichment', {
  summary: 'Get the state of the latest enrichment of a contact',
  scope: 'enrichment:run',
  operationId: 'getEnrichment',
  responses: { 200: enrichment },
})
