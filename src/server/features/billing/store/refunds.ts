import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

export type RefundReason = 'money_back' | 'double_checkout'
export type RefundKey = { provider: string; subscriptionId: string }
export type Refund = RefundKey & {
  reason: RefundReason
  /** `failed`: done, but rejected later. */
  state: 'open' | 'done' | 'refused' | 'failed'
  amountCents: number | null
  attempts: number
  finishedAt: string | null
}

const COLUMNS = 'provider, subscription_id, reason, state, amount_cents, attempts, finished_at'

/** Orders a refund; a refused one may be ordered again. @returns false if one exists */
export function orderRefund(
  tx: TenantTx,
  order: RefundKey & { reason: RefundReason; now: Date; nextTryAt: Date },
): Promise<boolean> {
  return tx.changed(
    `insert into subscription_refunds as r (organization_id, provider, subscription_id, reason, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (organization_id, provider, subscription_id) do update
       set reason = excluded.reason, state = 'open', created_at = excluded.created_at, attempts = 0,
           next_try_at = excluded.next_try_at
     where r.state = 'refused' and excluded.reason = 'money_back'`,
    [tx.organizationId, order.provider, order.subscriptionId, order.reason, order.now, order.nextTryAt],
  )
}

/** The guarantee refund of the organization. */
export function findGuaranteeRefund(tx: TenantTx): Promise<Refund | undefined> {
  return tx.row<Refund>(
    `select ${COLUMNS} from subscription_refunds
      where organization_id = $1 and reason = 'money_back' and state <> 'refused'`,
    [tx.organizationId],
  )
}

/** The owners' email addresses. */
export function listOwnerAddresses(tx: TenantTx): Promise<string[]> {
  return tx.column(
    `select u.email from memberships m join users u on u.id = m.user_id where m.organization_id = $1 and m.role = 'OWNER'`,
    [tx.organizationId],
  )
}

/**
 * Records that these mailboxes or cards used the guarantee, as hashes; of two concurrent organizations, one succeeds.
 *
 * @returns false if another organization used it for one of them
 */
export async function claimGuarantee(
  tx: TenantTx,
  kind: 'mailbox' | 'card',
  usedHashes: readonly Buffer[],
): Promise<boolean> {
  const hashes = usedHashes.map((hash) => hash.toString('hex')).sort()
  const table = { mailbox: 'refunded_mailboxes', card: 'refunded_cards' }[kind]
  await tx.run(
    `insert into ${table} (${kind}, organization)
     select decode(m, 'hex'), $1 from unnest($2::text[]) as m on conflict do nothing`,
    [tx.organizationId, hashes],
  )
  const otherOrganization = await tx.row(
    `select 1 from ${table}
      where ${kind} = any(array(select decode(m, 'hex') from unnest($2::text[]) as m)) and organization <> $1`,
    [tx.organizationId, hashes],
  )
  return otherOrganization === undefined
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

export async function postponeRefund(tx: TenantTx, key: RefundKey, until: Date): Promise<void> {
  await tx.run(
    `update subscription_refunds set next_try_at = $4
      where organization_id = $1 and provider = $2 and subscription_id = $3 and state = 'open'`,
    [tx.organizationId, key.provider, key.subscriptionId, until],
  )
}

/** Sets the final state of a refund; keeps the amount if none is given. @returns false if the state isn't `from` anymore */
export function endRefund(
  tx: TenantTx,
  key: RefundKey,
  change: { from: Refund['state']; state: Refund['state']; amountCents?: number; now: Date },
): Promise<boolean> {
  return tx.changed(
    `update subscription_refunds
        set state = $5, amount_cents = coalesce($6, amount_cents), finished_at = $7, next_try_at = null
      where organization_id = $1 and provider = $2 and subscription_id = $3 and state = $4`,
    [
      ...[tx.organizationId, key.provider, key.subscriptionId],
      ...[change.from, change.state, change.amountCents, change.now],
    ],
  )
}

/**
 * Drops unattempted duplicate refunds except the given ones: if one of two subscriptions has ended, nothing needs a
 * refund. Attempted ones continue.
 */
export async function deleteDuplicateRefunds(
  tx: TenantTx,
  provider: string,
  exceptIds: readonly string[],
): Promise<void> {
  await tx.run(
    `delete from subscription_refunds
      where organization_id = $1 and provider = $2 and reason = 'double_checkout' and state = 'open'
        and attempts = 0 and subscription_id <> all($3)`,
    [tx.organizationId, provider, exceptIds],
  )
}

/** Due refunds across organizations, ids only. */
export function listDueRefunds(
  db: Query,
  moment: Date,
): Promise<(RefundKey & { organizationId: OrganizationId })[]> {
  return db.rows('select organization_id, provider, subscription_id from due_subscription_refunds($1)', [
    moment,
  ])
}
