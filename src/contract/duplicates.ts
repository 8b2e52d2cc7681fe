import { z } from 'zod'
import { contactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

export const suspectedPair = z.object({
  id: z.string(),
  contact: contactSummary,
  other: contactSummary,
  /** In plain words: `Swapped first and last name, same address`. */
  reason: z.string(),
  foundAt: isoDateTime,
})
export type SuspectedPair = z.infer<typeof suspectedPair>

/** Suspicions are counted up to this many. */
export const SUSPECTED_PAIRS_LIMIT = 1000

export const listSuspectedPairs = endpoint({
  method: 'GET',
  path: '/api/duplicates',
  summary:
    'Pairs of contacts that may be one person, the surest first; `next` is the cursor of the next page',
  access: 'subscriber',
  rate: 'read',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(50).default(20),
    cursor: z.string().max(200).optional(),
  }),
  answers: {
    200: z.object({
      items: z.array(suspectedPair),
      /** Exact up to 1,000. */
      total: z.number().int().min(0).max(SUSPECTED_PAIRS_LIMIT),
      next: z.string().nullable(),
    }),
  },
})

export const dismissSuspectedPair = endpoint({
  method: 'POST',
  path: '/api/duplicates/{id}/dismiss',
  summary: 'These are two people: do not list this pair again',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 204: z.undefined() },
})
