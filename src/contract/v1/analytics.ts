import type { z } from 'zod'
import * as own from '../analytics/views.ts'
import { apiEndpoint, type Route } from '../endpoint.ts'

/** A view of our own pages, as it is. */
function viewEndpoint<const R extends Route, Q extends z.ZodType, A extends z.ZodType>(
  route: R,
  operationId: string,
  { summary, query, responses }: { summary: string; query: Q; responses: { 200: A } },
) {
  return apiEndpoint(route, { scope: 'analytics:read', operationId, summary, query, responses })
}

export const getOverview = viewEndpoint(
  'GET /api/v1/analytics/overview',
  'getAnalyticsOverview',
  own.getOverview,
)
export const getFunnel = viewEndpoint('GET /api/v1/analytics/funnel', 'getAnalyticsFunnel', own.getFunnel)
export const getResponse = viewEndpoint(
  'GET /api/v1/analytics/response',
  'getAnalyticsResponse',
  own.getResponse,
)
export const getMembersView = viewEndpoint(
  'GET /api/v1/analytics/members',
  'getAnalyticsMembers',
  own.getMembersView,
)
export const getBands = viewEndpoint('GET /api/v1/analytics/bands', 'getAnalyticsBands', own.getBands)
export const getMovement = viewEndpoint(
  'GET /api/v1/analytics/movement',
  'getAnalyticsMovement',
  own.getMovement,
)
export const getCoverage = viewEndpoint(
  'GET /api/v1/analytics/coverage',
  'getAnalyticsCoverage',
  own.getCoverage,
)
export const getCredits = viewEndpoint('GET /api/v1/analytics/credits', 'getAnalyticsCredits', own.getCredits)
export const getPipeline = viewEndpoint(
  'GET /api/v1/analytics/pipeline',
  'getAnalyticsPipeline',
  own.getPipeline,
)
export const getNeighborhoods = viewEndpoint(
  'GET /api/v1/analytics/neighborhoods',
  'getAnalyticsNeighborhoods',
  own.getNeighborhoods,
)
