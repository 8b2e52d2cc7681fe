import { AGE_BANDS } from '#domain/score/age-band.ts'
import { OBSERVED_MONTHS, type ObservedGroup } from '#domain/score/field-evaluation.ts'
import { BASELINE, MODEL_VERSION } from '#domain/score/parameters.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** Organizations without a finished snapshot of the month. */
export function listOrganizationsToSnapshot(db: Query, month: string): Promise<string[]> {
  return db.column('select id from organizations_to_snapshot($1) as id', [month])
}

type SnapshotRun = { afterId: string | null; isFinished: boolean }

/** Progress of a month, locked until the transaction ends so that runs don't overlap. */
export async function lockSnapshotRun(tx: TenantTx, month: string): Promise<SnapshotRun> {
  await tx.run(
    'insert into score_snapshot_runs (organization_id, month) values ($1, $2) on conflict do nothing',
    [tx.organizationId, month],
  )
  const row = await tx.row<SnapshotRun>(
    `select after_id, finished_at is not null as is_finished from score_snapshot_runs
      where organization_id = $1 and month = $2 for update`,
    [tx.organizationId, month],
  )
  return row ?? { afterId: null, isFinished: false }
}

/**
 * Stores snapshots of the next scored contacts after an id. Existing snapshots never change.
 * @returns the last id, null if there are no more
 */
export async function snapshotBatch(
  tx: TenantTx,
  run: { month: string; today: string; afterId: string | null; limit: number },
): Promise<string | null> {
  const [youngest, oldest] = BASELINE.adultAges
  const row = await tx.row<{ id: string | null }>(
    `with batch as (
       select id, nine_d_score, move_chance, live_signals, tenure,
              coalesce(age, extract(year from $3::date)::int - birth_year) as age
         from contacts
        where organization_id = $1 and nine_d_score is not null and move_chance is not null
          and ($4::uuid is null or id > $4)
        order by id limit $5 for key share),
     inserted as (
       insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, live_signals,
         model_version, calibration_version, age_band, tenure, is_first)
       select $1, b.id, $2::date, $3::date, b.nine_d_score, b.move_chance, b.live_signals,
              coalesce(last.model_version, $6), last.calibration_version,
              case when b.age between $7 and $8 then ($9::text[])[width_bucket(b.age, $10::int[])] end, b.tenure,
              not exists (select from score_snapshots e where e.organization_id = $1 and e.contact_id = b.id)
         from batch b
         left join lateral (
           select h.model_version, h.calibration_version from score_history h
            where h.organization_id = $1 and h.contact_id = b.id order by h.recorded_at desc limit 1) last on true
       on conflict do nothing)
     select (select id from batch order by id desc limit 1) as id`,
    [
      tx.organizationId,
      run.month,
      run.today,
      run.afterId,
      run.limit,
      MODEL_VERSION,
      youngest,
      oldest,
      AGE_BANDS.map(({ label }) => label),
      AGE_BANDS.map(({ from }) => from),
    ],
  )
  return row?.id ?? null
}

/** Stores the last contact of the snapshot; null marks the month as finished. */
export async function recordSnapshotProgress(tx: TenantTx, month: string, afterId: string | null, now: Date) {
  await tx.run(
    `update score_snapshot_runs set after_id = coalesce($3, after_id), finished_at = case when $3::uuid is null then $4::timestamptz end
      where organization_id = $1 and month = $2`,
    [tx.organizationId, month, afterId, now],
  )
}

/** Deletes snapshots more than `maxAgeMonths` older than a month. @returns the number of rows */
export async function deleteOldSnapshots(tx: TenantTx, month: string, maxAgeMonths: number, limit: number) {
  const oldest = `$2::date - make_interval(months => $3)`
  await tx.run(`delete from score_snapshot_runs where organization_id = $1 and month < ${oldest}`, [
    tx.organizationId,
    month,
    maxAgeMonths,
  ])
  return tx.run(
    `delete from score_snapshots where ctid = any(array(
       select ctid from score_snapshots where organization_id = $1 and month < ${oldest} limit $4))`,
    [tx.organizationId, month, maxAgeMonths, limit],
  )
}

/**
 * Groups each contact's oldest snapshot that is old enough and within the last year, with whether the contact moved
 * in the whole months since. Contacts who moved before the snapshot are excluded. Chances are rounded to three
 * places. Since contacts get a snapshot every month, the oldest one is from the first month of the span or the
 * contact's first ever.
 */
export function listObservedGroups(tx: TenantTx, today: string): Promise<ObservedGroup[]> {
  return tx.rows<ObservedGroup>(
    `with span as (
       select min(month) as begins from score_snapshots
        where organization_id = $1 and month between $2::date - make_interval(months => $4) and $2),
     oldest as (
       select distinct on (contact_id) contact_id, snapshot_on, score, chance from (
         select * from score_snapshots where organization_id = $1 and month = (select begins from span)
         union all
         select * from score_snapshots where organization_id = $1 and is_first
            and month > (select begins from span) and month <= $2) f
        where snapshot_on <= $2::date - make_interval(months => $3)
        order by contact_id, month),
     moves as (
       select contact_id, array_agg(moved_on) as days from outcomes
        where organization_id = $1 and kind = 'moved' and undone_at is null group by contact_id),
     watched as (
       select o.score, o.chance, o.snapshot_on, m.days,
              (extract(year from age($2, o.snapshot_on)) * 12 + extract(month from age($2, o.snapshot_on)))::int as months
         from oldest o
         left join moves m on m.contact_id = o.contact_id)
     select score, round(chance::numeric, 3)::float8 as chance, months, count(*)::int as contacts,
            count(*) filter (where days is not null and exists (
              select from unnest(days) day
               where day >= snapshot_on and day < snapshot_on + make_interval(months => months)))::int as moved
       from watched
      where days is null or not exists (select from unnest(days) day where day < snapshot_on)
      group by 1, 2, 3 order by 2 desc, 1 desc, 3`,
    [tx.organizationId, today, OBSERVED_MONTHS.min, OBSERVED_MONTHS.max],
  )
}

/** Months with a finished snapshot, newest first. */
export function listSnapshotMonths(tx: TenantTx): Promise<string[]> {
  return tx.column<string>(
    `select month from score_snapshot_runs where organization_id = $1 and finished_at is not null order by month desc`,
    [tx.organizationId],
  )
}

export type AgeBandMean = { month: string; ageBand: string | null; contacts: number; meanScore: number }

/** Mean snapshot score by month and age band. */
export function listMeansByAge(tx: TenantTx, months: readonly string[]): Promise<AgeBandMean[]> {
  return tx.rows<AgeBandMean>(
    `select month, age_band, count(*)::int as contacts, avg(score)::float8 as mean_score from score_snapshots
      where organization_id = $1 and month = any($2::date[]) group by 1, 2`,
    [tx.organizationId, months],
  )
}
