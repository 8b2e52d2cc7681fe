import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSubscription } from '#contract/organizations.ts'
import type { Subscription } from '#domain/billing/subscription-state.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export type OrganizationRow = ResponseOf<typeof getSubscription>['organization'] & {
  trialStartDate: string | null
  trialEndDate: string | null
  suspendedAt: string | null
}

const COLUMNS = `id, name, subscription_status, subscription_plan, subscription_period_end, credits, seats,
  trial_start_date, trial_end_date, suspended_at`

export function findOrganization(tx: TenantTx, lock = ''): Promise<OrganizationRow | undefined> {
  return tx.row(`select ${COLUMNS} from organizations where id = $1 ${lock}`, [tx.organizationId])
}

/** Locks the organization, which serializes changes of its subscriptions and credits. */
export function lockOrganization(tx: TenantTx): Promise<OrganizationRow | undefined> {
  return findOrganization(tx, 'for update')
}

/** Copies a subscription's plan and status to the organization. @returns false if nothing changed */
export function updateBestSubscription(tx: TenantTx, best: Subscription): Promise<boolean> {
  return tx.changed(
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
      ...[tx.organizationId, best.status, best.plan, best.periodEnd, best.customerId, best.subscriptionId],
      ...[best.eventAt, best.trialStart, best.trialEnd],
    ],
  )
}

export function findEmail(tx: TenantTx, userId: string): Promise<string | undefined> {
  return tx.find(
    'select u.email from memberships m join users u on u.id = m.user_id where u.id = $1 and m.organization_id = $2',
    [userId, tx.organizationId],
  )
}

/** The idempotency key of a checkout: that of the last request if it came after `since`, otherwise `id`. */
export function upsertCheckoutOrder(
  tx: TenantTx,
  order: { period: string; userId: string; id: string; now: Date; since: Date },
): Promise<string> {
  return tx.value(
    `insert into checkout_orders (organization_id, period, user_id, id, opened_at) values ($1, $2, $3, $4, $5)
     on conflict (organization_id, period, user_id) do update
       set id = case when checkout_orders.opened_at > $6 then checkout_orders.id else excluded.id end,
           opened_at = case when checkout_orders.opened_at > $6 then checkout_orders.opened_at else excluded.opened_at end
     returning id`,
    [tx.organizationId, order.period, order.userId, order.id, order.now, order.since],
  )
}

/** Closes checkouts that had a result, so that the next one gets a new key. */
export async function closeCheckoutOrders(tx: TenantTx): Promise<void> {
  await tx.run('delete from checkout_orders where organization_id = $1', [tx.organizationId])
}
