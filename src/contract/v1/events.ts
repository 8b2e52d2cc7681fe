import { z } from 'zod'
import { apiEndpoint } from '../endpoint.ts'
import { isoDateTime, uuid } from '../text.ts'
import { EVENT_TYPES } from './event-types.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const eventData = named(
  'EventData',
  z.object({
    id: z.string().optional().describe('The object that changed; `ids` if there are several'),
    ids: z.array(z.string()).optional().describe('Up to 200 objects that changed together'),
    contactId: z.string().optional().describe('The contact of the object'),
    contactIds: z.array(z.string()).optional().describe('The contact of each of `ids`'),
    mergedId: z.string().optional().describe('The contact that no longer exists after a merge'),
    changed: z.array(z.string()).optional().describe('Names of changed fields'),
  }),
)
export type EventData = z.infer<typeof eventData>

/** The body that a webhook endpoint receives. */
export const webhookBody = named(
  'WebhookBody',
  z.object({ type: z.enum(EVENT_TYPES), timestamp: isoDateTime, data: eventData }),
)
export type WebhookBody = z.infer<typeof webhookBody>

const apiEvent = named('Event', webhookBody.extend({ id: z.string() }))
export type ApiEvent = z.infer<typeof apiEvent>

export const listEvents = apiEndpoint('GET /api/v1/events', {
  summary: 'List events of the last 30 days in the order in which they were committed',
  scope: 'events:read',
  operationId: 'listEvents',
  query: z.strictObject({
    limit: pageQuery.limit,
    after: uuid.optional().describe('Only events after this one; `next` of the page before'),
    type: z.enum(EVENT_TYPES).optional().describe('Only events of this type'),
  }),
  responses: { 200: pageOf(apiEvent) },
})
