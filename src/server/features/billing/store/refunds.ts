import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'

export type RefundReason = 'money_back' | 'double_checkout'
export type RefundKey = { provider: string; subscriptionId: string }
export type Refund = RefundKey & {
  reason: RefundReason
  /** `failed`: done, but rejected later. */
  state: 'open' | 'done' | 'refused' | 'failed'
  amountCents: number | null
  attempts: number
}

const COLUMNS = 'provider, subscription_id, reason, state, amount_cents, attempts'

/** Orders a refund; a refused one may be ordered again. @returns false if one exists */
export async function orderRefund(
  tx: TenantTx,
  order: RefundKey & { reason: RefundReason; now: Date; nextTryAt: Date },
): Promise<boolean> {
  const added = await tx.run(
    `insert into subscription_refunds as r (organization_id, provider, subscription_id, reason, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (organization_id, provider, subscription_id) do update
       set reason = excluded.reason, state = 'open', created_at = excluded.created_at, attempts = 0,
           next_try_at = excluded.next_try_at
     where r.state = 'refused' and excluded.reason = 'money_back'`,
    [tx.organizationId, order.provider, order.subscriptionId, order.reason, order.now, order.nextTryAt],
  )
  return added === 1
}

/** The guarantee refund of the organization; null if it has none. */
export async function findGuaranteeRefund(tx: TenantTx): Promise<Refund | null> {
  const row = await tx.row<Refund>(
    `select ${COLUMNS} from subscription_refunds
      where organization_id = $1 and reason = 'money_back' and state <> 'refused'`,
    [tx.organizationId],
  )
  return row ?? null
}

/** The owners' email addresses. */
export async function listOwnerAddresses(tx: TenantTx): Promise<string[]> {
  const rows = await tx.rows<{ email: string }>(
    `select email from users where organization_id = $1 and role = 'OWNER'`,
    [tx.organizationId],
  )
  return rows.map(({ email }) => email)
}

/**
 * Records that these mailboxes or cards used the guarantee, as hashes; of two concurrent organizations, one succeeds.
 *
 * @returns false if another organization used it for one of them
 */
export async function claimGuarantee(
  tx: TenantTx,
  by: 'mailbox' | 'card',
  used: readonly Buffer[],
): Promise<boolean> {
  const hashes = used.map((one) => one.toString('hex')).sort()
  const table = { mailbox: 'refunded_mailboxes', card: 'refunded_cards' }[by]
  await tx.run(
    `insert into ${table} (${by}, organization)
     select decode(m, 'hex'), $1 from unnest($2::text[]) as m on conflict do nothing`,
    [tx.organizationId, hashes],
  )
  const other = await tx.row(
    `select 1 from ${table}
      where ${by} = any(array(select decode(m, 'hex') from unnest($2::text[]) as m)) and organization <> $1`,
    [tx.organizationId, hashes],
  )
  return other === undefined
}

/** Makes the guarantee available again after a refused refund. */
export async function releaseGuarantee(tx: TenantTx): Promise<void> {
  for (const table of ['refunded_mailboxes', 'refunded_cards'])
    await tx.run(`delete from ${table} where organization = $1`, [tx.organizationId])
}

export function findRefund(
  tx: TenantTx,
  { provider, subscriptionId }: RefundKey,
): Promise<Refund | undefined> {
  return tx.row<Refund>(
    `select ${COLUMNS} from subscription_refunds
      where organization_id = $1 and provider = $2 and subscription_id = $3`,
    [tx.organizationId, provider, subscriptionId],
  )
}

export async function wasFinishedSince(tx: TenantTx, name: RefundKey, moment: Date): Promise<boolean> {
  const row = await tx.row(
    `select 1 from subscription_refunds
      where organization_id = $1 and provider = $2 and subscription_id = $3 and finished_at > $4`,
    [tx.organizationId, name.provider, name.subscriptionId, moment],
  )
  return row !== undefined
}

/** Claims a due refund until `leaseUntil`; of any number of concurrent callers, one gets it. */
export function claimRefund(
  tx: TenantTx,
  { provider, subscriptionId }: RefundKey,
  now: Date,
  leaseUntil: Date,
): Promise<Refund | undefined> {
  return tx.row<Refund>(
    `update subscription_refunds set attempts = attempts + 1, next_try_at = $5
      where organization_id = $1 and provider = $2 and subscription_id = $3 and state = 'open' and next_try_at <= $4
      returning ${COLUMNS}`,
    [tx.organizationId, provider, subscriptionId, now, leaseUntil],
  )
}

/** Makes all open refunds due. @returns their keys */
export function makeRefundsDue(tx: TenantTx, provider: string, now: Date): Promise<RefundKey[]> {
  return tx.rows<RefundKey>(
    `update subscription_refunds set next_try_at = least(next_try_at, $3)
      where organization_id = $1 and provider = $2 and state = 'open' returning provider, subscription_id`,
    [tx.organizationId, provider, now],
  )
}

export async function postponeRefund(tx: TenantTx, name: RefundKey, until: Date): Promise<void> {
  await tx.run(
    `update subscription_refunds set next_try_at = $4
      where organization_id = $1 and provider = $2 and subscription_id = $3 and state = 'open'`,
    [tx.organizationId, name.provider, name.subscriptionId, until],
  )
}

/** @returns false if it was already finished */
export async function finishRefund(
  tx: TenantTx,
  name: RefundKey,
  end: { state: 'done' | 'refused'; amountCents: number | null; now: Date },
): Promise<boolean> {
  const finished = await tx.run(
    `update subscription_refunds set state = $4, amount_cents = $5, finished_at = $6, next_try_at = null
      where organization_id = $1 and provider = $2 and subscription_id = $3 and state = 'open'`,
    [tx.organizationId, name.provider, name.subscriptionId, end.state, end.amountCents, end.now],
  )
  return finished === 1
}

/** @returns false if no finished refund exists */
export async function failRefund(tx: TenantTx, name: RefundKey, now: Date): Promise<boolean> {
  const failed = await tx.run(
    `update subscription_refunds set state = 'failed', finished_at = $4
      where organization_id = $1 and provider = $2 and subscription_id = $3 and state = 'done'`,
    [tx.organizationId, name.provider, name.subscriptionId, now],
  )
  return failed === 1
}

/**
 * Drops unattempted duplicate refunds except the given ones: if one of two subscriptions has ended, nothing needs a
 * refund. Attempted ones continue.
 */
export async function deleteDuplicateRefunds(
  tx: TenantTx,
  provider: string,
  keep: readonly string[],
): Promise<void> {
  await tx.run(
    `delete from subscription_refunds
      where organization_id = $1 and provider = $2 and reason = 'double_checkout' and state = 'open'
        and attempts = 0 and subscription_id <> all($3)`,
    [tx.organizationId, provider, keep],
  )
}

/** Due refunds across organizations, ids only. */
export async function listDueRefunds(
  db: Query,
  moment: Date,
): Promise<(RefundKey & { organizationId: OrganizationId })[]> {
  const rows = await db.rows<RefundKey & { organizationId: string }>(
    'select organization_id, provider, subscription_id from due_subscription_refunds($1)',
    [moment],
  )
  return rows.map((row) => ({ ...row, organizationId: mintOrganizationId(row.organizationId) }))
}
