import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { PaymentEvent, SubscriptionChange } from '#server/platform/payments/payments.ts'

export type OrganizationRow = {
  id: string
  name: string
  subscriptionStatus: SubscriptionStatus
  subscriptionPlan: string | null
  subscriptionPeriodEnd: string | null
  credits: number
  seats: number
  stripeCustomerId: string | null
  stripeSubscriptionId: string | null
  subscriptionEventAt: string | null
}

const COLUMNS = `id, name, subscription_status, subscription_plan, subscription_period_end, credits, seats,
  stripe_customer_id, stripe_subscription_id, subscription_event_at`

export function organization(tx: TenantTx): Promise<OrganizationRow | undefined> {
  return tx.row<OrganizationRow>(`select ${COLUMNS} from organizations where id = $1`, [tx.organizationId])
}

/** Until the transaction ends, no other event changes this organization. */
export function lockOrganization(tx: TenantTx): Promise<OrganizationRow | undefined> {
  return tx.row<OrganizationRow>(`select ${COLUMNS} from organizations where id = $1 for update`, [
    tx.organizationId,
  ])
}

/** Whether the customer or the subscription already belongs to another organization. */
export async function isBoundElsewhere(tx: TenantTx, change: SubscriptionChange): Promise<boolean> {
  const other = await tx.row(
    `select 1 from organizations
      where id <> $1 and (stripe_customer_id = $2 or stripe_subscription_id = $3) limit 1`,
    [tx.organizationId, change.customerId, change.subscriptionId],
  )
  return other !== undefined
}

export async function updateSubscription(
  tx: TenantTx,
  change: SubscriptionChange,
  eventAt: string,
): Promise<void> {
  await tx.run(
    `update organizations
        set subscription_status = $2, subscription_plan = $3, subscription_period_end = $4,
            stripe_customer_id = $5, stripe_subscription_id = $6, subscription_event_at = $7, updated_at = now()
      where id = $1`,
    [
      tx.organizationId,
      change.status,
      change.plan,
      change.periodEnd,
      change.customerId,
      change.subscriptionId,
      eventAt,
    ],
  )
}

export async function emailOf(tx: TenantTx, userId: string): Promise<string | undefined> {
  const row = await tx.row<{ email: string }>(
    'select email from users where id = $1 and organization_id = $2',
    [userId, tx.organizationId],
  )
  return row?.email
}

/** Keeps an event before anything is done about it; one that is known already stays as it is. */
export async function keepEvent(db: Query, provider: string, event: PaymentEvent): Promise<void> {
  await db.run(
    `insert into webhook_events (provider, event_id, type, payload, created_at) values ($1, $2, $3, $4, $5)
     on conflict (provider, event_id) do nothing`,
    [provider, event.id, event.type, JSON.stringify(event.payload), event.createdAt],
  )
}

/** @returns false when the event has had its effect; otherwise no one else works on it until the transaction ends */
export async function claimEvent(tx: Query, provider: string, eventId: string): Promise<boolean> {
  const row = await tx.row<{ processedAt: string | null }>(
    'select processed_at from webhook_events where provider = $1 and event_id = $2 for update',
    [provider, eventId],
  )
  return row?.processedAt === null
}

export async function finishEvent(
  tx: Query,
  provider: string,
  eventId: string,
  outcome: string,
): Promise<void> {
  await tx.run(
    `update webhook_events set processed_at = now(), outcome = $3
      where provider = $1 and event_id = $2 and processed_at is null`,
    [provider, eventId, outcome],
  )
}
