import { z } from 'zod'
import { subscriberEndpoint } from '../endpoint.ts'
import { isoDateTime, requiredLine } from '../text.ts'
import { analyticsQuery, analyticsView } from './query.ts'

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
