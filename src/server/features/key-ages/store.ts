import type { Query } from '#server/platform/db/database.ts'

export type OldKey = { name: string; since: string }

/** Records the keys in use; a changed key restarts its age, and unused ones are deleted. */
export async function recordKeys(
  tx: Query,
  keys: readonly { name: string; fingerprint: string }[],
  now: Date,
): Promise<void> {
  await tx.run(
    `insert into key_ages (name, fingerprint, since)
     select k.name, k.fingerprint, $2 from jsonb_to_recordset($1) as k(name text, fingerprint text)
     on conflict (name) do update
       set fingerprint = excluded.fingerprint, since = excluded.since, reminded_at = null
     where key_ages.fingerprint <> excluded.fingerprint`,
    [JSON.stringify(keys), now],
  )
  await tx.run('delete from key_ages where name <> all($1)', [keys.map(({ name }) => name)])
}

/** Marks keys as reminded and returns them; of concurrent workers, one gets them. */
export function claimOldKeys(
  db: Query,
  { now, since, remindedBefore }: { now: Date; since: Date; remindedBefore: Date },
): Promise<OldKey[]> {
  return db.rows<OldKey>(
    `update key_ages set reminded_at = $1
      where since < $2 and (reminded_at is null or reminded_at < $3) returning name, since`,
    [now, since, remindedBefore],
  )
}

/** Undoes a reminder that could not be sent, so that the next run retries it. */
export async function undoReminder(db: Query, names: readonly string[]): Promise<void> {
  await db.run('update key_ages set reminded_at = null where name = any($1)', [names])
}
