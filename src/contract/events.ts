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
])
export type LiveEvent = z.infer<typeof liveEvent>

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: 'Live changes as server-sent events; each `data` is one event',
  access: 'member',
  rate: 'read',
  answers: { 200: z.unknown() },
})
