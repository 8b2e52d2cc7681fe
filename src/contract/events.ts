import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'

/** A change in the organization. Clients fetch the changed data themselves. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('contact.changed'), contactId: z.string() }),
  z.object({ type: z.literal('contacts.changed') }),
  z.object({ type: z.literal('import.changed'), importId: z.string() }),
  /** `team` marks a change of members, after which open streams check their access again. */
  z.object({ type: z.literal('organization.changed'), team: z.literal(true).optional() }),
  z.object({ type: z.literal('notifications.changed') }),
  /** Events may have been missed, so clients fetch everything they show. */
  z.object({ type: z.literal('resync') }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const liveEvents = memberEndpoint('GET /api/events', {
  summary: 'Live changes as server-sent events; each `data` is one event',
  duration: 'stream',
  query: z.strictObject({
    /** Age in milliseconds of the data that the caller shows; changes since then are sent first. */
    missed: z.coerce.number().int().min(0).max(3_600_000).optional(),
  }),
  responses: { 200: z.unknown() },
})
