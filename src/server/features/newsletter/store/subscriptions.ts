import type { Query } from '#server/platform/db/database.ts'
import { listIds } from '#server/platform/db/list-ids.ts'

/** Stores a request that will be answered by email. */
export async function insertRequest(tx: Query, email: string, now: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(
    'insert into newsletter_requests (email, created_at, next_mail_at) values ($1, $2, $2) returning id',
    [email, now],
  )
  if (!row) throw new Error('The request was not stored')
  return row.id
}

export type ClaimedRequest = { id: string; email: string; createdAt: string; mailAttempts: number }

/** Takes the lease of a due request until `leaseUntil`; undefined when another worker has it. */
export function claimRequest(
  db: Query,
  id: string,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedRequest | undefined> {
  return db.row<ClaimedRequest>(
    `update newsletter_requests set mail_attempts = mail_attempts + 1, next_mail_at = $3
      where id = $1 and next_mail_at <= $2 returning id, email, created_at, mail_attempts`,
    [id, now, leaseUntil],
  )
}

export async function postponeRequest(db: Query, id: string, at: Date): Promise<void> {
  await db.run('update newsletter_requests set next_mail_at = $2 where id = $1', [id, at])
}

export async function removeRequest(db: Query, id: string): Promise<void> {
  await db.run('delete from newsletter_requests where id = $1', [id])
}

export function listDueRequests(db: Query, now: Date, limit: number): Promise<string[]> {
  return listIds(
    db,
    'select id from newsletter_requests where next_mail_at <= $1 order by next_mail_at limit $2',
    [now, limit],
  )
}

export type Subscription = { id: string; isActive: boolean; remindedAt: string | null }

/** Finds or creates the subscription of an address and locks it until the transaction ends. */
export async function lockSubscription(tx: Query, email: string, now: Date): Promise<Subscription> {
  const row = await tx.row<Subscription>(
    `insert into newsletter_subscriptions (email, created_at) values ($1, $2)
     on conflict (email) do update set email = excluded.email
     returning id, subscribed and confirmed_at is not null as is_active, reminded_at`,
    [email, now],
  )
  if (!row) throw new Error('The subscription was not stored')
  return row
}

export async function setReminded(tx: Query, id: string, at: Date | string | null): Promise<void> {
  await tx.run('update newsletter_subscriptions set reminded_at = $2 where id = $1', [id, at])
}

export async function setConfirmationSent(db: Query, id: string, now: Date): Promise<void> {
  await db.run('update newsletter_subscriptions set confirmation_sent_at = $2 where id = $1', [id, now])
}

export type NewToken = {
  hash: string
  subscriptionId: string
  purpose: 'confirm' | 'unsubscribe'
  expiresAt: Date | null
}

export async function insertToken(
  tx: Query,
  { hash, subscriptionId, purpose, expiresAt }: NewToken,
): Promise<void> {
  await tx.run(
    'insert into newsletter_tokens (token_hash, subscription_id, purpose, expires_at) values ($1, $2, $3, $4)',
    [hash, subscriptionId, purpose, expiresAt],
  )
}

export async function removeToken(db: Query, hash: string): Promise<void> {
  await db.run('delete from newsletter_tokens where token_hash = $1', [hash])
}

/** Confirms the subscription of a token, which works until it expires. @returns false when there is none */
export async function confirm(db: Query, hash: string, now: Date): Promise<boolean> {
  const changed = await db.run(
    `update newsletter_subscriptions s set subscribed = true, unsubscribed_at = null,
            confirmed_at = case when s.subscribed then coalesce(s.confirmed_at, $2) else $2 end
       from newsletter_tokens t
      where t.token_hash = $1 and t.purpose = 'confirm' and t.expires_at > $2 and s.id = t.subscription_id`,
    [hash, now],
  )
  return changed > 0
}

/** Ends the subscription of a token and voids its confirmation links. @returns false when there is none */
export async function unsubscribe(tx: Query, hash: string, now: Date): Promise<boolean> {
  const row = await tx.row<{ id: string }>(
    `update newsletter_subscriptions s set subscribed = false, unsubscribed_at = coalesce(s.unsubscribed_at, $2)
       from newsletter_tokens t
      where t.token_hash = $1 and t.purpose = 'unsubscribe' and s.id = t.subscription_id returning s.id`,
    [hash, now],
  )
  if (!row) return false
  await tx.run(`delete from newsletter_tokens where subscription_id = $1 and purpose = 'confirm'`, [row.id])
  return true
}

/** Rows with an address: its subscription, ended or not, and pending requests. */
export async function countOf(db: Query, email: string): Promise<number> {
  const row = await db.row<{ n: number }>(
    `select ((select count(*) from newsletter_subscriptions where email = $1)
           + (select count(*) from newsletter_requests where email = $1))::int as n`,
    [email],
  )
  return row?.n ?? 0
}

/** Deletes an address with its tokens and deliveries. @returns the number of rows */
export async function removeSubscriber(tx: Query, email: string): Promise<number> {
  const requests = await tx.run('delete from newsletter_requests where email = $1', [email])
  return requests + (await tx.run('delete from newsletter_subscriptions where email = $1', [email]))
}

/** Ends the subscription of an address if there is one. */
export async function endSubscription(tx: Query, email: string, now: Date): Promise<void> {
  await tx.run('delete from newsletter_requests where email = $1', [email])
  const row = await tx.row<{ id: string }>(
    `update newsletter_subscriptions set subscribed = false, unsubscribed_at = coalesce(unsubscribed_at, $2)
      where email = $1 returning id`,
    [email, now],
  )
  if (row)
    await tx.run(`delete from newsletter_tokens where subscription_id = $1 and purpose = 'confirm'`, [row.id])
}

/** Deletes unconfirmed addresses, expired tokens and undeliverable requests. */
export async function removeOutdated(
  db: Query,
  before: { unconfirmed: Date; requests: Date; now: Date },
): Promise<void> {
  await db.run(
    `delete from newsletter_subscriptions s
      where s.confirmed_at is null and s.unsubscribed_at is null and s.created_at < $1
        and not exists (select from newsletter_tokens t where t.subscription_id = s.id and t.expires_at > $2)`,
    [before.unconfirmed, before.now],
  )
  await db.run(`delete from newsletter_tokens where purpose = 'confirm' and expires_at <= $1`, [before.now])
  await db.run('delete from newsletter_requests where created_at < $1', [before.requests])
}
