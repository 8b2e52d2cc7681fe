import { z } from 'zod'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { apiEndpoint } from '../endpoint.ts'
import { isoDate, isoDateTime } from '../text.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const category = z.enum(CATEGORIES)

const signal = named(
  'Signal',
  z.object({
    id: z.string(),
    contactId: z.string(),
    category,
    score: z.number().int().describe('Points of the signal by itself'),
    confidence: z.number().nullable().describe('0 to 1'),
    source: z.string().nullable(),
    description: z.string().nullable(),
    eventDate: isoDate.nullable(),
    detectedAt: isoDateTime,
  }),
)
export type ApiSignal = z.infer<typeof signal>

export const listSignals = apiEndpoint('GET /api/v1/signals', {
  summary: 'List life events of all contacts, the latest found first',
  scope: 'signals:read',
  operationId: 'listSignals',
  query: z.strictObject({ ...pageQuery, category: category.optional() }),
  responses: { 200: pageOf(signal) },
})

export const listContactSignals = apiEndpoint('GET /api/v1/contacts/{id}/signals', {
  summary: 'List the life events of a contact, the latest found first',
  scope: 'signals:read',
  operationId: 'listContactSignals',
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(signal) },
})
