import { z } from 'zod'
import { ACTIVITY_OUTCOMES, ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { subscriberEndpoint } from './endpoint.ts'
import { agreementTerms } from './relationships.ts'
import { isoDate, isoDateTime, optionalText, timeSince } from './text.ts'

const MAX_ACTIVITY_NOTE_LENGTH = 2000

const activity = z.object({
  id: z.string(),
  contactId: z.string(),
  type: z.enum(ACTIVITY_TYPES),
  outcome: z.enum(ACTIVITY_OUTCOMES).nullable(),
  note: z.string().nullable(),
  at: isoDateTime,
  /** Id of the member; null for a former member. */
  recordedBy: z.string().nullable(),
  createdAt: isoDateTime,
  updatedAt: isoDateTime,
})
export type Activity = z.infer<typeof activity>

const activityTime = timeSince(1990)

const activityFields = {
  type: z.enum(ACTIVITY_TYPES),
  outcome: z.enum(ACTIVITY_OUTCOMES).nullish(),
  note: optionalText(MAX_ACTIVITY_NOTE_LENGTH),
  /** Time of the activity; now by default, never in the future. */
  at: activityTime.optional(),
}
export const NOTE_OUTCOME_ERROR = 'A note has no outcome'

/** A logged activity and its consequences. */
const loggedActivity = z.object({
  activity,
  /** Suggested day and title of the next follow-up; null if there should be none. */
  followUp: z.object({ on: isoDate, title: z.string() }).nullable(),
  /** Time until which Today leaves out the contact; null if it doesn't. */
  restsUntil: isoDateTime.nullable(),
  /** The latest activity of another member with this contact within the last hour. */
  alsoBy: z.object({ name: z.string(), at: isoDateTime }).nullable(),
  /** Previous facts, which undoing the outcome restores. */
  before: z.object({
    /** The agreement as a seller. */
    agreement: agreementTerms.nullable(),
    hasMoved: z.boolean(),
    doNotContact: z.boolean(),
  }),
})
export type LoggedActivity = z.infer<typeof loggedActivity>

export const logActivity = subscriberEndpoint('POST /api/contacts/{id}/activities', {
  summary:
    'Log a call, text, email, meeting, letter, note or showing with its outcome. Repeating it within a minute returns the first one.',
  body: z
    .strictObject({
      ...activityFields,
      /** Adds a task at this time: the appointment, or the next follow-up. */
      followUpAt: activityTime.nullish(),
    })
    .refine(({ type, outcome }) => type !== 'note' || !outcome, {
      message: NOTE_OUTCOME_ERROR,
      path: ['outcome'],
    }),
  responses: { 201: loggedActivity },
})

export const updateActivity = subscriberEndpoint('PATCH /api/activities/{id}', {
  summary: 'Change an activity that you logged',
  body: z
    .strictObject(activityFields)
    .partial()
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one change'),
  responses: { 200: activity },
})

export const deleteActivity = subscriberEndpoint('DELETE /api/activities/{id}', {
  summary: 'Delete an activity that you logged',
})

export const snoozeContact = subscriberEndpoint('POST /api/contacts/{id}/snooze', {
  summary: 'Keep a contact off Today until a time within a year; null ends it',
  body: z.strictObject({ until: activityTime.nullable() }),
  responses: { 200: z.object({ snoozedUntil: isoDateTime.nullable() }) },
})
