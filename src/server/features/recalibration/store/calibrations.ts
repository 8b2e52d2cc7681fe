import type { RecalibrationStatus } from '#contract/recalibration.ts'
import type { Calibration } from '#domain/score/calibration.ts'
import type { Recalibration } from '#domain/score/recalibration-report.ts'
import type { ScoreCalibration } from '#domain/score/score-input.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'

/** Locks the organization's calibrations until the transaction ends, so that runs and choices don't overlap. */
export async function lockCalibrations(tx: TenantTx): Promise<void> {
  await tx.row(`select pg_advisory_xact_lock(hashtext('score-calibrations'), hashtext($1))`, [
    tx.organizationId,
  ])
}

const nameOf = (column: string) => `(select ${userNameSql('u')} from users u where u.id = ${column})`

type Use = { calibration: ScoreCalibration | null; chosenAt: string | null; chosenBy: string | null }

export async function findUse(tx: TenantTx): Promise<Use> {
  return tx.one<Use>(
    `select score_calibration as calibration, calibration_chosen_at as chosen_at,
            ${nameOf('calibration_chosen_by')} as chosen_by
       from organizations where id = $1`,
    [tx.organizationId],
  )
}

export type NewUse = {
  calibration: ScoreCalibration | null
  /** Null for a calibration that a run adopted. */
  chosenAt: Date | null
  chosenBy: string | null
}

export async function updateUse(tx: TenantTx, { calibration, chosenAt, chosenBy }: NewUse): Promise<void> {
  await tx.run(
    `update organizations set score_calibration = $2, calibration_chosen_at = $3, calibration_chosen_by = $4,
            updated_at = now()
      where id = $1`,
    [tx.organizationId, calibration && JSON.stringify(calibration), chosenAt, chosenBy],
  )
}

export async function clearChoice(tx: TenantTx): Promise<void> {
  await tx.run(
    `update organizations set calibration_chosen_at = null, calibration_chosen_by = null
      where id = $1 and calibration_chosen_at is not null`,
    [tx.organizationId],
  )
}

/** Adds a run unless one is under way. @returns the id of either */
export async function insertRun(
  tx: TenantTx,
  run: { createdBy: string | null; isNightly: boolean },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(
    `with added as (
       insert into score_calibrations (organization_id, created_by, is_nightly) values ($1, $2, $3)
       on conflict (organization_id) where finished_at is null
       -- A run that a person joins counts as started by that person.
       do update set created_by = coalesce(excluded.created_by, score_calibrations.created_by),
                     is_nightly = score_calibrations.is_nightly and excluded.is_nightly
       returning id)
     select id from added`,
    [tx.organizationId, run.createdBy, run.isNightly],
  )
  return id
}

/** A run under way, locked: a person who joins it meanwhile waits, and then starts another. */
export function lockUnfinished(
  tx: TenantTx,
  id: string,
): Promise<{ isNightly: boolean; createdBy: string | null } | undefined> {
  return tx.row(
    `select is_nightly, created_by from score_calibrations where organization_id = $1 and id = $2 and finished_at is null
        for update`,
    [tx.organizationId, id],
  )
}

/** Runs that are not finished; across organizations, ids only. */
export function listUnfinished(db: Query): Promise<{ organizationId: OrganizationId; id: string }[]> {
  return db.rows('select organization_id, id from unfinished_recalibrations()')
}

export function isUnfinished(tx: TenantTx, id: string): Promise<boolean> {
  return tx.exists(
    'select 1 from score_calibrations where organization_id = $1 and id = $2 and finished_at is null',
    [tx.organizationId, id],
  )
}

export async function findRunning(tx: TenantTx): Promise<RecalibrationStatus['running']> {
  const running = await tx.row<NonNullable<RecalibrationStatus['running']>>(
    'select id, created_at as started_at from score_calibrations where organization_id = $1 and finished_at is null',
    [tx.organizationId],
  )
  return running ?? null
}

export async function findLatest(tx: TenantTx): Promise<RecalibrationStatus['latest']> {
  const latest = await tx.row<NonNullable<RecalibrationStatus['latest']>>(
    `select id, finished_at, ${nameOf('created_by')} as started_by, version, report from score_calibrations
      where organization_id = $1 and finished_at is not null order by created_at desc limit 1`,
    [tx.organizationId],
  )
  return latest ?? null
}

export function listVersions(tx: TenantTx): Promise<RecalibrationStatus['versions']> {
  return tx.rows<RecalibrationStatus['versions'][number]>(
    `select version, finished_at as adopted_at, ${nameOf('created_by')} as started_by,
            (report -> 'known' -> 'outcomes')::int as outcomes, (report -> 'known' -> 'moved')::int as moved
       from score_calibrations where organization_id = $1 and version is not null order by version desc`,
    [tx.organizationId],
  )
}

/** Every adopted calibration by its version. */
export async function readCalibrations(tx: TenantTx): Promise<Map<number, Calibration>> {
  const rows = await tx.rows<{ version: number; calibration: Calibration }>(
    'select version, calibration from score_calibrations where organization_id = $1 and version is not null',
    [tx.organizationId],
  )
  return new Map(rows.map(({ version, calibration }) => [version, calibration]))
}

export async function findCalibration(tx: TenantTx, version: number): Promise<ScoreCalibration | undefined> {
  const row = await tx.row<{ calibration: Calibration }>(
    'select calibration from score_calibrations where organization_id = $1 and version = $2',
    [tx.organizationId, version],
  )
  return row && { ...row.calibration, version }
}

export async function nextVersion(tx: TenantTx): Promise<number> {
  const { version } = await tx.one<{ version: number }>(
    'select coalesce(max(version), 0) + 1 as version from score_calibrations where organization_id = $1',
    [tx.organizationId],
  )
  return version
}

/** True if the newest report is about the same outcomes, so that only the calibration in use may differ. */
export function isRepetition(tx: TenantTx, report: Recalibration): Promise<boolean> {
  return tx.exists(
    `select 1 from (
       select report from score_calibrations where organization_id = $1 and finished_at is not null
        order by created_at desc limit 1) latest
      where latest.report -> 'known' = $2
        and latest.report -> 'conversations' -> 'outcomes' is not distinct from $3`,
    [
      tx.organizationId,
      JSON.stringify(report.known),
      report.conversations && JSON.stringify(report.conversations.outcomes),
    ],
  )
}

type FinishedRun = {
  id: string
  report: Recalibration
  /** Null unless adopted. */
  calibration: Calibration | null
  version: number | null
  finishedAt: Date
}

export async function finishRun(tx: TenantTx, run: FinishedRun): Promise<void> {
  await tx.run(
    `update score_calibrations set report = $3, calibration = $4, version = $5, finished_at = $6
      where organization_id = $1 and id = $2`,
    [
      tx.organizationId,
      run.id,
      JSON.stringify(run.report),
      run.calibration && JSON.stringify(run.calibration),
      run.version,
      run.finishedAt,
    ],
  )
}

export async function deleteRun(tx: TenantTx, id: string): Promise<void> {
  await tx.run('delete from score_calibrations where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

/** Deletes reports of runs without a version, but never the newest one. */
export async function deleteOldReports(tx: TenantTx, now: Date, maxAgeMonths: number): Promise<void> {
  await tx.run(
    `delete from score_calibrations where organization_id = $1 and version is null and finished_at is not null
        and created_at < $2::timestamptz - make_interval(months => $3)
        and created_at < (select max(l.created_at) from score_calibrations l
          where l.organization_id = $1 and l.finished_at is not null)`,
    [tx.organizationId, now, maxAgeMonths],
  )
}
