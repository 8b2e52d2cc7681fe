import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

/** What can happen to a contact. */
const TIMELINE_KINDS = [
  'added',
  'edited',
  'verified',
  'enriched',
  'scored',
  'signal',
  'task-created',
  'task-completed',
  'do-not-contact',
  'outreach',
  'merged',
  'merge-undone',
  'moved',
  'move-undone',
] as const

export const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: isoDateTime,
  /** A member's name, or the product's own. */
  actor: z.string(),
  /** Counts, states and short texts; which ones depends on the kind. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const getTimeline = endpoint({
  method: 'GET',
  path: '/api/contacts/{id}/timeline',
  summary: 'What happened to a contact, newest first',
  access: 'subscriber',
  rate: 'read',
  params: z.object({ id: uuid }),
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: z.string().max(300).optional(),
  }),
  answers: { 200: z.object({ entries: z.array(timelineEntry), next: z.string().nullable() }) },
})
