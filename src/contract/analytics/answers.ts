import { z } from 'zod'
import { ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { FUNNEL_MILESTONES } from '#domain/analytics/milestones.ts'
import { category } from '../contacts.ts'
import { isoDate, isoDateTime } from '../text.ts'
import { answerHead, drill, figure, milestone, possibleFigure, seriesUnit, side } from './query.ts'

const overviewSeries = z.array(
  z.object({
    /** First day of the unit within the range. */
    from: isoDate,
    signals: z.number(),
    activities: z.number(),
    conversations: z.number(),
    appointmentsSet: z.number(),
    closed: z.number(),
  }),
)
export const overview = z.object({
  ...answerHead,
  figures: z.object({
    contactsAdded: figure,
    signals: figure,
    activities: figure,
    conversations: figure,
    contacted: figure,
    appointmentsSet: figure,
    appointmentsHeld: figure,
    agreementsSigned: figure,
    underContract: figure,
    closed: figure,
    lost: figure,
    moves: figure,
    creditsUsed: figure,
    /** In minutes, about; null without a first contact after a signal. */
    medianResponseMinutes: possibleFigure,
  }),
  unit: seriesUnit,
  series: overviewSeries,
  /** Of the range before, in the same unit; null unless it was asked for. */
  previousSeries: overviewSeries.nullable(),
})
export type OverviewAnswer = z.infer<typeof overview>

/** A number and its people; without the range before. */
const count = z.object({ people: z.number(), drill: drill.nullable() })
const funnelRow = z.object({
  /** Category, or lead source; empty without one. */
  value: z.string(),
  /** In the order of the stages. */
  stages: z.array(count),
  lost: count,
})
export const funnel = z.object({
  ...answerHead,
  side: side.nullable(),
  /** People who reached a milestone for the first time in the range, on the side if one is chosen. */
  stages: z.array(
    z.object({
      milestone: z.enum(FUNNEL_MILESTONES),
      people: figure,
      /** Of them, without a record of their own: a later milestone implies it. */
      implied: z.number(),
      /** Share of the stage before and of the first stage; null if that is empty. Can exceed 1 in a short range. */
      rate: z.number().nullable(),
      rateOfFirst: z.number().nullable(),
    }),
  ),
  lost: figure,
  /** People with signals of several categories are in several rows. */
  bySignal: z.array(funnelRow),
  /** The 20 most frequent sources. */
  bySource: z.array(funnelRow),
})
export type FunnelAnswer = z.infer<typeof funnel>

export const response = z.object({
  ...answerHead,
  /** People with a first contact after their first signal, by the day of that contact. */
  people: figure,
  /** In minutes, about: from a histogram whose buckets grow by a factor of 1.41. Null without people. */
  medianMinutes: possibleFigure,
  percentile80Minutes: possibleFigure,
  histogram: z.array(
    z.object({
      fromMinutes: z.number(),
      /** Null for the last bucket, which has no end. */
      toMinutes: z.number().nullable(),
      people: z.number(),
      previous: z.number().nullable(),
      drill,
    }),
  ),
  bySignal: z.array(
    z.object({
      signal: category,
      people: z.number(),
      medianMinutes: z.number().nullable(),
      percentile80Minutes: z.number().nullable(),
      drill,
    }),
  ),
})
export type ResponseAnswer = z.infer<typeof response>

export const members = z.object({
  ...answerHead,
  /** Members may be ranked only if each has at least this many conversations. */
  minConversationsToRank: z.number().int(),
  canRank: z.boolean(),
  /** By name. */
  members: z.array(
    z.object({
      /** Null for work without a member on record: of deleted accounts, or of contacts from another organization. */
      memberId: z.string().nullable(),
      name: z.string(),
      isFormer: z.boolean(),
      activities: z.record(z.enum(ACTIVITY_TYPES), figure),
      conversations: figure,
      contacted: figure,
      appointmentsSet: figure,
      appointmentsHeld: figure,
      agreementsSigned: figure,
      underContract: figure,
      closed: figure,
      lost: figure,
      medianResponseMinutes: z.number().nullable(),
    }),
  ),
})
export type MembersAnswer = z.infer<typeof members>

export const bands = z.object({
  ...answerHead,
  /** When contacts were counted: at night for the whole organization, now with filters. */
  asOf: isoDateTime,
  /** The month of the score snapshots: the first one in the range with any. Null without one. */
  month: isoDate.nullable(),
  /** Last day on which a move counts. */
  observedThrough: isoDate,
  bands: z.array(
    z.object({
      minScore: z.number().int(),
      maxScore: z.number().int(),
      people: z.number(),
      drill,
      moved: z.number(),
      movedDrill: drill,
      /** Share of people who moved, with its 95% interval (Wilson); null without people. */
      rate: z.number().nullable(),
      low: z.number().nullable(),
      high: z.number().nullable(),
      /** Mean chance that the score stated. */
      expected: z.number().nullable(),
    }),
  ),
})
export type BandsAnswer = z.infer<typeof bands>

export const movement = z.object({
  ...answerHead,
  rose: figure,
  fell: figure,
  /** First scores. */
  added: figure,
  /** Sum of all points gained and lost. */
  pointsUp: figure,
  pointsDown: figure,
  unit: seriesUnit,
  series: z.array(z.object({ from: isoDate, rose: z.number(), fell: z.number(), added: z.number() })),
})
export type MovementAnswer = z.infer<typeof movement>

export const COVERAGE_FIELDS = [
  'phone',
  'email',
  'address',
  'birthYear',
  'tenure',
  'source',
  'enrichment',
  'score',
] as const
export const coverage = z.object({
  ...answerHead,
  /** When contacts were counted: at night for the whole organization, now with filters. */
  asOf: isoDateTime,
  contacts: z.number(),
  fields: z.array(
    z.object({
      field: z.enum(COVERAGE_FIELDS),
      known: z.number(),
      missing: z.number(),
      /** Known, but checked or enriched more than a year ago. */
      stale: z.number(),
      /** Share of contacts with the field; null without contacts. */
      share: z.number().nullable(),
      /** Moves to be expected within 12 months among the contacts without the field. */
      expectedMovesMissing: z.number(),
      drill: drill.nullable(),
    }),
  ),
})
export type CoverageAnswer = z.infer<typeof coverage>

export const credits = z.object({
  ...answerHead,
  /** Net of returned credits. */
  used: figure,
  conversations: figure,
  /** Credits per first conversation in the range; null without a conversation. */
  creditsPerConversation: z.number().nullable(),
  bySignal: z.array(
    z.object({
      signal: category,
      used: z.number(),
      conversations: z.number(),
      creditsPerConversation: z.number().nullable(),
      drill,
    }),
  ),
})
export type CreditsAnswer = z.infer<typeof credits>

export const pipeline = z.object({
  ...answerHead,
  side: side.nullable(),
  /** People by the last milestone that they reached, whatever the range; closed and lost ones only of the range. */
  stages: z.array(
    z.object({
      milestone,
      people: z.number(),
      /** People with a fee that the agent typed. */
      valued: z.number(),
      priceCents: z.number(),
      feeCents: z.number(),
      drill: drill.nullable(),
    }),
  ),
  /** Fees of open stages. */
  openFeeCents: z.number(),
  closedFeeCents: z.number(),
})
export type PipelineAnswer = z.infer<typeof pipeline>

export const neighborhoods = z.object({
  ...answerHead,
  /** When contacts were counted: at night for the whole organization, now with filters. */
  asOf: isoDateTime,
  /** The 200 ZIP codes with the most contacts. */
  neighborhoods: z.array(
    z.object({
      /** Null for contacts without a ZIP code. */
      zip: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      /** FIPS code of the county; null for an unknown ZIP code. */
      county: z.string().nullable(),
      /** Of the ZIP code in the drawing of `GET /api/map/shapes`; null beyond its edges. */
      position: z.object({ x: z.number(), y: z.number() }).nullable(),
      contacts: z.number(),
      expectedMoves: z.number(),
      drill,
      signals: figure,
      conversations: figure,
      closed: figure,
      moves: figure,
    }),
  ),
})
export type NeighborhoodsAnswer = z.infer<typeof neighborhoods>
