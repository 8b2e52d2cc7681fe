import type { Query } from '#server/platform/db/database.ts'
import type { ErasureLine } from './replay.ts'

export type BackupResult = { file: string; bytes: number; rows: number }
/** Backup state for metrics and the operator. */
export type BackupStatus = {
  lastAt: string | null
  lastBytes: number | null
  lastRows: number | null
  lastFailedAt: string | null
}

/**
 * Claims a due backup; of any number of workers, one gets it.
 *
 * @returns its id; undefined if a recent one exists or one is running
 */
export async function claimBackup(
  db: Query,
  { now, dueBefore, leaseUntil }: { now: Date; dueBefore: Date; leaseUntil: Date },
): Promise<string | undefined> {
  await db.run(
    `update backups set finished_at = $1, failure = 'stopped' where finished_at is null and lease_until < $1`,
    [now],
  )
  const claimed = await db.row<{ id: string }>(
    `insert into backups (begun_at, lease_until) select $1, $3
      where not exists (select from backups where file is not null and begun_at > $2)
     on conflict do nothing returning id`,
    [now, dueBefore, leaseUntil],
  )
  return claimed?.id
}

export async function finishBackup(db: Query, id: string, now: Date, made: BackupResult): Promise<void> {
  await db.run('update backups set finished_at = $2, file = $3, bytes = $4, rows = $5 where id = $1', [
    ...[id, now, made.file, made.bytes, made.rows],
  ])
}

export async function failBackup(db: Query, id: string, now: Date, failure: string): Promise<void> {
  await db.run('update backups set finished_at = $2, failure = $3 where id = $1', [id, now, failure])
}

/** @returns true if the caller should email the operators */
export async function claimAlarm(db: Query, id: string, now: Date, mailedBefore: Date): Promise<boolean> {
  const claimed = await db.run(
    `update backups set mailed_at = $2 where id = $1
        and not exists (select from backups where mailed_at > $3)`,
    [id, now, mailedBefore],
  )
  return claimed === 1
}

/** Releases the alarm after its email failed, so that the next failure tries again. */
export async function releaseAlarm(db: Query, id: string): Promise<void> {
  await db.run('update backups set mailed_at = null where id = $1', [id])
}

export async function statusOf(db: Query): Promise<BackupStatus> {
  const row = await db.row<BackupStatus>(
    `select l.begun_at as last_at, l.bytes as last_bytes, l.rows as last_rows,
            (select max(finished_at) from backups where failure is not null) as last_failed_at
       from (select 1) one
       left join lateral (select * from backups where file is not null order by begun_at desc limit 1) l on true`,
  )
  return row ?? { lastAt: null, lastBytes: null, lastRows: null, lastFailedAt: null }
}

/** Erasures not yet copied, locked until the transaction ends. */
export function lockUncopied(tx: Query, limit: number): Promise<ErasureLine[]> {
  return tx.rows<ErasureLine>(
    `select id, at, kind, organization, subject, details from erasure_journal
      where copied_at is null order by at limit $1 for update skip locked`,
    [limit],
  )
}

export async function setCopied(tx: Query, ids: readonly string[], now: Date): Promise<void> {
  await tx.run('update erasure_journal set copied_at = $2 where id = any($1)', [ids, now])
}
