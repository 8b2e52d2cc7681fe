import type { MemberAccess } from '#contract/auth.ts'
import type { CalendarFeed, CalendarFeedInput, CalendarTasks } from '#contract/calendar-feeds.ts'
import type { Role } from '#contract/endpoint.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** A feed that may be read now, with its member as they are now. */
export type ReadableFeed = {
  id: string
  organizationId: string
  userId: string
  role: Role
  access: MemberAccess
  tasks: CalendarTasks
  hasContactNames: boolean
  timeZone: string
  lastReadAt: string | null
}

export function findFeed(db: Query, hash: string): Promise<ReadableFeed | undefined> {
  return db.row<ReadableFeed>('select * from find_calendar_feed($1)', [hash], 'find-calendar-feed')
}

export async function updateLastRead(tx: TenantTx, id: string): Promise<void> {
  await tx.run('update calendar_feeds set last_read_at = now() where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

const COLUMNS =
  'id, name, token_start as start, tasks, has_contact_names, time_zone, last_read_at, created_at'

/** A member's feeds, newest first. */
export function listFeeds(tx: TenantTx, userId: string): Promise<CalendarFeed[]> {
  return tx.rows<CalendarFeed>(
    `select ${COLUMNS} from calendar_feeds where organization_id = $1 and user_id = $2 order by created_at desc, id`,
    [tx.organizationId, userId],
  )
}

export function insertFeed(
  tx: TenantTx,
  feed: CalendarFeedInput & { id: string; userId: string; hash: string; start: string },
): Promise<CalendarFeed> {
  return tx.one<CalendarFeed>(
    `insert into calendar_feeds (organization_id, id, user_id, name, token_hash, token_start, tasks, has_contact_names, time_zone)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      ...[tx.organizationId, feed.id, feed.userId, feed.name, feed.hash, feed.start],
      ...[feed.tasks, feed.hasContactNames, feed.timeZone],
    ],
  )
}

/** Deletes a member's feed. @returns false if there is none */
export function deleteFeed(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  return tx.changed('delete from calendar_feeds where organization_id = $1 and user_id = $2 and id = $3', [
    ...[tx.organizationId, userId, id],
  ])
}
