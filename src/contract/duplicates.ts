import { z } from 'zod'
import { contactSummary } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery } from './text.ts'

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

export const listSuspectedPairs = subscriberEndpoint('GET /api/duplicates', {
  summary:
    'List pairs of contacts that may be the same person, most likely first; `next` is the cursor of the next page',
  query: z.object(pageQuery(20, 50)),
  responses: {
    200: pageOf(suspectedPair).extend({
      /** Exact up to 1,000. */
      total: z.number().int().min(0).max(SUSPECTED_PAIRS_LIMIT),
    }),
  },
})

export const dismissSuspectedPair = subscriberEndpoint('POST /api/duplicates/{id}/dismiss', {
  summary: 'Mark a pair as two people, so it is not listed again',
})
