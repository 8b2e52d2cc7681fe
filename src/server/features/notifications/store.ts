import type { Notification } from '#contract/notifications.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { PageRange } from '#server/platform/page.ts'

export type NewNotification = Pick<Notification, 'kind' | 'title' | 'body' | 'link' | 'contactId'> & {
  id: string
  /** Null for all members. */
  userId: string | null
  dedupeKey: string
}

/** Adds new notifications, except about deleted contacts. @returns the number of added ones */
export function insertNotifications(
  tx: TenantTx,
  notifications: readonly NewNotification[],
): Promise<number> {
  return tx.run(
    `insert into notifications (organization_id, id, user_id, kind, title, body, link, contact_id, dedupe_key)
     select $1, n.id, n.user_id, n.kind, n.title, n.body, n.link, n.contact_id, n.dedupe_key
       from jsonb_populate_recordset(null::notifications, $2) n
      where n.contact_id is null
         or exists (select from contacts where organization_id = $1 and contacts.id = n.contact_id)
     on conflict (organization_id, dedupe_key) do nothing`,
    [tx.organizationId, columnRows(notifications)],
  )
}

const FOR_USER = 'n.organization_id = $1 and (n.user_id is null or n.user_id = $2)'
const READ = `exists (select from notification_reads r
   where r.organization_id = $1 and r.notification_id = n.id and r.user_id = $2)`

/** Notifications visible to a user, newest first, after the given id. */
export function listForUser(tx: TenantTx, userId: string, page: PageRange<string>): Promise<Notification[]> {
  return tx.rows<Notification>(
    `select n.id, n.kind, n.title, n.body, n.link, n.contact_id, n.created_at, ${READ} as read
       from notifications n where ${FOR_USER} and ($3::uuid is null or n.id < $3) order by n.id desc limit $4`,
    [tx.organizationId, userId, page.after, page.limit],
    'notifications-list',
  )
}

/** Unread notifications of a user, counted up to `max`. */
export function countUnread(tx: TenantTx, userId: string, max: number): Promise<number> {
  return tx.value(
    `select count(*)::int as count from (
       select from notifications n where ${FOR_USER} and not ${READ} limit $3) unread`,
    [tx.organizationId, userId, max],
    'notifications-unread',
  )
}

/** Marks notifications as read for one user; null means all. @returns the number of changed ones */
export function markRead(tx: TenantTx, userId: string, ids: readonly string[] | null): Promise<number> {
  return tx.run(
    `insert into notification_reads (organization_id, notification_id, user_id)
     select $1, n.id, $2 from notifications n
      where ${FOR_USER} and ($3::uuid[] is null or n.id = any($3)) and not ${READ}
     on conflict do nothing`,
    [tx.organizationId, userId, ids],
  )
}

/** Deletes up to `limit` notifications from before a moment. */
export function removeBefore(tx: TenantTx, moment: Date, limit: number): Promise<number> {
  return tx.run(
    `delete from notifications where organization_id = $1 and id in (
       select id from notifications where organization_id = $1 and created_at < $2 limit $3)`,
    [tx.organizationId, moment, limit],
  )
}

/** Organizations with notifications from before a moment; ids only. */
export function listOrganizationsWithOld(db: Query, moment: Date): Promise<string[]> {
  return db.column('select id from organizations_with_notifications_before($1) as id', [moment])
}

export function listOwners(tx: TenantTx): Promise<string[]> {
  return tx.column(
    `select user_id from memberships where organization_id = $1 and role = 'OWNER' order by user_id`,
    [tx.organizationId],
  )
}

export async function nameOf(tx: TenantTx, userId: string): Promise<string> {
  const name = await tx.find<string>(`select ${userNameSql('users')} from users where id = $1`, [userId])
  return name ?? 'A former member'
}
