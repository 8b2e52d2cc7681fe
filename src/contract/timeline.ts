import { z } from 'zod'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery } from './text.ts'

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
  'activity',
  'merged',
  'merge-undone',
  'moved',
  'move-undone',
  'origin-asked',
  'origin-changed',
  'origin-declined',
  'origin-withdrawn',
] as const

export const timelineEntry = z.object({
  id: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  at: isoDateTime,
  /** Name of the member, or of the product. */
  actor: z.string(),
  /** Counts, states and short texts that depend on the kind. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

export const getTimeline = subscriberEndpoint('GET /api/contacts/{id}/timeline', {
  summary: 'List the history of a contact, newest first',
  query: z.strictObject(pageQuery(20)),
  responses: { 200: pageOf(timelineEntry) },
})
