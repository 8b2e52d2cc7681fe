import { OBSERVED_MONTHS } from '#domain/score/field-evaluation.ts'
import type { WatchedOutcome } from '#domain/score/watched-outcomes.ts'
import { CATEGORIES, categoryBits } from '#domain/signals/categories.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** True if a snapshot is old enough to know what came after it. */
export function hasWatchedOutcomes(tx: TenantTx, today: string): Promise<boolean> {
  return tx.exists(
    `select 1 from score_snapshots where organization_id = $1 and month <= $2::date - make_interval(months => $3)
      order by month limit 1`,
    [tx.organizationId, today, OBSERVED_MONTHS.min],
  )
}

type Row = Omit<WatchedOutcome, 'categories'> & { liveSignals: number }

/**
 * A contact's snapshot of a random month among those at least three months before a day, so that outcomes spread over
 * time. Moves don't influence the choice. In place of a missing month, the one before counts.
 */
const snapshotBefore = (day: string, condition: string) => `
  select s.snapshot_on, s.chance, s.calibration_version, ${day} as watched_until,
         -- Older snapshots don't have the categories, but the score history does.
         coalesce(s.live_signals, (
           select bit_or(1 << array_position($3::text[], p ->> 'category') - 1)
             from (select h.points from score_history h where h.organization_id = $1 and h.contact_id = s.contact_id
                      and h.recorded_at < s.snapshot_on + 1 order by h.recorded_at desc limit 1) last,
                  jsonb_array_elements(last.points) p), 0) as live_signals
    from score_snapshots s
   where ${condition} and s.organization_id = $1 and s.contact_id = k.id
     and s.snapshot_on <= ${day} - make_interval(months => $2)
     and s.month <= (
       select min(f.month) + floor(((${day} - make_interval(months => $2))::date - min(f.month)) * k.random)::int
         from score_snapshots f where f.organization_id = $1 and f.contact_id = k.id)
   order by s.month desc limit 1`

/**
 * One outcome per contact: a move, or a stay that is known. Records know of a stay when an enrichment found no newer
 * address; a talk with the person knows it otherwise. A contact is watched until then, whether it moved or not, so that
 * movers are not more likely to count. Contacts who moved before the snapshot are left out.
 */
export async function listWatchedOutcomes(tx: TenantTx, limit: number): Promise<WatchedOutcome[]> {
  const rows = await tx.rows<Row>(
    `with moves as (
       select contact_id, array_agg(moved_on) as days, bool_or(source = 'address') as is_on_record,
              max(recorded_at)::date as recorded_on
         from outcomes where organization_id = $1 and kind = 'moved' and undone_at is null group by contact_id),
     known as (
       select c.id, ('x' || right(md5(c.id::text), 7))::bit(28)::int / 268435456.0 as random,
              c.enriched_at::date as checked_on, m.days,
              coalesce(m.is_on_record, m.contact_id is null) as may_be_on_record,
              greatest(c.last_conversation_at::date, m.recorded_on) as talked_on
         from contacts c left join moves m on m.contact_id = c.id
        where c.organization_id = $1
          and greatest(c.enriched_at, c.last_conversation_at, m.recorded_on) >=
              (select min(month) from score_snapshots where organization_id = $1) + make_interval(months => $2)
        order by md5(c.id::text) limit $5),
     watched as (
       select k.days, r.snapshot_on is null as is_from_conversation,
              coalesce(r.snapshot_on, t.snapshot_on) as snapshot_on, coalesce(r.chance, t.chance) as chance,
              coalesce(r.live_signals, t.live_signals) as live_signals,
              case when r.snapshot_on is null then t.calibration_version else r.calibration_version end as calibration_version,
              age(coalesce(r.watched_until, t.watched_until), coalesce(r.snapshot_on, t.snapshot_on)) as watched
         from known k
         left join lateral (${snapshotBefore('k.checked_on', 'k.may_be_on_record')}) r on true
         left join lateral (${snapshotBefore('k.talked_on', 'r.snapshot_on is null')}) t on true),
     outcome as (
       select *, least($4, extract(year from watched) * 12 + extract(month from watched))::int as months
         from watched where snapshot_on is not null)
     select chance::float8 as chance, live_signals, months, calibration_version, is_from_conversation,
            (snapshot_on + make_interval(months => months))::date as observed_on,
            exists (select from unnest(days) day
              where day >= snapshot_on and day < snapshot_on + make_interval(months => months)) as has_moved
       from outcome where not exists (select from unnest(days) day where day < snapshot_on)`,
    [tx.organizationId, OBSERVED_MONTHS.min, CATEGORIES, OBSERVED_MONTHS.max, limit],
  )
  return rows.map(({ liveSignals, ...row }) => ({
    ...row,
    categories: CATEGORIES.filter((category) => (liveSignals & categoryBits([category])) !== 0),
  }))
}
