import { z } from 'zod'
import { memberEndpoint } from './endpoint.ts'
import { isoDateTime, pageOf, pageQuery, uuid } from './text.ts'

const notification = z.object({
  id: z.string(),
  kind: z.enum([
    ...['signals', 'task_overdue', 'import_finished', 'credits_low'],
    ...['export_ready', 'billing', 'assigned', 'origin', 'webhook', 'sync'],
  ] as const),
  title: z.string(),
  body: z.string().nullable(),
  /** Path within the product. */
  link: z.string(),
  contactId: z.string().nullable(),
  read: z.boolean(),
  createdAt: isoDateTime,
})
export type Notification = z.infer<typeof notification>

/** Counting of unread notifications stops here. */
export const MAX_UNREAD = 100
const unread = z.number().int().min(0).max(MAX_UNREAD)

export const listNotifications = memberEndpoint('GET /api/notifications', {
  summary: 'List your notifications, newest first; `next` is the cursor of the next page',
  query: z.object(pageQuery(30)),
  responses: { 200: pageOf(notification).extend({ unread }) },
})

export const readNotifications = memberEndpoint('POST /api/notifications/read', {
  summary: 'Mark some or all of your notifications as read',
  body: z.union(
    [z.strictObject({ ids: z.array(uuid).min(1).max(100) }), z.strictObject({ all: z.literal(true) })],
    'Send {ids} or {all: true}',
  ),
  responses: { 200: z.object({ unread }) },
})
