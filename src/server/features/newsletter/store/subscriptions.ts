import type { Query } from '#server/platform/db/database.ts'
import { mailTable } from '#server/platform/mail/mail-table.ts'

/** Stores a request that will be answered by email. */
export function insertRequest(tx: Query, email: string, now: Date): Promise<string> {
  return tx.value(
    'insert into newsletter_requests (email, created_at, next_mail_at) values ($1, $2, $2) returning id',
    [email, now],
  )
}

type NewsletterRequest = { id: string; email: string; createdAt: string }

export const {
  claimEmail: claimRequest,
  setNextMail: postponeRequest,
  listDueMails: listDueRequests,
} = mailTable<NewsletterRequest>('newsletter_requests', 'id, email, created_at')

export async function removeRequest(db: Query, id: string): Promise<void> {
  await db.run('delete from newsletter_requests where id = $1', [id])
}

export type Subscription = { id: string; isActive: boolean; remindedAt: string | null }

/** Finds or creates the subscription of an address and locks it until the transaction ends. */
export function lockSubscription(tx: Query, email: string, now: Date): Promise<Subscription> {
  return tx.one(
    `insert into newsletter_subscriptions (email, created_at) values ($1, $2)
     on conflict (email) do update set email = excluded.email
     returning id, subscribed and confirmed_at is not null as is_active, reminded_at`,
    [email, now],
  )
}

export async function setReminded(tx: Query, id: string, remindedAt: Date | string | null): Promise<void> {
  await tx.run('update newsletter_subscriptions set reminded_at = $2 where id = $1', [id, remindedAt])
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

/** Confirms the subscription of a token, which works until it expires. @returns false if there is none */
export function confirm(db: Query, hash: string, now: Date): Promise<boolean> {
  return db.changed(
    `update newsletter_subscriptions s set subscribed = true, unsubscribed_at = null,
            confirmed_at = case when s.subscribed then coalesce(s.confirmed_at, $2) else $2 end
       from newsletter_tokens t
      where t.token_hash = $1 and t.purpose = 'confirm' and t.expires_at > $2 and s.id = t.subscription_id`,
    [hash, now],
  )
}

/** Ends the subscription of a token and voids its confirmation links. @returns false if there is none */
export function unsubscribe(tx: Query, hash: string, now: Date): Promise<boolean> {
  return endMatching(
    tx,
    `id in (select subscription_id from newsletter_tokens where token_hash = $1 and purpose = 'unsubscribe')`,
    hash,
    now,
  )
}

/** Rows with an address: its subscription, ended or not, and pending requests. */
export function countRows(db: Query, email: string): Promise<number> {
  return db.value(
    `select ((select count(*) from newsletter_subscriptions where email = $1)
           + (select count(*) from newsletter_requests where email = $1))::int as n`,
    [email],
  )
}

/** Deletes an address with its tokens and deliveries. @returns the number of rows */
export async function removeSubscriber(tx: Query, email: string): Promise<number> {
  const requests = await tx.run('delete from newsletter_requests where email = $1', [email])
  return requests + (await tx.run('delete from newsletter_subscriptions where email = $1', [email]))
}

/** Ends the subscription of an address if there is one. */
export async function endSubscription(tx: Query, email: string, now: Date): Promise<void> {
  await tx.run('delete from newsletter_requests where email = $1', [email])
  await endMatching(tx, 'email = $1', email, now)
}

/** Ends the subscription that a condition on `$1` finds, and voids its confirmation links. */
async function endMatching(tx: Query, condition: string, value: string, now: Date): Promise<boolean> {
  const id = await tx.find(
    `update newsletter_subscriptions set subscribed = false, unsubscribed_at = coalesce(unsubscribed_at, $2)
      where ${condition} returning id`,
    [value, now],
  )
  await tx.run(`delete from newsletter_tokens where subscription_id = $1 and purpose = 'confirm'`, [
    id ?? null,
  ])
  return id !== undefined
}

/** Deletes unconfirmed addresses, expired tokens and undeliverable requests. */
export async function removeOutdated(
  db: Query,
  cutoffs: { unconfirmed: Date; requests: Date; now: Date },
): Promise<void> {
  await db.run(
    `delete from newsletter_subscriptions s
      where s.confirmed_at is null and s.unsubscribed_at is null and s.created_at < $1
        and not exists (select from newsletter_tokens t where t.subscription_id = s.id and t.expires_at > $2)`,
    [cutoffs.unconfirmed, cutoffs.now],
  )
  await db.run(`delete from newsletter_tokens where purpose = 'confirm' and expires_at <= $1`, [cutoffs.now])
  await db.run('delete from newsletter_requests where created_at < $1', [cutoffs.requests])
}
