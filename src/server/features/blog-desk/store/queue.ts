import type { QueueEntry } from '#contract/blog-desk.ts'
import { isUniqueViolation, type Query } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

/** True if a request failed because an equal one is open. */
export const isOpenDuplicate = isUniqueViolation

export type EntryRow = QueueEntry & { claims: number }
export type NewEntry = Pick<QueueEntry, 'topicId' | 'subject' | 'keywords' | 'category' | 'cause'> & {
  blogPostId: string
  requestKey: string | null
}

const COLUMNS = `id, topic_id, subject, keywords, category, cause, status, blog_post_id, error, retry_count, scheduled_for,
  processed_at, created_at, claims`
const IS_OPEN = `status in ('pending', 'processing')`

export function insertEntry(tx: Query, entry: NewEntry, now: Date): Promise<EntryRow> {
  return tx.one(
    `insert into generation_queue (topic_id, subject, keywords, category, cause, blog_post_id, request_key, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${COLUMNS}`,
    [
      ...[entry.topicId, entry.subject, entry.keywords, entry.category, entry.cause],
      ...[entry.blogPostId, entry.requestKey, now],
    ],
  )
}

export function findEntry(db: Query, id: string): Promise<EntryRow | undefined> {
  return db.row<EntryRow>(`select ${COLUMNS} from generation_queue where id = $1`, [id])
}

export function lockEntry(tx: Query, id: string): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(`select ${COLUMNS} from generation_queue where id = $1 for update`, [id])
}

/** Serializes requests with the same key until the transaction ends. */
export async function lockKey(tx: Query, requestKey: string): Promise<void> {
  await tx.row('select pg_advisory_xact_lock(hashtextextended($1, 0))', [requestKey])
}

export function findByKey(tx: Query, requestKey: string): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(`select ${COLUMNS} from generation_queue where request_key = $1`, [requestKey])
}

/** An open generation of a topic or prompt, or one completed since a moment. */
export function findDuplicate(
  tx: Query,
  { topicId, subject, category }: Partial<NewEntry>,
  since: Date,
): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(
    `select ${COLUMNS} from generation_queue
      where (topic_id = $1 or cause = 'prompt' and subject = $2 and category = $3)
        and (${IS_OPEN} or (status = 'completed' and created_at > $4))
      order by created_at desc limit 1`,
    [topicId, subject, category, since],
  )
}

/**
 * Claims a due generation until `leaseUntil`; undefined if it isn't due, is over, or belongs to another worker. An expired
 * claim counts as an attempt.
 */
export function claimEntry(
  db: Query,
  id: string,
  now: Date,
  leaseUntil: Date,
): Promise<EntryRow | undefined> {
  return db.row<EntryRow>(
    `update generation_queue
        set status = 'processing', lease_until = $3, claims = claims + 1,
            retry_count = retry_count + (status = 'processing')::integer
      where id = $1 and ((status = 'pending' and coalesce(scheduled_for, $2) <= $2)
                      or (status = 'processing' and lease_until <= $2))
      returning ${COLUMNS}`,
    [id, now, leaseUntil],
  )
}

/**
 * Changes the state of a generation and releases its claim; removes times that aren't given.
 *
 * @throws a unique violation if an equal generation is open
 */
export async function setEntryState(
  tx: Query,
  entry: EntryRow,
  change: Pick<EntryRow, 'status'> &
    Partial<Pick<EntryRow, 'error' | 'retryCount'>> & { scheduledFor?: Date; processedAt?: Date },
): Promise<void> {
  const { status, error = entry.error, retryCount = entry.retryCount, scheduledFor, processedAt } = change
  await tx.run(
    `update generation_queue set status = $2, error = $3, retry_count = $4, scheduled_for = $5, processed_at = $6,
       lease_until = null where id = $1`,
    [entry.id, status, error, retryCount, scheduledFor, processedAt],
  )
}

/** Entries due for a worker: new ones that were never queued, and those of stopped workers. */
export function listDueEntries(db: Query, now: Date, addedBefore: Date): Promise<string[]> {
  return db.column(
    `select id from generation_queue
      where (status = 'pending' and coalesce(scheduled_for, $1) <= $1 and created_at <= $2)
         or (status = 'processing' and lease_until <= $1)
      order by created_at limit 100`,
    [now, addedBefore],
  )
}

/** Newest first. */
export function listEntries(
  db: Query,
  page: TimeRange & { status: QueueEntry['status'] | undefined },
): Promise<TimedRow<EntryRow>[]> {
  return db.rows(
    `select ${COLUMNS}, created_at::text as exact_at from generation_queue
      where ($1::text is null or status = $1)
        and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
      order by created_at desc, id desc limit $4`,
    [page.status ?? null, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export function countOpenEntries(db: Query): Promise<number> {
  return db.value(`select count(*)::integer as open from generation_queue where ${IS_OPEN}`)
}

export async function isWeeklyEnabled(db: Query): Promise<boolean> {
  return (await db.find<boolean>('select weekly from blog_desk_settings')) ?? false
}

export async function setWeekly(tx: Query, weekly: boolean, now: Date): Promise<void> {
  await tx.run('update blog_desk_settings set weekly = $1, updated_at = $2', [weekly, now])
}
