import { z } from 'zod'
import { ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { AGREEMENT_SIDES, RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { ANALYTICS_VIEWS, PEOPLE_METRIC_PATTERN } from '#domain/analytics/metrics.ts'
import { FUNNEL_MILESTONES, MILESTONES } from '#domain/analytics/milestones.ts'
import { category } from './contacts.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { isoDate, isoDateTime, pageQuery, requiredLine, timeSince, uuid } from './text.ts'

const side = z.enum(AGREEMENT_SIDES)
const milestone = z.enum(MILESTONES)
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
const analyticsFilter = z.strictObject({
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

const dayRange = z.object({ from: isoDate, to: isoDate })
export type DayRange = z.infer<typeof dayRange>

/** Of every answer. */
const answerHead = {
  range: dayRange,
  /** The range before, if `compare` asked for it. */
  previous: dayRange.nullable(),
  filters: analyticsFilter,
  generatedAt: isoDateTime,
}

/** Query string for `GET /api/analytics/people`: the people behind a number. */
const drill = z.string()

/** A number, the same of the range before, and the people behind it. */
const figure = z.object({
  value: z.number(),
  /** Null unless the previous range was asked for. */
  previous: z.number().nullable(),
  /** Null where the number doesn't stand for people. */
  drill: drill.nullable(),
})
export type Figure = z.infer<typeof figure>

/** A number that can't be told without data, such as a rate of nothing: null then. */
const possibleFigure = figure.extend({ value: z.number().nullable() })

/** Unit of a series: days up to 92, weeks (from Monday) up to two years, months beyond. */
const seriesUnit = z.enum(['day', 'week', 'month'])
export type SeriesUnit = z.infer<typeof seriesUnit>

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
const overview = z.object({
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
const funnel = z.object({
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

const response = z.object({
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

const members = z.object({
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

const bands = z.object({
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

const movement = z.object({
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
const coverage = z.object({
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

const credits = z.object({
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

const pipeline = z.object({
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

const neighborhoods = z.object({
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

export const getOverview = subscriberEndpoint('GET /api/analytics/overview', {
  summary: 'Figures and time series of a range of days, at most ten years back',
  query: analyticsQuery,
  responses: { 200: overview },
})
export const getFunnel = subscriberEndpoint('GET /api/analytics/funnel', {
  summary: 'People who reached each milestone, by signal and source',
  query: analyticsQuery,
  responses: { 200: funnel },
})
export const getResponse = subscriberEndpoint('GET /api/analytics/response', {
  summary: 'Time from the first signal to the first contact: median, 80th percentile and histogram',
  query: analyticsQuery,
  responses: { 200: response },
})
export const getMembersView = subscriberEndpoint('GET /api/analytics/members', {
  summary: 'Activities and milestones per member; never a ranking on fewer than 20 conversations',
  query: analyticsQuery,
  responses: { 200: members },
})
export const getBands = subscriberEndpoint('GET /api/analytics/bands', {
  summary: 'Moves by score band, with intervals',
  query: analyticsQuery,
  responses: { 200: bands },
})
export const getMovement = subscriberEndpoint('GET /api/analytics/movement', {
  summary: 'Scores that rose, fell or are new',
  query: analyticsQuery,
  responses: { 200: movement },
})
export const getCoverage = subscriberEndpoint('GET /api/analytics/coverage', {
  summary: 'Which fields of contacts are known, missing or old, and what filling them in is worth',
  query: analyticsQuery,
  responses: { 200: coverage },
})
export const getCredits = subscriberEndpoint('GET /api/analytics/credits', {
  summary: 'Credits used and the conversations that they brought, by signal',
  query: analyticsQuery,
  responses: { 200: credits },
})
export const getPipeline = subscriberEndpoint('GET /api/analytics/pipeline', {
  summary: 'Open and closed deals with the fees that agents typed',
  query: analyticsQuery,
  responses: { 200: pipeline },
})
export const getNeighborhoods = subscriberEndpoint('GET /api/analytics/neighborhoods', {
  summary: 'Contacts, signals, conversations and moves by ZIP code',
  query: analyticsQuery,
  responses: { 200: neighborhoods },
})

export const exportAnalytics = subscriberEndpoint('GET /api/analytics/csv', {
  summary: 'Download the figures of a view as CSV',
  duration: 'long',
  query: analyticsQuery.extend({ view: analyticsView }),
  responses: { 200: z.string() },
})

const person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  city: z.string().nullable(),
  nineDScore: z.number().int().nullable(),
  /** First day in the range that counts; null for numbers without a day. */
  on: isoDate.nullable(),
})
export const listAnalyticsPeople = subscriberEndpoint('GET /api/analytics/people', {
  summary: 'The people behind a number; `drill` in the answers is a query for it',
  query: analyticsQuery.omit({ compare: true }).extend({
    metric: z.string().max(60).regex(PEOPLE_METRIC_PATTERN, 'Choose a metric'),
    ...pageQuery(50, 200),
  }),
  responses: { 200: z.object({ items: z.array(person), next: z.string().nullable(), total: z.number() }) },
})

const dashboard = z.object({
  id: z.string(),
  name: z.string(),
  view: analyticsView,
  /** As the query of the view. */
  query: z.record(z.string(), z.string()),
  /** True if everyone in the organization sees it. */
  isShared: z.boolean(),
  /** True if the caller may change it. */
  isOwn: z.boolean(),
  createdAt: isoDateTime,
})
export type Dashboard = z.infer<typeof dashboard>

const dashboardFields = {
  name: requiredLine(60, 'Enter a name for the dashboard'),
  view: analyticsView,
  query: z
    .record(z.string().max(20), z.string().max(200))
    .refine((query) => analyticsQuery.safeParse(query).success, 'Choose filters that the view has'),
  isShared: z.boolean().default(false),
}
export const listDashboards = subscriberEndpoint('GET /api/analytics/dashboards', {
  summary: 'List your saved dashboards and those shared within the organization, by name',
  responses: { 200: z.array(dashboard) },
})
export const createDashboard = subscriberEndpoint('POST /api/analytics/dashboards', {
  summary: 'Save a view with its filters; 409 if you already use the name',
  body: z.strictObject(dashboardFields),
  responses: { 201: dashboard },
})
export const updateDashboard = subscriberEndpoint('PATCH /api/analytics/dashboards/{id}', {
  summary: 'Change one of your saved dashboards',
  body: z
    .strictObject({ ...dashboardFields, isShared: z.boolean() })
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one change'),
  responses: { 200: dashboard },
})
export const deleteDashboard = subscriberEndpoint('DELETE /api/analytics/dashboards/{id}', {
  summary: 'Delete one of your saved dashboards',
})

const MAX_CENTS = 100_000_000_000

/** A contact's way to a closing. */
const contactMilestones = z.object({
  milestones: z.array(
    z.object({
      milestone,
      side,
      firstAt: isoDateTime,
      memberId: z.string().nullable(),
      /** Only a later milestone implies it. */
      isImplied: z.boolean(),
    }),
  ),
  /** Milestones that people or programs reported, newest first. */
  marks: z.array(
    z.object({
      id: z.string(),
      milestone,
      side,
      at: isoDateTime,
      markedBy: z.string().nullable(),
      createdAt: isoDateTime,
    }),
  ),
  values: z.array(
    z.object({
      side,
      priceCents: z.number().nullable(),
      feeCents: z.number().nullable(),
      feePercent: z.number().nullable(),
    }),
  ),
})
export type ContactMilestones = z.infer<typeof contactMilestones>

export const getContactMilestones = subscriberEndpoint('GET /api/contacts/{id}/milestones', {
  summary: 'Milestones of a contact, what people reported about them, and the typed fees',
  responses: { 200: contactMilestones },
})
export const markMilestone = subscriberEndpoint('POST /api/contacts/{id}/milestones', {
  summary: 'Report that a contact reached a milestone; it implies the earlier ones',
  body: z.strictObject({
    milestone,
    side: side.default('seller'),
    /** Now by default, never in the future. */
    at: timeSince(1990).optional(),
  }),
  responses: { 201: contactMilestones },
})
export const unmarkMilestone = subscriberEndpoint('DELETE /api/contacts/{id}/milestones/{markId}', {
  summary: 'Undo a reported milestone',
  responses: { 200: contactMilestones },
})
export const setPipelineValue = subscriberEndpoint('PATCH /api/contacts/{id}/pipeline-value', {
  summary: 'Set the price and your fee of a deal; null removes them',
  body: z.strictObject({
    side,
    value: z
      .strictObject({
        priceCents: z.number().int().min(0).max(MAX_CENTS).nullish(),
        feeCents: z.number().int().min(0).max(MAX_CENTS).nullish(),
        feePercent: z.number().min(0).max(100).nullish(),
      })
      .refine(
        ({ feeCents, feePercent }) => feeCents == null || feePercent == null,
        'Send an amount or a percentage',
      )
      .refine(
        ({ priceCents, feePercent }) => feePercent == null || priceCents != null,
        'A percentage needs a price',
      )
      .nullable(),
  }),
  responses: { 200: contactMilestones },
})
