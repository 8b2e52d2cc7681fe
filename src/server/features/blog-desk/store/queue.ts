import type { BlogCategory } from '#contract/blog.ts'
import type { QueueEntry } from '#contract/blog-desk.ts'
import type { TimeCursorKey } from '#server/platform/cursor.ts'
import { isUniqueViolation, type Query } from '#server/platform/db/database.ts'

/** True if a request failed because the same one is open. */
export const isOpenDuplicate = isUniqueViolation

export type EntryRow = QueueEntry & { claims: number }
export type NewEntry = Pick<QueueEntry, 'topicId' | 'subject' | 'keywords' | 'category' | 'cause'> & {
  blogPostId: string
  requestKey: string | null
}

const ENTRY = `id, topic_id, subject, keywords, category, cause, status, blog_post_id, error, retry_count, scheduled_for,
  processed_at, created_at, claims`
const OPEN = `status in ('pending', 'processing')`

export async function insertEntry(tx: Query, entry: NewEntry, now: Date): Promise<EntryRow> {
  const added = await tx.row<EntryRow>(
    `insert into generation_queue (topic_id, subject, keywords, category, cause, blog_post_id, request_key, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${ENTRY}`,
    [
      ...[entry.topicId, entry.subject, entry.keywords, entry.category, entry.cause],
      ...[entry.blogPostId, entry.requestKey, now],
    ],
  )
  if (!added) throw new Error('The generation was not added')
  return added
}

export function findEntry(db: Query, id: string): Promise<EntryRow | undefined> {
  return db.row<EntryRow>(`select ${ENTRY} from generation_queue where id = $1`, [id])
}

export function lockEntry(tx: Query, id: string): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(`select ${ENTRY} from generation_queue where id = $1 for update`, [id])
}

/** Serializes requests with the same key until the transaction ends. */
export async function lockKey(tx: Query, requestKey: string): Promise<void> {
  await tx.row('select pg_advisory_xact_lock(hashtextextended($1, 0))', [requestKey])
}

export function findByKey(tx: Query, requestKey: string): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(`select ${ENTRY} from generation_queue where request_key = $1`, [requestKey])
}

/** An open generation of the topic, or one completed since a moment. */
export function findSameTopic(tx: Query, topicId: string, since: Date): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(
    `select ${ENTRY} from generation_queue
      where topic_id = $1 and (${OPEN} or (status = 'completed' and created_at > $2))
      order by created_at desc limit 1`,
    [topicId, since],
  )
}

/** An open generation of the prompt, or one completed since a moment. */
export function findSamePrompt(
  tx: Query,
  prompt: { subject: string; category: BlogCategory },
  since: Date,
): Promise<EntryRow | undefined> {
  return tx.row<EntryRow>(
    `select ${ENTRY} from generation_queue
      where cause = 'prompt' and subject = $1 and category = $2
        and (${OPEN} or (status = 'completed' and created_at > $3))
      order by created_at desc limit 1`,
    [prompt.subject, prompt.category, since],
  )
}

/**
 * Claims a due generation until `leaseUntil`; undefined if it isn't due, is over, or belongs to another worker. An expired
 * claim counts as an attempt.
 */
export function claim(db: Query, id: string, now: Date, leaseUntil: Date): Promise<EntryRow | undefined> {
  return db.row<EntryRow>(
    `update generation_queue
        set status = 'processing', lease_until = $3, claims = claims + 1,
            retry_count = retry_count + (status = 'processing')::integer
      where id = $1 and ((status = 'pending' and coalesce(scheduled_for, $2) <= $2)
                      or (status = 'processing' and lease_until <= $2))
      returning ${ENTRY}`,
    [id, now, leaseUntil],
  )
}

export async function complete(tx: Query, id: string, now: Date): Promise<void> {
  await tx.run(
    `update generation_queue set status = 'completed', error = null, processed_at = $2, lease_until = null,
       scheduled_for = null where id = $1`,
    [id, now],
  )
}

export async function failEntry(tx: Query, id: string, error: string, now: Date): Promise<void> {
  await tx.run(
    `update generation_queue set status = 'failed', error = $2, processed_at = $3, lease_until = null,
       scheduled_for = null where id = $1`,
    [id, error, now],
  )
}

/** Sets the time of the next attempt. */
export async function postpone(tx: Query, id: string, error: string, until: Date): Promise<void> {
  await tx.run(
    `update generation_queue set status = 'pending', error = $2, scheduled_for = $3, lease_until = null,
       retry_count = retry_count + 1 where id = $1`,
    [id, error, until],
  )
}

/** Restarts a generation. @throws a unique violation if the same one is open */
export async function reopen(tx: Query, id: string): Promise<void> {
  await tx.run(
    `update generation_queue set status = 'pending', error = null, retry_count = 0, scheduled_for = null,
       processed_at = null where id = $1`,
    [id],
  )
}

export async function cancel(tx: Query, id: string, now: Date): Promise<void> {
  await tx.run(
    `update generation_queue set status = 'canceled', processed_at = $2, lease_until = null, scheduled_for = null
      where id = $1`,
    [id, now],
  )
}

/** Entries due for a worker: new ones that were never queued, and those of stopped workers. */
export async function listDueEntries(db: Query, now: Date, addedBefore: Date): Promise<string[]> {
  const due = await db.rows<{ id: string }>(
    `select id from generation_queue
      where (status = 'pending' and coalesce(scheduled_for, $1) <= $1 and created_at <= $2)
         or (status = 'processing' and lease_until <= $1)
      order by created_at limit 100`,
    [now, addedBefore],
  )
  return due.map(({ id }) => id)
}

/** Newest first. */
export function listEntries(
  db: Query,
  page: { status: QueueEntry['status'] | undefined; after: TimeCursorKey | null; limit: number },
): Promise<(EntryRow & { exactAt: string })[]> {
  return db.rows(
    `select ${ENTRY}, created_at::text as exact_at from generation_queue
      where ($1::text is null or status = $1)
        and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
      order by created_at desc, id desc limit $4`,
    [page.status ?? null, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export async function countOpen(db: Query): Promise<number> {
  const counted = await db.row<{ open: number }>(
    `select count(*)::integer as open from generation_queue where ${OPEN}`,
  )
  return counted?.open ?? 0
}

export async function isWeekly(db: Query): Promise<boolean> {
  return (await db.row<{ weekly: boolean }>('select weekly from blog_desk_settings'))?.weekly ?? false
}

export async function setWeekly(tx: Query, weekly: boolean, now: Date): Promise<void> {
  await tx.run('update blog_desk_settings set weekly = $1, updated_at = $2', [weekly, now])
}
