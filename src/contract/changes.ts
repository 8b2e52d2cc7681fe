import { z } from 'zod'
import { category } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

/**
 * What can be asked for: scores that are higher or lower than when the period began, contacts that were scored for the
 * first time in it, and signals found in it.
 */
const CHANGE_KINDS = ['risen', 'fallen', 'firstScores', 'newSignals'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

const change = z.object({
  /** Of the kept score or of the signal. */
  id: z.string(),
  contactId: z.string(),
  name: z.string(),
  /** The home is listed for sale: nobody to call. */
  listed: z.boolean(),
  /** The score when the period began; null before the first one, and for signals. */
  from: z.number().int().nullable(),
  /** The score now; null where there is none any more. */
  to: z.number().int().nullable(),
  /** Why the score was made anew, in a word: `enriched`, `faded`, `merged`, `policy`, `model`; `detected` for signals. */
  cause: z.string(),
  /** The category whose points moved the most with it. */
  category: category.nullable(),
  /** What was found, in neutral words. */
  description: z.string().nullable(),
  at: isoDateTime,
})
export type Change = z.infer<typeof change>

const page = z.object({ changes: z.array(change), next: z.string().nullable() })

/** Exact up to this; a larger count says one more. */
export const CHANGES_COUNT_LIMIT = 200

export const listChanges = endpoint({
  method: 'GET',
  path: '/api/changes',
  summary:
    'Contacts whose score rose or fell or is new, biggest change first, and signals found, newest first, since a day; each kind has its own cursor',
  access: 'subscriber',
  rate: 'read',
  query: z.strictObject({
    /** A day `YYYY-MM-DD` or a moment; seven days ago unless given. */
    since: z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'This is not a valid date').optional(),
    /** One kind alone; all of them unless given. */
    kind: z.enum(CHANGE_KINDS).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** Together with `kind`. */
    cursor: z.string().max(300).optional(),
  }),
  answers: {
    200: z.object({
      since: isoDateTime,
      /** Null on further pages. */
      counts: z
        .object({
          risen: z.number().int(),
          fallen: z.number().int(),
          firstScores: z.number().int(),
          newSignals: z.number().int(),
        })
        .nullable(),
      risen: page,
      fallen: page,
      firstScores: page,
      newSignals: page,
    }),
  },
})
export type Changes = z.infer<(typeof listChanges)['answers'][200]>
