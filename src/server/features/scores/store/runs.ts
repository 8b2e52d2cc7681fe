import type { ScorePolicy } from '#domain/score/score-input.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export type RunCause = 'faded' | 'policy'

export type SliceRow = {
  slice: number
  day: string
  cause: RunCause
  modelVersion: string
  /** True if the previous run used the same model. */
  sameModel: boolean
  lastId: string | null
  afterId: string | null
  deferredIds: string[]
  finished: boolean
}

const RUN_COLUMNS = `slice, day::text as day, cause, model_version, same_model, last_id, after_id, deferred_ids,
  finished_at is not null as finished`

/** Locks the organization's run: one transaction at a time starts, continues or ends it. */
export async function lockRun(tx: TenantTx): Promise<SliceRow[]> {
  // Before the first run there is no row to lock, and a replaced run has lost its rows.
  await tx.row(`select pg_advisory_xact_lock(hashtext('score-run-begins'), hashtext($1))`, [
    tx.organizationId,
  ])
  return tx.rows<SliceRow>(
    `select ${RUN_COLUMNS} from score_runs where organization_id = $1 order by slice for update`,
    [tx.organizationId],
  )
}

/** Locks an unfinished slice until the transaction ends. */
export function lockSlice(tx: TenantTx, slice: number): Promise<SliceRow | undefined> {
  return tx.row<SliceRow>(
    `select ${RUN_COLUMNS} from score_runs where organization_id = $1 and slice = $2 and finished_at is null for update`,
    [tx.organizationId, slice],
    'lock-score-slice',
  )
}

/** Replaces the run with slices of about `size` contacts each, ordered by id. @returns the number of slices */
export async function replaceRun(
  tx: TenantTx,
  run: { day: string; cause: RunCause; modelVersion: string; sameModel: boolean; size: number },
): Promise<number> {
  await tx.run('delete from score_runs where organization_id = $1', [tx.organizationId])
  return tx.run(
    `with ends as (
       select id, row_number() over (order by id) as n from (
         select id, row_number() over (order by id) as position from contacts where organization_id = $1) ordered
        where position % $6 = 0),
     slices as (
       select n - 1 as slice, lag(id) over (order by n) as after_id, id as last_id from ends
       union all
       select count(*), (array_agg(id order by id desc))[1], null from ends)
     insert into score_runs (organization_id, slice, day, cause, model_version, same_model, after_id, last_id)
     select $1, slice, $2, $3, $4, $5, after_id, last_id from slices`,
    [tx.organizationId, run.day, run.cause, run.modelVersion, run.sameModel, run.size],
  )
}

/** Stores the progress of a slice after a batch. */
export async function advanceSlice(
  tx: TenantTx,
  slice: number,
  progress: { afterId: string; deferredIds: readonly string[]; changed: number },
): Promise<void> {
  await tx.run(
    `update score_runs set after_id = $3, deferred_ids = deferred_ids || $4::uuid[], changed = changed + $5
      where organization_id = $1 and slice = $2`,
    [tx.organizationId, slice, progress.afterId, progress.deferredIds, progress.changed],
    'move-score-slice',
  )
}

/** Ends a slice. @returns whether the run is over, and its number of changed contacts */
export async function finishSlice(
  tx: TenantTx,
  slice: number,
): Promise<{ isRunOver: boolean; changed: number }> {
  // The lock lets the second of two concurrently ending slices see that it is the last.
  await tx.row(`select pg_advisory_xact_lock(hashtext('score-run'), hashtext($1))`, [tx.organizationId])
  await tx.run(
    `update score_runs set finished_at = clock_timestamp(), deferred_ids = '{}', changed = changed + cardinality(deferred_ids)
      where organization_id = $1 and slice = $2`,
    [tx.organizationId, slice],
  )
  return tx.one<{ isRunOver: boolean; changed: number }>(
    `select bool_and(finished_at is not null) as is_run_over, sum(changed)::int as changed from score_runs
      where organization_id = $1`,
    [tx.organizationId],
  )
}

/** The organization's fair-housing settings and its calibration in use. */
export function findPolicy(tx: TenantTx): Promise<ScorePolicy | undefined> {
  return tx.row<ScorePolicy>(
    'select exclude_familial, exclude_age, score_calibration as calibration from organizations where id = $1',
    [tx.organizationId],
  )
}

/** Number of known outcomes that a calibration was fitted on; undefined for members who don't see everything. */
export async function findCalibrationOutcomes(tx: TenantTx, version: number): Promise<number | undefined> {
  const row = await tx.row<{ outcomes: number }>(
    `select (report -> 'known' ->> 'outcomes')::int as outcomes from score_calibrations
      where organization_id = $1 and version = $2`,
    [tx.organizationId, version],
  )
  return row?.outcomes
}
