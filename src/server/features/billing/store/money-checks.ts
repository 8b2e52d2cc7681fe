import type { MoneyCheck } from '#contract/admin.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { BrokenRule } from './money-rules.ts'

/** Records that a check was requested. */
export async function requestCheck(db: Query, now: Date): Promise<void> {
  await db.run(
    'insert into money_checks (asked_at) values ($1) on conflict (one) do update set asked_at = $1',
    [now],
  )
}

export async function recordCheck(tx: Query, now: Date, broken: readonly BrokenRule[]): Promise<void> {
  await tx.run(
    `insert into money_checks (checked_at, broken) values ($1, $2)
     on conflict (one) do update set checked_at = $1, failed_at = null, broken = $2`,
    [now, JSON.stringify(broken)],
  )
}

export async function recordFailedCheck(db: Query, now: Date): Promise<void> {
  await db.run(
    'insert into money_checks (failed_at) values ($1) on conflict (one) do update set failed_at = $1',
    [now],
  )
}

/** The last check; empty before the first. */
export async function lastCheck(db: Query): Promise<MoneyCheck> {
  const row = await db.row<Omit<MoneyCheck, 'isRunning'> & { askedAt: string | null }>(
    'select asked_at, checked_at, failed_at, broken from money_checks',
  )
  const { askedAt = null, checkedAt = null, failedAt = null, broken = [] } = row ?? {}
  const ended = Math.max(Date.parse(checkedAt ?? '') || 0, Date.parse(failedAt ?? '') || 0)
  return { checkedAt, failedAt, broken, isRunning: askedAt !== null && Date.parse(askedAt) > ended }
}
