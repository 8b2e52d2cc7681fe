import type { ContentTopic, NewTopic, TopicChange } from '#contract/blog-desk.ts'
import { isUniqueViolation, type Query } from '#server/platform/db/database.ts'
import type { PageRange } from '#server/platform/page.ts'

/** True if a change failed because the category already has the topic. */
export const isDuplicateTopic = isUniqueViolation

const COLUMNS = 'id, topic, category, keywords, priority, last_used, use_count, is_active, created_at'
/** Higher priorities first, then least recently used or never used, then oldest; inactive ones last. */
const TOPIC_ORDER = `is_active desc, priority desc, coalesce(last_used, '-infinity'), created_at, id`
/**
 * Next topic at $1: unused ones first by priority, then by time since the last use times priority, so that a priority of
 * 10 waits a tenth as long as one of 1.
 */
const NEXT_TOPIC_ORDER = `last_used is null desc, case when last_used is null then priority end desc,
  priority * extract(epoch from $1::timestamptz - last_used) desc, created_at, id`

/** Topics after the first `after` ones, with their position in the whole list. */
export function listTopics(
  db: Query,
  { after, limit }: PageRange<number>,
): Promise<(ContentTopic & { position: number })[]> {
  return db.rows(
    `select ${COLUMNS}, row_number() over (order by ${TOPIC_ORDER})::integer as position
       from content_topics order by position limit $1 offset $2`,
    [limit, after ?? 0],
  )
}

export function countTopics(db: Query): Promise<number> {
  return db.value('select count(*)::integer from content_topics')
}

/** @returns undefined if the category already has the topic */
export function insertTopic(tx: Query, topic: NewTopic, now: Date): Promise<ContentTopic | undefined> {
  return tx.row<ContentTopic>(
    `insert into content_topics (topic, category, keywords, priority, created_at) values ($1, $2, $3, $4, $5)
     on conflict (lower(topic), category) do nothing returning ${COLUMNS}`,
    [topic.topic, topic.category, topic.keywords, topic.priority, now],
  )
}

/** @throws a unique violation if the category already has the topic */
export function updateTopic(tx: Query, id: string, change: TopicChange): Promise<ContentTopic | undefined> {
  return tx.row<ContentTopic>(
    `update content_topics
        set topic = coalesce($2, topic), category = coalesce($3, category), keywords = coalesce($4, keywords),
            priority = coalesce($5, priority), is_active = coalesce($6, is_active)
      where id = $1 returning ${COLUMNS}`,
    [id, change.topic, change.category, change.keywords, change.priority, change.isActive],
  )
}

export function lockTopic(tx: Query, id: string): Promise<ContentTopic | undefined> {
  return tx.row<ContentTopic>(`select ${COLUMNS} from content_topics where id = $1 for update`, [id])
}

/** Locks the next topic; skips topics that another transaction has locked. */
export function lockNextTopic(tx: Query, now: Date): Promise<ContentTopic | undefined> {
  return tx.row<ContentTopic>(
    `select ${COLUMNS} from content_topics t
      where is_active and not exists (
        select from generation_queue q where q.topic_id = t.id and q.status in ('pending', 'processing'))
      order by ${NEXT_TOPIC_ORDER} limit 1 for update skip locked`,
    [now],
  )
}

export function hasActiveTopic(tx: Query): Promise<boolean> {
  return tx.exists('select from content_topics where is_active limit 1')
}

/** Counts one use; part of the generation's transaction. */
export async function countUse(tx: Query, id: string, now: Date): Promise<void> {
  await tx.run('update content_topics set use_count = use_count + 1, last_used = $2 where id = $1', [id, now])
}
