import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { Subscription } from '#domain/billing/subscription-standing.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export type OrganizationRow = {
  id: string
  name: string
  subscriptionStatus: SubscriptionStatus
  subscriptionPlan: string | null
  subscriptionPeriodEnd: string | null
  credits: number
  seats: number
  stripeSubscriptionId: string | null
  trialStartDate: string | null
  trialEndDate: string | null
  suspendedAt: string | null
}

const COLUMNS = `id, name, subscription_status, subscription_plan, subscription_period_end, credits, seats,
  stripe_subscription_id, trial_start_date, trial_end_date, suspended_at`

export function findOrganization(tx: TenantTx): Promise<OrganizationRow | undefined> {
  return tx.row<OrganizationRow>(`select ${COLUMNS} from organizations where id = $1`, [tx.organizationId])
}

/** Locks the organization, which serializes changes of its subscriptions and credits. */
export function lockOrganization(tx: TenantTx): Promise<OrganizationRow | undefined> {
  return tx.row<OrganizationRow>(`select ${COLUMNS} from organizations where id = $1 for update`, [
    tx.organizationId,
  ])
}

/** Copies a subscription's plan and status to the organization. @returns false if nothing changed */
export async function updateBestSubscription(tx: TenantTx, best: Subscription): Promise<boolean> {
  const changed = await tx.run(
    `update organizations
        set subscription_status = $2, subscription_plan = $3, subscription_period_end = $4,
            stripe_customer_id = $5, stripe_subscription_id = $6, subscription_event_at = $7,
            trial_start_date = $8, trial_end_date = $9, updated_at = now()
      where id = $1
        and (subscription_status, subscription_plan, subscription_period_end, stripe_customer_id,
             stripe_subscription_id, trial_start_date, trial_end_date)
            is distinct from ($2::subscription_status, $3::text, $4::timestamptz, $5::text, $6::text, $8::timestamptz,
                              $9::timestamptz)`,
    [
      tx.organizationId,
      best.status,
      best.plan,
      best.periodEnd,
      best.customerId,
      best.subscriptionId,
      best.eventAt,
      best.trialStart,
      best.trialEnd,
    ],
  )
  return changed === 1
}

export async function emailOf(tx: TenantTx, userId: string): Promise<string | undefined> {
  const row = await tx.row<{ email: string }>(
    'select email from users where id = $1 and organization_id = $2',
    [userId, tx.organizationId],
  )
  return row?.email
}

/**
 * The idempotency key of a checkout: the same one if the last request was a moment ago, otherwise `id`.
 */
export async function upsertCheckoutOrder(
  tx: TenantTx,
  order: { period: string; userId: string; id: string; now: Date; since: Date },
): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `insert into checkout_orders (organization_id, period, user_id, id, opened_at) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, period, user_id) do update
       set id = case when checkout_orders.opened_at > $6 then checkout_orders.id else excluded.id end,
           opened_at = case when checkout_orders.opened_at > $6 then checkout_orders.opened_at else excluded.opened_at end
     returning id`,
    [tx.organizationId, order.period, order.userId, order.id, order.now, order.since],
  )
  return row?.id ?? order.id
}

/** Makes the next checkout a new one, because the last one had a result. */
export async function closeCheckoutOrders(tx: TenantTx): Promise<void> {
  await tx.run('delete from checkout_orders where organization_id = $1', [tx.organizationId])
}
