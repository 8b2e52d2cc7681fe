import { z } from 'zod'
import { subscriberEndpoint } from '../endpoint.ts'
import { requiredLine } from '../text.ts'
import { analyticsQuery, analyticsView } from './query.ts'

export const drawAnalytics = subscriberEndpoint('GET /api/analytics/png', {
  summary:
    'Download a chart of a view as PNG, with its period and filters; 404 for a chart that the view lacks',
  duration: 'long',
  query: analyticsQuery.extend({
    view: analyticsView,
    /** Such as `stages` of the funnel; the first chart of the view by default. */
    chart: requiredLine(40).optional(),
  }),
  responses: { 200: z.string() },
})
