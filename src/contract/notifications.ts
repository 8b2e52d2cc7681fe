import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoDateTime, uuid } from './text.ts'

const notification = z.object({
  id: z.string(),
  kind: z.enum(['signals', 'task_overdue', 'import_finished', 'credits_low', 'export_ready', 'billing']),
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
export const UNREAD_MAX = 100
const unread = z.number().int().min(0).max(UNREAD_MAX)

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your notifications, newest first; `next` is the cursor of the next page',
  access: 'member',
  rate: 'read',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(30),
    cursor: uuid.optional(),
  }),
  answers: { 200: z.object({ items: z.array(notification), unread, next: z.string().nullable() }) },
})

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark some or all of your notifications as read',
  access: 'member',
  rate: 'write',
  body: z.union(
    [z.strictObject({ ids: z.array(uuid).min(1).max(100) }), z.strictObject({ all: z.literal(true) })],
    'Send {ids} or {all: true}',
  ),
  answers: { 200: z.object({ unread }) },
})
