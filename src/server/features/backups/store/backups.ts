import type { ErasureLogLine } from '#server/platform/backup/backup-folder.ts'
import type { Query } from '#server/platform/db/database.ts'

export type BackupResult = { file: string; bytes: number; rows: number }

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
  return db.find(
    `insert into backups (started_at, lease_until) select $1, $3
      where not exists (select from backups where file is not null and started_at > $2)
     on conflict do nothing returning id`,
    [now, dueBefore, leaseUntil],
  )
}

export async function finishBackup(db: Query, id: string, now: Date, backup: BackupResult): Promise<void> {
  await db.run('update backups set finished_at = $2, file = $3, bytes = $4, rows = $5 where id = $1', [
    ...[id, now, backup.file, backup.bytes, backup.rows],
  ])
}

export async function failBackup(db: Query, id: string, now: Date, failure: string): Promise<void> {
  await db.run('update backups set finished_at = $2, failure = $3 where id = $1', [id, now, failure])
}

/** @returns true if the caller should email the operators */
export function claimAlarm(db: Query, id: string, now: Date, emailedBefore: Date): Promise<boolean> {
  return db.changed(
    `update backups set mailed_at = $2 where id = $1
        and not exists (select from backups where mailed_at > $3)`,
    [id, now, emailedBefore],
  )
}

/** Releases the alarm after its email failed, so that the next failure tries again. */
export async function releaseAlarm(db: Query, id: string): Promise<void> {
  await db.run('update backups set mailed_at = null where id = $1', [id])
}

/** Start of the newest backup; null before the first one. */
export function findLastBackupTime(db: Query): Promise<string | null> {
  return db.value('select max(started_at) from backups where file is not null')
}

/** Erasures not yet copied, locked until the transaction ends. */
export function lockUncopiedErasures(tx: Query, limit: number): Promise<ErasureLogLine[]> {
  return tx.rows<ErasureLogLine>(
    `select id, at, kind, organization, subject, details from erasure_log
      where copied_at is null order by at limit $1 for update skip locked`,
    [limit],
  )
}

export async function markErasuresCopied(tx: Query, ids: readonly string[], now: Date): Promise<void> {
  await tx.run('update erasure_log set copied_at = $2 where id = any($1)', [ids, now])
}
