import { z } from 'zod'
import { AGREEMENT_SIDES, RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { MILESTONES } from '#domain/analytics/milestones.ts'
import { category } from '../contacts.ts'
import { isoDate, isoDateTime, requiredLine, uuid } from '../text.ts'

export const side = z.enum(AGREEMENT_SIDES)
export const milestone = z.enum(MILESTONES)
export const analyticsView = z.enum(ANALYTICS_VIEWS)
export type AnalyticsView = z.infer<typeof analyticsView>

const day = z.iso.date('This is not a valid date')

/** Filters of every view. All of them must apply. */
const analyticsFilterFields = {
  /** Id of the member who did it; signals, scores and new contacts have no member. */
  member: uuid.optional(),
  /** Id of the contact's team. */
  team: uuid.optional(),
  /** The contact has a signal of this category. */
  signal: category.optional(),
  /** Id of a tag. */
  tag: uuid.optional(),
  relationship: z.enum(RELATIONSHIPS).optional(),
  /** Lead source of the contact; empty for contacts without one. */
  source: requiredLine(200).or(z.literal('')).optional(),
  /** ZIP code of the contact; empty for contacts without one. */
  zip: requiredLine(16).or(z.literal('')).optional(),
}
/** Of answers, which can't trim texts again. */
export const analyticsFilter = z.strictObject({
  ...analyticsFilterFields,
  source: z.string().optional(),
  zip: z.string().optional(),
})
export type AnalyticsFilter = z.output<typeof analyticsFilter>

/** The last 30 days without `from` and `to`. Days are the ones of Today: they end at 8:00 UTC. */
export const analyticsQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  /** Instead of `from`: this many days up to `to`, so that a saved dashboard moves along. */
  days: z.coerce.number().int().min(1).max(3652).optional(),
  /** Also returns the figures of the same number of days before. */
  compare: z.literal('previous').optional(),
  /** Only this side of the funnel and the pipeline. */
  side: side.optional(),
  ...analyticsFilterFields,
})
export type AnalyticsQuery = z.output<typeof analyticsQuery>

export const dayRange = z.object({ from: isoDate, to: isoDate })
export type DayRange = z.infer<typeof dayRange>

/** Of every answer. */
export const answerHead = {
  range: dayRange,
  /** The range before, if `compare` asked for it. */
  previous: dayRange.nullable(),
  filters: analyticsFilter,
  generatedAt: isoDateTime,
}

/** Query string for `GET /api/analytics/people`: the people behind a number. */
export const drill = z.string()

/** A number, the same of the range before, and the people behind it. */
export const figure = z.object({
  value: z.number(),
  /** Null unless the previous range was asked for. */
  previous: z.number().nullable(),
  /** Null where the number doesn't stand for people. */
  drill: drill.nullable(),
})
export type Figure = z.infer<typeof figure>

/** A number that can't be told without data, such as a rate of nothing: null then. */
export const possibleFigure = figure.extend({ value: z.number().nullable() })

/** Unit of a series: days up to 92, weeks (from Monday) up to two years, months beyond. */
export const seriesUnit = z.enum(['day', 'week', 'month'])
export type SeriesUnit = z.infer<typeof seriesUnit>
