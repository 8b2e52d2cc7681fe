import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { timeZone } from './send-time.ts'
import { isoDateTime, requiredLine } from './text.ts'

/** Tasks that a calendar shows: those assigned to its member, or all. */
const tasks = z.enum(['mine', 'everyone'])
export type CalendarTasks = z.infer<typeof tasks>

const calendarFeed = z.object({
  id: z.string(),
  name: z.string(),
  /** First characters of the token in the address, to recognize it by. */
  start: z.string(),
  tasks,
  hasContactNames: z.boolean(),
  /** IANA name. */
  timeZone: z.string(),
  /** Accurate to an hour; null before the first time. */
  lastReadAt: isoDateTime.nullable(),
  createdAt: isoDateTime,
})
export type CalendarFeed = z.infer<typeof calendarFeed>

/** A feed with its address, which is shown only once. */
const shownFeed = calendarFeed.extend({ url: z.string() })
export type ShownCalendarFeed = z.infer<typeof shownFeed>

export const listCalendarFeeds = memberEndpoint('GET /api/profile/calendar-feeds', {
  summary: 'List the addresses at which calendar programs read your tasks, newest first',
  responses: { 200: z.array(calendarFeed) },
})

const calendarFeedInput = z.strictObject({
  name: requiredLine(60, 'Enter a name for the calendar'),
  /** Everyone's only for owners and administrators. */
  tasks: tasks.default('mine'),
  hasContactNames: z.boolean().default(false),
  timeZone,
})
export type CalendarFeedInput = z.output<typeof calendarFeedInput>

export const createCalendarFeed = memberEndpoint('POST /api/profile/calendar-feeds', {
  summary: 'Create an address at which a calendar program reads your tasks; it is shown only in this answer',
  body: calendarFeedInput,
  responses: { 201: shownFeed },
})

export const revokeCalendarFeed = memberEndpoint('DELETE /api/profile/calendar-feeds/{id}', {
  summary: 'Revoke one of your calendar addresses at once',
})
