import type { Database, Query } from '#server/platform/db/database.ts'

/** A broken billing rule and the id of what breaks it. */
export type BrokenRule = { rule: string; subject: string }

/** Reading every ledger may take longer than any request. */
const STATEMENT_MS = 600_000

/** Checks all organizations; empty if every rule holds. */
export function findBrokenRules(db: Database, moment: Date): Promise<BrokenRule[]> {
  return db.transaction(
    (tx) =>
      tx.rows<BrokenRule>(
        'select rule, subject from broken_money_rules($1) order by rule, subject limit 1000',
        [moment],
      ),
    { statementMs: STATEMENT_MS },
  )
}

/** Records that rules were broken on a day. */
export async function recordAlert(tx: Query, day: string, broken: number): Promise<void> {
  await tx.run(
    `insert into money_alarms (day, broken) values ($1, $2)
     on conflict (day) do update set broken = greatest(money_alarms.broken, excluded.broken)`,
    [day, broken],
  )
}

/** @returns true if the caller should email this day's alarm */
export async function claimAlarm(db: Query, day: string, now: Date): Promise<boolean> {
  const claimed = await db.run(
    'update money_alarms set mailed_at = $2 where day = $1 and mailed_at is null',
    [day, now],
  )
  return claimed === 1
}

/** Releases the alarm after its email failed, so that the next check tries again. */
export async function releaseAlarm(db: Query, day: string): Promise<void> {
  await db.run('update money_alarms set mailed_at = null where day = $1', [day])
}
