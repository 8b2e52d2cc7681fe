import { z } from 'zod'
import { publicEndpoint, subscriberEndpoint } from '../endpoint.ts'
import { sendAt, timeZone, weekdays, weekdaysInput } from '../send-time.ts'
import { isoDateTime, uuid } from '../text.ts'
import { oneClickUnsubscribe, unsubscribePage } from '../unsubscribe.ts'

export const MAX_REPORT_RECIPIENTS = 25

const monthDay = z.number().int().min(1).max(31).nullable()

const status = z.enum(['pending', 'sending', 'sent', 'skipped', 'failed'])
const reason = z.enum([
  'unsubscribed',
  'removed',
  'no_access',
  'inactive',
  'rejected',
  'interrupted',
  'too_late',
  'no_figures',
])

const delivery = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  /** When it was due or asked for; its figures end with that day. */
  dueAt: isoDateTime,
  /** Sent on request to the member who asked. */
  isTest: z.boolean(),
  status,
  /** Why it was skipped or failed. */
  reason: reason.nullable(),
  finishedAt: isoDateTime.nullable(),
})
export type ReportDelivery = z.infer<typeof delivery>

const report = z.object({
  /** Null while the dashboard isn't sent. */
  schedule: z
    .object({
      /** Empty with a day of the month. */
      days: weekdays,
      /** The last day of shorter months; null with days of the week. */
      monthDay,
      sendAt,
      timeZone: z.string(),
      nextAt: isoDateTime,
    })
    .nullable(),
  /** For the member who saved the dashboard, and for owners and administrators if it is shared. */
  canManage: z.boolean(),
  /** Whether the caller gets the emails; null if no one added them. */
  isSubscribed: z.boolean().nullable(),
  /** By name; only for callers who can manage. */
  recipients: z.array(z.object({ userId: z.string(), name: z.string(), isSubscribed: z.boolean() })),
  /** The last 20 emails, newest first; only the caller's own unless they can manage. */
  deliveries: z.array(delivery),
})
export type Report = z.infer<typeof report>

export const getReport = subscriberEndpoint('GET /api/analytics/dashboards/{id}/report', {
  summary: 'When a saved dashboard is sent by email, to whom, and what was sent',
  responses: { 200: report },
})

export const setReport = subscriberEndpoint('PATCH /api/analytics/dashboards/{id}/report', {
  summary: `Send a saved dashboard by email on days of the week or a day of the month, to up to ${MAX_REPORT_RECIPIENTS} members who see it. Members who unsubscribed stay off.`,
  body: z
    .strictObject({
      days: weekdaysInput,
      monthDay,
      sendAt,
      timeZone,
      /** Ids of members. */
      recipients: z
        .array(uuid)
        .min(1, 'Choose at least one member')
        .max(MAX_REPORT_RECIPIENTS, `Choose at most ${MAX_REPORT_RECIPIENTS} members`),
    })
    .refine(({ days, monthDay }) => days.length > 0 !== (monthDay !== null), {
      path: ['days'],
      message: 'Choose days of the week or a day of the month',
    }),
  responses: { 200: report },
})
export type ReportInput = z.output<typeof setReport.body>

export const removeReport = subscriberEndpoint('DELETE /api/analytics/dashboards/{id}/report', {
  summary: 'Stop sending a saved dashboard by email',
})

export const setReportSubscription = subscriberEndpoint(
  'PATCH /api/analytics/dashboards/{id}/report/subscription',
  {
    summary: 'Get the emails of a dashboard that you see, or stop getting them; 409 while it is not sent',
    body: z.strictObject({ isSubscribed: z.boolean() }),
    responses: { 200: report },
  },
)

export const sendReport = subscriberEndpoint('POST /api/analytics/dashboards/{id}/report/send', {
  summary: 'Send a saved dashboard now, to yourself or to all recipients',
  rate: 'heavy',
  body: z.strictObject({ to: z.enum(['me', 'recipients']) }),
  responses: { 200: report },
})

export const unsubscribeFromReport = publicEndpoint('POST /api/analytics/unsubscribe', {
  summary:
    'Stop the emails of one dashboard: JSON {token}, or the one-click form of an email program (RFC 8058) with ?token=',
  ...oneClickUnsubscribe,
})

export const openReportUnsubscribe = publicEndpoint('GET /api/analytics/unsubscribe', {
  summary: 'Redirect email programs without one-click to the page that stops the emails; changes nothing',
  ...unsubscribePage,
})
