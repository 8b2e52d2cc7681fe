import { z } from 'zod'
import { category } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf } from './text.ts'

/** Scores that rose or fell in the period, first scores, and new signals. */
const CHANGE_KINDS = ['risen', 'fallen', 'firstScores', 'newSignals'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

const change = z.object({
  /** Id of the score history entry or signal. */
  id: z.string(),
  contactId: z.string(),
  name: z.string(),
  /** True if the home is listed for sale, so agents shouldn't call. */
  listed: z.boolean(),
  /** A move is on record. */
  moved: z.boolean(),
  /** Score at the start of the period; null before the first score and for signals. */
  from: z.number().int().nullable(),
  /** Current score; null without one. */
  to: z.number().int().nullable(),
  /** Reason for the change: `enriched`, `faded`, `merged`, `policy`, `model`; `detected` for signals. */
  cause: z.string(),
  /** Category with the largest change in points. */
  category: category.nullable(),
  /** Neutral description of the signal. */
  description: z.string().nullable(),
  at: isoDateTime,
})
export type Change = z.infer<typeof change>

const page = pageOf(change)

/** Counting stops here; a larger count is this plus one. */
export const CHANGES_COUNT_LIMIT = 200

export const listChanges = subscriberEndpoint('GET /api/changes', {
  summary:
    'List risen, fallen and first scores, biggest change first, and new signals, newest first, since a day; each kind has its own cursor',
  query: z.strictObject({
    /** A day, `YYYY-MM-DD`, or a time; defaults to seven days ago. */
    since: z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'This is not a valid date').optional(),
    /** A single kind; defaults to all. */
    kind: z.enum(CHANGE_KINDS).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** Only with `kind`. */
    cursor: z.string().max(300).optional(),
  }),
  responses: {
    200: z.object({
      since: isoDateTime,
      /** Only on the first page. */
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
export type Changes = z.infer<(typeof listChanges)['responses'][200]>
