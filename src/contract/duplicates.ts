import { z } from 'zod'
import { contactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

export const suspectedPair = z.object({
  id: z.string(),
  contact: contactSummary,
  other: contactSummary,
  /** For people: `Swapped first and last name, same address`. */
  reason: z.string(),
  foundAt: isoDateTime,
})
export type SuspectedPair = z.infer<typeof suspectedPair>

/** Counting stops here. */
export const SUSPECTED_PAIRS_LIMIT = 1000

export const listSuspectedPairs = endpoint({
  method: 'GET',
  path: '/api/duplicates',
  summary:
    'List pairs of contacts that may be the same person, most likely first; `next` is the cursor of the next page',
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
  summary: 'Mark a pair as two people, so it is not listed again',
  access: 'subscriber',
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 204: z.undefined() },
})
