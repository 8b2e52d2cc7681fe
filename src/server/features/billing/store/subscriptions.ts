import type { Subscription } from '#domain/billing/subscription-state.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { SubscriptionChange } from '#server/platform/payments/payments.ts'

type SubscriptionKey = Pick<Subscription, 'provider' | 'subscriptionId'>

const COLUMNS = `provider, subscription_id, customer_id, status, plan, period, period_start, period_end, event_at,
  cancel_at_period_end, cancel_event_at, trial_start, trial_end, trial_event_at, failed_attempts, next_attempt_at,
  attempt_event_at, created_at, canceled_at`
const STATE_COLUMNS = COLUMNS.replace('provider, subscription_id, ', '')

export function listSubscriptions(tx: TenantTx): Promise<Subscription[]> {
  return tx.rows<Subscription>(`select ${COLUMNS} from subscriptions where organization_id = $1`, [
    tx.organizationId,
  ])
}

/** A predicate for the subscription with this key. */
export function hasKey({ provider, subscriptionId }: SubscriptionKey) {
  return (subscription: Subscription) =>
    subscription.provider === provider && subscription.subscriptionId === subscriptionId
}

export async function saveSubscription(tx: TenantTx, subscription: Subscription): Promise<void> {
  await tx.run(
    `insert into subscriptions (organization_id, ${COLUMNS})
     select $1, ${COLUMNS} from jsonb_populate_recordset(null::subscriptions, $2)
     on conflict (organization_id, provider, subscription_id) do update
       set (${STATE_COLUMNS}) = (select ${STATE_COLUMNS.replace(/\w+/g, 'excluded.$&')})`,
    [tx.organizationId, columnRows([subscription])],
  )
}

/**
 * True if the customer or the subscription belongs to another organization. Locks both until the transaction ends, so
 * that no organization can take them.
 */
export async function isBoundElsewhere(
  tx: TenantTx,
  provider: string,
  { customerId, subscriptionId }: Pick<SubscriptionChange, 'customerId' | 'subscriptionId'>,
): Promise<boolean> {
  // Locks in order, so that two transactions never wait for each other.
  await tx.run(
    `select pg_advisory_xact_lock(key) from (
       select distinct hashtextextended(name, 0) as key from unnest($1::text[]) name order by 1) locks`,
    [[`${provider} customer ${customerId}`, `${provider} subscription ${subscriptionId}`]],
  )
  return tx.value('select is_bound_elsewhere($1, $2, $3)', [provider, customerId, subscriptionId])
}

/** Organizations with an expired subscription of a disconnected provider, ids only. */
export function listDueDisconnected(db: Query, provider: string, moment: Date): Promise<OrganizationId[]> {
  return db.column('select id from due_unconnected_subscriptions($1, $2) id', [provider, moment])
}

export type Payment = {
  invoiceId: string
  amountCents: number | null
  periodStart: string | null
  paidAt: string | null
  /** Time of a full refund; a partial one has only an amount. */
  refundedAt: string | null
  refundedCents: number | null
  /** Refunded in the provider's own dashboard. */
  isExternal: boolean
  /** Time at which the newest refund failed. */
  refundFailedAt: string | null
}

/** The payments for a subscription, oldest first. */
export function listPayments(
  tx: TenantTx,
  { provider, subscriptionId }: SubscriptionKey,
): Promise<Payment[]> {
  return tx.rows<Payment>(
    `select invoice_id, amount_cents, period_start, paid_at, refunded_at, refunded_cents,
            refunded_elsewhere as is_external, refund_failed_at
       from subscription_payments
      where organization_id = $1 and provider = $2 and subscription_id = $3
      order by paid_at nulls last, invoice_id`,
    [tx.organizationId, provider, subscriptionId],
  )
}

/**
 * Stores a payment or refund that an event reports. Whichever comes first, the row ends up with both.
 *
 * @returns true if the invoice is now both paid and refunded by us; an external refund takes effect on its own
 */
export function storePayment(
  tx: TenantTx,
  provider: string,
  change: SubscriptionChange,
  at: string,
): Promise<boolean> {
  const { paidPeriod, refund } = change
  return tx.value(
    `insert into subscription_payments as p (organization_id, provider, invoice_id, subscription_id, plan, period,
        amount_cents, period_start, period_end, paid_at, refunded_cents, refunded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (organization_id, provider, invoice_id) do update
       set amount_cents = coalesce(p.amount_cents, excluded.amount_cents),
           period_start = coalesce(p.period_start, excluded.period_start),
           period_end = coalesce(p.period_end, excluded.period_end),
           paid_at = least(p.paid_at, excluded.paid_at),
           -- A failed refund doesn't return with an older event about it.
           refunded_cents = case when excluded.refunded_at <= p.refund_failed_at then p.refunded_cents
                                 else greatest(p.refunded_cents, excluded.refunded_cents) end,
           refunded_at = case when excluded.refunded_at <= p.refund_failed_at then p.refunded_at
                              else least(p.refunded_at, excluded.refunded_at) end
     returning paid_at is not null and refunded_at is not null and not refunded_elsewhere as is_both`,
    [
      tx.organizationId,
      provider,
      paidPeriod?.invoiceId ?? refund?.invoiceId,
      change.subscriptionId,
      change.plan,
      change.period,
      paidPeriod?.amountCents ?? null,
      paidPeriod?.start ?? null,
      paidPeriod ? change.periodEnd : null,
      paidPeriod ? at : null,
      refund?.amountCents ?? null,
      refund ? at : null,
    ],
  )
}

type ExternalRefundRow = {
  provider: string
  invoiceId: string
  at: string
  /** Null if the refund failed. */
  refund: { cents: number; isFull: boolean } | null
}

/** Stores an external refund of a payment. */
export async function setExternalRefund(
  tx: TenantTx,
  { provider, invoiceId, at, refund }: ExternalRefundRow,
): Promise<void> {
  await tx.run(
    `update subscription_payments
        set refunded_cents = $4, refunded_at = $5, refunded_elsewhere = $4::integer is not null,
            refund_failed_at = case when $6 or refunded_at is not null and $5::timestamptz is null then $7
                                    else refund_failed_at end
      where organization_id = $1 and provider = $2 and invoice_id = $3`,
    [
      ...[tx.organizationId, provider, invoiceId],
      ...[refund?.cents ?? null, refund?.isFull ? at : null, refund === null, at],
    ],
  )
}

/**
 * Removes our own failed refund from a payment; older events about it no longer count.
 *
 * @returns true if the payment was refunded before
 */
export function reverseRefund(
  tx: TenantTx,
  { provider, invoiceId, at }: { provider: string; invoiceId: string; at: string },
): Promise<boolean> {
  return tx.changed(
    `update subscription_payments
        set refund_failed_at = greatest($4, refunded_at), refunded_at = null, refunded_cents = null
      where organization_id = $1 and provider = $2 and invoice_id = $3 and refunded_at is not null`,
    [tx.organizationId, provider, invoiceId, at],
  )
}
