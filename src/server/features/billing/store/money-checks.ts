import type { MoneyCheck } from '#contract/admin.ts'
import type { Database, Query } from '#server/platform/db/database.ts'

/** A broken billing rule and the id of what breaks it. */
export type BrokenRule = { rule: string; subject: string }

/** Reading every ledger may take longer than any request. */
const MAX_STATEMENT_MS = 600_000

/** Checks all organizations; empty if every rule holds. */
export function findBrokenRules(db: Database, moment: Date): Promise<BrokenRule[]> {
  return db.transaction(
    (tx) =>
      tx.rows<BrokenRule>(
        'select rule, subject from broken_money_rules($1) order by rule, subject limit 1000',
        [moment],
      ),
    { statementMs: MAX_STATEMENT_MS },
  )
}

/** Records that rules were broken on a day. */
export async function recordAlert(tx: Query, day: string, brokenCount: number): Promise<void> {
  await tx.run(
    `insert into money_alarms (day, broken) values ($1, $2)
     on conflict (day) do update set broken = greatest(money_alarms.broken, excluded.broken)`,
    [day, brokenCount],
  )
}

/** @returns true if the caller should email this day's alarm */
export function claimAlarm(db: Query, day: string, now: Date): Promise<boolean> {
  return db.changed('update money_alarms set mailed_at = $2 where day = $1 and mailed_at is null', [day, now])
}

/** Releases the alarm after its email failed, so that the next check tries again. */
export async function releaseAlarm(db: Query, day: string): Promise<void> {
  await db.run('update money_alarms set mailed_at = null where day = $1', [day])
}

/** Records that a check was requested, or that it failed. */
export async function recordCheckTime(db: Query, column: 'asked_at' | 'failed_at', now: Date): Promise<void> {
  await db.run(
    `insert into money_checks (${column}) values ($1) on conflict (one) do update set ${column} = $1`,
    [now],
  )
}

export async function recordCheck(tx: Query, now: Date, brokenRules: readonly BrokenRule[]): Promise<void> {
  await tx.run(
    `insert into money_checks (checked_at, broken) values ($1, $2)
     on conflict (one) do update set checked_at = $1, failed_at = null, broken = $2`,
    [now, JSON.stringify(brokenRules)],
  )
}

/** The last check; empty before the first. */
export async function findLastCheck(db: Query): Promise<MoneyCheck> {
  const row = await db.row<Omit<MoneyCheck, 'isRunning'> & { askedAt: string | null }>(
    'select asked_at, checked_at, failed_at, broken from money_checks',
  )
  const { askedAt = null, checkedAt = null, failedAt = null, broken = [] } = row ?? {}
  const endedAt = Math.max(Date.parse(checkedAt ?? '') || 0, Date.parse(failedAt ?? '') || 0)
  return { checkedAt, failedAt, broken, isRunning: askedAt !== null && Date.parse(askedAt) > endedAt }
}
