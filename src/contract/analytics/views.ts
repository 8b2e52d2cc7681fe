import { z } from 'zod'
import { PEOPLE_METRIC_PATTERN } from '#domain/analytics/metrics.ts'
import { subscriberEndpoint } from '../endpoint.ts'
import { isoDate, pageQuery } from '../text.ts'
import * as answers from './answers.ts'
import { analyticsQuery, analyticsView } from './query.ts'

export const getOverview = subscriberEndpoint('GET /api/analytics/overview', {
  summary: 'Figures and time series of a range of days, at most ten years back',
  query: analyticsQuery,
  responses: { 200: answers.overview },
})
export const getFunnel = subscriberEndpoint('GET /api/analytics/funnel', {
  summary: 'People who reached each milestone, by signal and source',
  query: analyticsQuery,
  responses: { 200: answers.funnel },
})
export const getResponse = subscriberEndpoint('GET /api/analytics/response', {
  summary: 'Time from the first signal to the first contact: median, 80th percentile and histogram',
  query: analyticsQuery,
  responses: { 200: answers.response },
})
export const getMembersView = subscriberEndpoint('GET /api/analytics/members', {
  summary: 'Activities and milestones per member; never a ranking on fewer than 20 conversations',
  query: analyticsQuery,
  responses: { 200: answers.members },
})
export const getBands = subscriberEndpoint('GET /api/analytics/bands', {
  summary: 'Moves by score band, with intervals',
  query: analyticsQuery,
  responses: { 200: answers.bands },
})
export const getMovement = subscriberEndpoint('GET /api/analytics/movement', {
  summary: 'Scores that rose, fell or are new',
  query: analyticsQuery,
  responses: { 200: answers.movement },
})
export const getCoverage = subscriberEndpoint('GET /api/analytics/coverage', {
  summary: 'Which fields of contacts are known, missing or old, and what filling them in is worth',
  query: analyticsQuery,
  responses: { 200: answers.coverage },
})
export const getCredits = subscriberEndpoint('GET /api/analytics/credits', {
  summary: 'Credits used and the conversations that they brought, by signal',
  query: analyticsQuery,
  responses: { 200: answers.credits },
})
export const getPipeline = subscriberEndpoint('GET /api/analytics/pipeline', {
  summary: 'Open and closed deals with the fees that agents typed',
  query: analyticsQuery,
  responses: { 200: answers.pipeline },
})
export const getNeighborhoods = subscriberEndpoint('GET /api/analytics/neighborhoods', {
  summary: 'Contacts, signals, conversations and moves by ZIP code',
  query: analyticsQuery,
  responses: { 200: answers.neighborhoods },
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
