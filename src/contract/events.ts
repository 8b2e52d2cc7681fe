import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What changed in the organization; the data itself is read again by whoever shows it. */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('contact.changed'), contactId: z.string() }),
  z.object({ type: z.literal('contacts.changed') }),
  z.object({ type: z.literal('import.changed'), importId: z.string() }),
  /** `team`: who belongs to it changed; open streams look again whether they may go on. */
  z.object({ type: z.literal('organization.changed'), team: z.literal(true).optional() }),
  z.object({ type: z.literal('notifications.changed') }),
  /** Changes may have been missed: whoever shows something reads it again. */
  z.object({ type: z.literal('resync') }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'Live changes as server-sent events; each `data` is one event',
  access: 'member',
  rate: 'read',
  duration: 'stream',
  query: z.strictObject({
    /** For how many milliseconds the caller has shown what it read: it is told what changed in them. */
    missed: z.coerce.number().int().min(0).max(3_600_000).optional(),
  }),
  answers: { 200: z.unknown() },
})
