import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

export type EmailKind = 'payment_failed' | 'subscription_ended' | 'double_checkout' | 'credits_low'

export type QueuedEmail = {
  kind: EmailKind
  facts: Record<string, unknown>
  createdAt: string
  mailedTo: string[]
  mailAttempts: number
}

/** Queues an email once per key. @returns false if it was already queued */
export function enqueueEmail(
  tx: TenantTx,
  email: { key: string; kind: EmailKind; facts: object; now: Date },
): Promise<boolean> {
  return tx.changed(
    `insert into billing_emails (organization_id, key, kind, facts, created_at, next_mail_at)
     values ($1, $2, $3, $4, $5, $5) on conflict (organization_id, key) do nothing`,
    [tx.organizationId, email.key, email.kind, JSON.stringify(email.facts), email.now],
  )
}

/** Claims a due email until `leaseUntil`; of any number of concurrent workers, one gets it. */
export function claimEmail(
  tx: TenantTx,
  key: string,
  now: Date,
  leaseUntil: Date,
): Promise<QueuedEmail | undefined> {
  return tx.row<QueuedEmail>(
    `update billing_emails set attempts = attempts + 1, next_mail_at = $4
      where organization_id = $1 and key = $2 and next_mail_at <= $3
      returning kind, facts, created_at, mailed_to, attempts as mail_attempts`,
    [tx.organizationId, key, now, leaseUntil],
  )
}

/** The owners, who receive billing emails. */
export function listOwners(tx: TenantTx): Promise<{ id: string; email: string }[]> {
  return tx.rows<{ id: string; email: string }>(
    `select u.id, u.email from memberships m join users u on u.id = m.user_id
      where m.organization_id = $1 and m.role = 'OWNER' order by u.id`,
    [tx.organizationId],
  )
}

export async function recordRecipient(tx: TenantTx, key: string, userId: string): Promise<void> {
  await tx.run(
    'update billing_emails set mailed_to = array_append(mailed_to, $3::uuid) where organization_id = $1 and key = $2',
    [tx.organizationId, key, userId],
  )
}

/** Sets the time of the next attempt; null if none is left. */
export async function setNextAttempt(tx: TenantTx, key: string, time: Date | null): Promise<void> {
  await tx.run('update billing_emails set next_mail_at = $3 where organization_id = $1 and key = $2', [
    tx.organizationId,
    key,
    time,
  ])
}

/** Due emails across organizations, ids and keys only. */
export function listDueEmails(
  db: Query,
  moment: Date,
): Promise<{ organizationId: OrganizationId; key: string }[]> {
  return db.rows('select organization_id, key from due_billing_emails($1)', [moment])
}
