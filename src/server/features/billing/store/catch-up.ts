import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'

type StaleSubscription = { organizationId: OrganizationId; subscriptionId: string }
type StaleCheckout = { organizationId: OrganizationId; sessionId: string }

const withOrganizationId = <T extends { organizationId: string }>(row: T) => ({
  ...row,
  organizationId: mintOrganizationId(row.organizationId),
})

/** Subscriptions whose period ended before `over` and that were last checked before `checkedBefore`; ids only. */
export async function listStaleSubscriptions(
  db: Query,
  provider: string,
  { over, checkedBefore }: { over: Date; checkedBefore: Date },
): Promise<StaleSubscription[]> {
  const rows = await db.rows<{ organizationId: string; subscriptionId: string }>(
    'select organization_id, subscription_id from stale_subscriptions($1, $2, $3)',
    [provider, over, checkedBefore],
  )
  return rows.map(withOrganizationId)
}

/** Checkouts opened between two moments and without a result; ids only. */
export async function listStaleCheckouts(
  db: Query,
  { opened, oldest, checkedBefore }: { opened: Date; oldest: Date; checkedBefore: Date },
): Promise<StaleCheckout[]> {
  const rows = await db.rows<{ organizationId: string; sessionId: string }>(
    'select organization_id, session_id from silent_checkouts($1, $2, $3)',
    [opened, oldest, checkedBefore],
  )
  return rows.map(withOrganizationId)
}

export async function recordSubscriptionChecked(
  tx: TenantTx,
  provider: string,
  subscriptionId: string,
  now: Date,
): Promise<void> {
  await tx.run(
    `update subscriptions set asked_at = $4
      where organization_id = $1 and provider = $2 and subscription_id = $3`,
    [tx.organizationId, provider, subscriptionId, now],
  )
}

export async function recordCheckoutChecked(tx: TenantTx, sessionId: string, now: Date): Promise<void> {
  await tx.run('update checkout_orders set asked_at = $3 where organization_id = $1 and session_id = $2', [
    tx.organizationId,
    sessionId,
    now,
  ])
}

/** Stores the provider's id of an opened checkout. */
export async function setSession(tx: TenantTx, orderId: string, sessionId: string): Promise<void> {
  await tx.run(
    `update checkout_orders set session_id = $3, asked_at = null where organization_id = $1 and id = $2`,
    [tx.organizationId, orderId, sessionId],
  )
}
