import { z } from 'zod'
import { ACTIVITY_OUTCOMES, ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { logActivity as logOwnActivity, updateActivity as updateOwnActivity } from '../activities.ts'
import { apiEndpoint } from '../endpoint.ts'
import { isoDateTime } from '../text.ts'
import { named, pageOf, pageQuery } from './schemas.ts'

const activity = named(
  'Activity',
  z.object({
    id: z.string(),
    contactId: z.string(),
    type: z.enum(ACTIVITY_TYPES),
    outcome: z.enum(ACTIVITY_OUTCOMES).nullable(),
    note: z.string().nullable(),
    at: isoDateTime,
    recordedBy: z.string().nullable().describe('Id of the member; null for a former member'),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  }),
)
export type ApiActivity = z.infer<typeof activity>

export const listActivities = apiEndpoint('GET /api/v1/contacts/{id}/activities', {
  summary: 'List the activities of a contact, newest first',
  scope: 'contacts:read',
  operationId: 'listActivities',
  query: z.strictObject(pageQuery),
  responses: { 200: pageOf(activity) },
})

export const getActivity = apiEndpoint('GET /api/v1/activities/{id}', {
  summary: 'Get an activity',
  scope: 'contacts:read',
  operationId: 'getActivity',
  responses: { 200: activity },
})

export const logActivity = apiEndpoint('POST /api/v1/contacts/{id}/activities', {
  summary:
    'Log an activity. Its outcome changes the contact: `do_not_contact`, for example, opts the person out.',
  scope: 'contacts:write',
  operationId: 'logActivity',
  body: named('ActivityInput', logOwnActivity.body),
  responses: { 201: activity },
})

export const updateActivity = apiEndpoint('PATCH /api/v1/activities/{id}', {
  summary: 'Change an activity that your member logged',
  scope: 'contacts:write',
  operationId: 'updateActivity',
  body: named('ActivityChanges', updateOwnActivity.body),
  responses: { 200: activity },
})

export const deleteActivity = apiEndpoint('DELETE /api/v1/activities/{id}', {
  summary: 'Delete an activity that your member logged',
  scope: 'contacts:write',
  operationId: 'deleteActivity',
})
