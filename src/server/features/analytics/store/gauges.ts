import { COVERAGE_FIELDS } from '#contract/analytics/answers.ts'
import type { AnalyticsFilter } from '#contract/analytics/query.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { contactConditions, type PageAfterId, type PersonRow } from './facts.ts'

export type GaugeRow = { value: string; n: number; sum: number; extra: number; label: string | null }
export type Gauge = { metric: 'coverage' | 'zip' | `band.${string}` }

/** Conditions for a known field, and when it was last checked. */
const FIELD_SQL: Record<(typeof COVERAGE_FIELDS)[number], { known: string; checkedAt?: string }> = {
  phone: { known: 'p.phone is not null', checkedAt: 'p.phone_verified_at' },
  email: { known: 'p.email is not null', checkedAt: 'p.email_verified_at' },
  address: { known: 'p.address is not null', checkedAt: 'p.address_verified_at' },
  birthYear: { known: 'coalesce(p.birth_year, p.age) is not null' },
  tenure: { known: 'p.tenure is not null' },
  source: { known: 'p.lead_source is not null' },
  enrichment: { known: 'p.enriched_at is not null', checkedAt: 'p.enriched_at' },
  score: { known: 'p.nine_d_score is not null' },
}

/**
 * How many contacts have each field: `n` known ones, `sum` moves to be expected of the others, `extra` known ones that were
 * checked over a year ago. `contacts` counts all.
 */
export async function countCoverage(tx: TenantTx, filter: AnalyticsFilter, now: Date): Promise<GaugeRow[]> {
  const values: unknown[] = [tx.organizationId, now]
  const conditions = contactConditions(filter, values)
  const columns = COVERAGE_FIELDS.map((field) => {
    const { known, checkedAt } = FIELD_SQL[field]
    const stale = checkedAt
      ? `count(*) filter (where ${checkedAt} < $2::timestamptz - interval '1 year')`
      : '0'
    return `array[count(*) filter (where ${known}), coalesce(sum(p.move_chance) filter (where not (${known})), 0), ${stale}]::float8[]`
  })
  const row = await tx.one<{ contacts: number; fields: [number, number, number][] }>(
    `select count(*)::float8 as contacts, to_jsonb(array[${columns.join(', ')}]) as fields
       from contacts p where p.organization_id = $1${conditions} and $2::timestamptz is not null`,
    values,
  )
  const total = { value: 'contacts', n: row.contacts, sum: 0, extra: 0, label: null }
  return [
    total,
    ...row.fields.map(([n, sum, extra], i) => ({
      value: COVERAGE_FIELDS[i] ?? '',
      n,
      sum,
      extra,
      label: null,
    })),
  ]
}

/** Contacts by ZIP code: `n` contacts, `sum` moves to be expected. The most frequent first. */
export function countZipCodes(tx: TenantTx, filter: AnalyticsFilter, limit: number): Promise<GaugeRow[]> {
  const values: unknown[] = [tx.organizationId, limit]
  const conditions = contactConditions(filter, values)
  return tx.rows(
    `select coalesce(p.zip_code, '') as value, count(*)::float8 as n, coalesce(sum(p.move_chance), 0)::float8 as sum,
            0::float8 as extra, concat(mode() within group (order by p.city), '|', mode() within group (order by p.state)) as label
       from contacts p where p.organization_id = $1${conditions} group by 1 order by 2 desc, 1 limit $2`,
    values,
  )
}

/** The month of snapshots for a range: the first one in it, else the last one before. */
export function findSnapshotMonth(tx: TenantTx, from: string, to: string): Promise<string | null> {
  return tx.value(
    `select coalesce(
       (select min(month) from score_snapshots where organization_id = $1 and month between $2 and $3),
       (select max(month) from score_snapshots where organization_id = $1 and month < $2))`,
    [tx.organizationId, from, to],
  )
}

/** Days of the moves of each contact. `$1` is the organization. */
const MOVES_SQL = `moves as (
  select contact_id, min(moved_on) as first_on, array_agg(moved_on) as days from outcomes
   where organization_id = $1 and undone_at is null group by 1)`
