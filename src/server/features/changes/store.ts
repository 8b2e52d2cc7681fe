import type { Category } from '#domain/signals/categories.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { PageRange, TimeRange } from '#server/platform/page.ts'

/** Cursor into score changes, biggest first. */
export type ScoreChangeCursorKey = { size: number; id: string }

type Points = { category: Category; points: number }[]

export type ChangeRow = {
  id: string
  contactId: string
  name: string
  listed: boolean
  moved: boolean
  from: number | null
  to: number | null
  cause: string
  at: string
}

export type ScoreChangeRow = ChangeRow & { size: number; before: Points | null; after: Points | null }
/** `exactAt` is exact to the microsecond, for the cursor. */
export type SignalRow = ChangeRow & { exactAt: string; category: Category; description: string | null }

export type ScoreChangeKind = 'risen' | 'fallen' | 'firstScores'

/** Limits the sort to a period's newest changes, because a large organization's scores decay by the thousand every night. */
const MAX_SORTED = 5000

const isRiseSql = (row: string) => `${row}.score > coalesce(${row}.previous_score, 0)`

/** Condition on a stored and its previous score, as in the partial indexes. */
const IS_CHANGE_SQL: Record<ScoreChangeKind, (row: string) => string> = {
  risen: isRiseSql,
  firstScores: isRiseSql,
  fallen: (row) => `${row}.score < ${row}.previous_score`,
}

/**
 * Condition that compares the contact's current score with the beginning of the period. A contact without a score at that
 * time has its first one. Rises, first scores and new signals lead to calls, so they exclude do-not-contact people.
 */
const IS_CURRENT_SQL: Record<ScoreChangeKind, string> = {
  risen: 'c.nine_d_score > first.previous_score and c.can_contact',
  firstScores: 'first.previous_score is null and c.nine_d_score > 0 and c.can_contact',
  fallen: 'c.nine_d_score < first.previous_score',
}

/** SQL of each contact's newest change in this direction. */
const scoreChangesSql = (kind: ScoreChangeKind, columns: string) =>
  `select ${columns}
     from score_history h
     join contacts c on c.organization_id = $1 and c.id = h.contact_id
    cross join lateral (
      select f.previous_score from score_history f
       where f.organization_id = $1 and f.contact_id = h.contact_id and f.recorded_at >= $2
       order by f.recorded_at limit 1) first
    where h.organization_id = $1 and h.recorded_at >= $2 and ${IS_CHANGE_SQL[kind]('h')} and ${IS_CURRENT_SQL[kind]}
      and not exists (
        select from score_history n where n.organization_id = $1 and n.contact_id = h.contact_id
           and n.recorded_at >= h.recorded_at and (n.recorded_at, n.id) > (h.recorded_at, h.id)
           and ${IS_CHANGE_SQL[kind]('n')})`

// Reads `live` as a boolean, which the planner expects to be true often, so that it walks the index.
const newSignalsSql = (columns: string) =>
  `select ${columns}
     from signals h join contacts c on c.organization_id = $1 and c.id = h.contact_id
    where h.organization_id = $1 and h.detected_at >= $2 and coalesce((h.metadata->'live')::boolean, false)
      and c.can_contact`

const CONTACT_COLUMNS = `c.first_name || ' ' || c.last_name as name, c.listed_for_sale as listed`

const hasMovedSql = (contactId: string) =>
  `exists (select from outcomes o where o.organization_id = $1 and o.contact_id = ${contactId} and o.undone_at is null)`

/** A page of contacts whose score changed since a moment, the biggest change first. */
export function listScoreChanges(
  tx: TenantTx,
  kind: ScoreChangeKind,
  since: string,
  { after, limit }: PageRange<ScoreChangeCursorKey>,
): Promise<ScoreChangeRow[]> {
  const columns = `h.id, h.contact_id, ${CONTACT_COLUMNS}, first.previous_score as "from", c.nine_d_score as "to", h.cause,
     h.recorded_at as at, abs(c.nine_d_score - coalesce(first.previous_score, 0)) as size`
  return tx.rows<ScoreChangeRow>(
    `with newest as materialized (${scoreChangesSql(kind, columns)}
      order by h.recorded_at desc, h.id desc limit ${MAX_SORTED}),
     page as (select * from newest where $3::int is null or (size, id) < ($3, $4::uuid)
      order by size desc, id desc limit $5)
     select page.*, ${hasMovedSql('page.contact_id')} as moved,
            (select points from score_history b where b.organization_id = $1 and b.contact_id = page.contact_id
                and b.recorded_at < $2 order by b.recorded_at desc limit 1) as before,
            (select points from score_history a where a.organization_id = $1 and a.contact_id = page.contact_id
              order by a.recorded_at desc limit 1) as after
       from page order by page.size desc, page.id desc`,
    [tx.organizationId, since, after?.size ?? null, after?.id ?? null, limit],
  )
}

/** A page of live signals found since a moment. */
export function listNewSignals(
  tx: TenantTx,
  since: string,
  { after, limit }: TimeRange,
): Promise<SignalRow[]> {
  const columns = `h.id, h.contact_id, ${CONTACT_COLUMNS}, ${hasMovedSql('c.id')} as moved, null::int as "from", c.nine_d_score as "to", 'detected' as cause,
     h.detected_at as at, h.detected_at::text as exact_at, h.category, h.description`
  return tx.rows<SignalRow>(
    `${newSignalsSql(columns)} and ($3::timestamptz is null or (h.detected_at, h.id) < ($3, $4::uuid))
      order by h.detected_at desc, h.id desc limit $5`,
    [tx.organizationId, since, after?.at ?? null, after?.id ?? null, limit],
  )
}

type ChangeCounts = Record<ScoreChangeKind | 'newSignals', number>

/** Number of changes of each kind, counted up to `max`. */
export function countChanges(tx: TenantTx, since: string, max: number): Promise<ChangeCounts> {
  // Ordered like a page, so that each walk stops at the limit.
  const countSql = (sql: string, timeColumn: string) =>
    `(select count(*)::int from (${sql} order by h.${timeColumn} desc, h.id desc limit $3) counted)`
  return tx.one<ChangeCounts>(
    `select ${countSql(scoreChangesSql('risen', '1'), 'recorded_at')} as risen,
            ${countSql(scoreChangesSql('fallen', '1'), 'recorded_at')} as fallen,
            ${countSql(scoreChangesSql('firstScores', '1'), 'recorded_at')} as first_scores,
            ${countSql(newSignalsSql('1'), 'detected_at')} as new_signals`,
    [tx.organizationId, since, max],
  )
}

/** The newest description of a contact's signals, by contact and category (`id category`). */
export async function describeCategories(
  tx: TenantTx,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ contactId: string; category: Category; description: string }>(
    `select distinct on (contact_id, category) contact_id, category, description from signals
      where organization_id = $1 and contact_id = any($2) and description is not null
      order by contact_id, category, detected_at desc, id`,
    [tx.organizationId, contactIds],
  )
  return new Map(rows.map((row) => [`${row.contactId} ${row.category}`, row.description]))
}
