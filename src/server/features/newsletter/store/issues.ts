import type { Query } from '#server/platform/db/database.ts'

/** A post as shown in an issue. */
export type IssuePost = { title: string; slug: string; excerpt: string | null }

/** Monday of a day's week. */
const WEEK = `date_trunc('week', $1::date)::date`

export function hasIssue(db: Query, day: string): Promise<boolean> {
  return db.exists(`select from newsletter_issues where week = ${WEEK}`, [day])
}

/**
 * Opens the issue of a week for all current subscribers; part of one transaction. An issue without posts is closed at
 * once, which marks the week as done.
 *
 * @returns null if the week already has an issue
 */
export async function openIssue(
  tx: Query,
  day: string,
  posts: readonly IssuePost[],
  now: Date,
): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    `insert into newsletter_issues (week, posts, created_at, next_mail_at)
     values (${WEEK}, $2, $3, case when $4 then $3::timestamptz end) on conflict (week) do nothing returning id`,
    [day, JSON.stringify(posts), now, posts.length > 0],
  )
  if (!row || posts.length === 0) return row?.id ?? null
  await tx.run(
    `insert into newsletter_deliveries (issue_id, subscription_id)
     select $1, id from newsletter_subscriptions where subscribed and confirmed_at is not null`,
    [row.id],
  )
  return row.id
}

export type Issue = { id: string; posts: IssuePost[]; mailAttempts: number }

/** An issue that is due. */
export function findDueIssue(db: Query, id: string, now: Date): Promise<Issue | undefined> {
  return db.row<Issue>(
    'select id, posts, mail_attempts from newsletter_issues where id = $1 and next_mail_at <= $2',
    [id, now],
  )
}

export function listDueIssues(db: Query, now: Date): Promise<string[]> {
  return db.column('select id from newsletter_issues where next_mail_at <= $1 order by week', [now])
}

/** Pauses an issue; `failed` when no email could be sent. A shorter pause never replaces a longer one. */
export async function pauseIssue(db: Query, id: string, until: Date, failed: boolean): Promise<void> {
  await db.run(
    `update newsletter_issues set next_mail_at = greatest(next_mail_at, $2), mail_attempts = mail_attempts + $3::int
      where id = $1 and next_mail_at is not null`,
    [id, until, failed ? 1 : 0],
  )
}

/** Resets the backoff after a successful email. */
export async function recordSuccess(db: Query, id: string): Promise<void> {
  await db.run('update newsletter_issues set mail_attempts = 0 where id = $1 and mail_attempts > 0', [id])
}

/** Closes an issue without open deliveries. @returns true if it is closed now */
export function closeIfDone(db: Query, id: string): Promise<boolean> {
  return db.changed(
    `update newsletter_issues set next_mail_at = null where id = $1 and next_mail_at is not null
        and not exists (select from newsletter_deliveries where issue_id = $1 and status in ('waiting', 'sending'))`,
    [id],
  )
}

export type Delivery = { subscriptionId: string; email: string; isActive: boolean; attempts: number }

/**
 * Claims the next recipient by setting `sending` before the email is sent; of concurrent workers, one gets it.
 * Recipients with the fewest attempts come first; `triedBefore` keeps a pause between attempts.
 */
export function claimDelivery(
  db: Query,
  issueId: string,
  now: Date,
  triedBefore: Date,
): Promise<Delivery | undefined> {
  return db.row<Delivery>(
    `with next as materialized (
       select subscription_id from newsletter_deliveries
        where issue_id = $1 and status = 'waiting' and (claimed_at is null or claimed_at <= $3)
        order by attempts, subscription_id limit 1 for update skip locked)
     update newsletter_deliveries d set status = 'sending', attempts = d.attempts + 1, claimed_at = $2
       from next join newsletter_subscriptions s on s.id = next.subscription_id
      where d.issue_id = $1 and d.subscription_id = next.subscription_id
      returning d.subscription_id, s.email, s.subscribed and s.confirmed_at is not null as is_active, d.attempts`,
    [issueId, now, triedBefore],
    'newsletter-claim',
  )
}

/** True if recipients are waiting, even if paused. */
export function hasWaiting(db: Query, issueId: string): Promise<boolean> {
  return db.exists(`select from newsletter_deliveries where issue_id = $1 and status = 'waiting' limit 1`, [
    issueId,
  ])
}

export async function finishDelivery(
  db: Query,
  issueId: string,
  subscriptionId: string,
  status: 'sent' | 'skipped' | 'refused' | 'unknown',
): Promise<void> {
  await db.run('update newsletter_deliveries set status = $3 where issue_id = $1 and subscription_id = $2', [
    issueId,
    subscriptionId,
    status,
  ])
}

/** Requeues a delivery that the mail server certainly rejected: after a pause, or for the next attempt. */
export async function requeueDelivery(
  db: Query,
  issueId: string,
  subscriptionId: string,
  afterPause: boolean,
): Promise<void> {
  await db.run(
    `update newsletter_deliveries set status = 'waiting', claimed_at = case when $3 then claimed_at end
      where issue_id = $1 and subscription_id = $2`,
    [issueId, subscriptionId, afterPause],
  )
}

/** Marks deliveries of a stopped process as unknown; they may have been sent, so they aren't repeated. */
export function failAbandoned(db: Query, claimedBefore: Date): Promise<number> {
  return db.run(
    `update newsletter_deliveries set status = 'unknown' where status = 'sending' and claimed_at < $1`,
    [claimedBefore],
  )
}

/** Closes issues that are too old to send and deletes old deliveries. */
export async function removeOutdatedIssues(
  db: Query,
  cutoffs: { open: Date; deliveries: Date },
): Promise<void> {
  await db.run(
    'update newsletter_issues set next_mail_at = null where next_mail_at is not null and created_at < $1',
    [cutoffs.open],
  )
  await db.run(
    `delete from newsletter_deliveries
      where issue_id in (select id from newsletter_issues where created_at < $1 and next_mail_at is null)`,
    [cutoffs.deliveries],
  )
}