/** Snapshots `s` of a month, `$2`, of people who had not moved before; moves are `m`. */
const SNAPSHOT_SQL = `s.organization_id = $1 and s.month = $2 and (m.first_on is null or m.first_on >= s.snapshot_on)`
const BAND_SQL = 'width_bucket(s.score, array[20, 40, 60, 80])'
const HAS_MOVED_SQL = `exists (select from unnest(m.days) day where day >= s.snapshot_on and day < s.snapshot_on + interval '1 year')`

/** People of a month's snapshots by score band of 20: `n` people, `sum` who moved within a year, `extra` moves to be expected. */
export function countBands(tx: TenantTx, filter: AnalyticsFilter, month: string): Promise<GaugeRow[]> {
  const values: unknown[] = [tx.organizationId, month]
  const conditions = contactConditions(filter, values)
  const isFiltered = conditions !== ''
  return tx.rows(
    `with ${MOVES_SQL}
     select ${BAND_SQL}::text as value, count(*)::float8 as n, count(*) filter (where ${HAS_MOVED_SQL})::float8 as sum,
            sum(s.chance)::float8 as extra, null as label
       from score_snapshots s left join moves m on m.contact_id = s.contact_id
       ${isFiltered ? 'join contacts p on p.organization_id = $1 and p.id = s.contact_id' : ''}
      where ${SNAPSHOT_SQL}${conditions}
      group by 1`,
    values,
  )
}

/** People of a month's snapshots in a score band, or those of them who moved within a year, by id. */
export function listPeopleInBand(
  tx: TenantTx,
  {
    month,
    band,
    isMoved,
    filter,
  }: { month: string; band: number; isMoved: boolean; filter: AnalyticsFilter },
  { after, limit }: PageAfterId,
): Promise<(PersonRow & { total: number })[]> {
  const values: unknown[] = [tx.organizationId, month, band, limit, after]
  const conditions = contactConditions(filter, values)
  return tx.rows(
    `with ${MOVES_SQL},
     people as (
       select p.id, p.first_name, p.last_name, p.city, p.nine_d_score
         from score_snapshots s left join moves m on m.contact_id = s.contact_id
         join contacts p on p.organization_id = $1 and p.id = s.contact_id
        where ${SNAPSHOT_SQL} and ${BAND_SQL} = $3 ${isMoved ? `and ${HAS_MOVED_SQL}` : ''}${conditions})
     select p.*, null as "on", (select count(*)::int from people) as total
       from people p where $5::uuid is null or p.id > $5 order by p.id limit $4`,
    values,
  )
}

/** Months with snapshots, newest first. */
export function listSnapshotMonths(tx: TenantTx, limit: number): Promise<string[]> {
  return tx.column(
    `select month from score_snapshot_runs where organization_id = $1 and finished_at is not null order by month desc limit $2`,
    [tx.organizationId, limit],
  )
}

/** A stored gauge; no rows if it was never taken, or contacts were erased since. */
export function readGauge(tx: TenantTx, { metric }: Gauge): Promise<(GaugeRow & { takenAt: string })[]> {
  return tx.rows(
    `select value, n::float8 as n, sum, extra, label, taken_at from analytics_gauges
      where organization_id = $1 and metric = $2
        and not exists (select from analytics_gauges where organization_id = $1 and metric = 'expired')
      order by n desc, value`,
    [tx.organizationId, metric],
  )
}

/** Deletes gauges that `expire_gauges` marked, with the marks: what is erased later has a mark of its own. */
export async function deleteExpiredGauges(tx: TenantTx): Promise<void> {
  await tx.run(
    `delete from analytics_gauges g where g.organization_id = $1
        and exists (select from analytics_gauges e where e.organization_id = $1 and e.metric = 'expired')`,
    [tx.organizationId],
  )
}

/** Replaces a gauge. */
export async function writeGauge(
  tx: TenantTx,
  { metric }: Gauge,
  rows: readonly GaugeRow[],
  takenAt: Date,
): Promise<void> {
  await tx.run('delete from analytics_gauges where organization_id = $1 and metric = $2', [
    tx.organizationId,
    metric,
  ])
  await tx.run(
    `insert into analytics_gauges (organization_id, metric, value, n, sum, extra, label, taken_at)
     select $1, $2, g.value, g.n, g.sum, g.extra, g.label, $4
       from jsonb_to_recordset($3) as g(value text, n bigint, sum float8, extra float8, label text)`,
    [tx.organizationId, metric, JSON.stringify(rows), takenAt],
  )
}
