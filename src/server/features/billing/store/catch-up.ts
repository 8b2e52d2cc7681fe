import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

/** A subscription or a checkout whose events are overdue; ids only. */
export type OverdueItem = { organizationId: OrganizationId } & (
  | { subscriptionId: string; sessionId: null }
  | { subscriptionId: null; sessionId: string }
)

/**
 * Subscriptions whose period ended before `periodEndedBefore`, and checkouts opened between `openedAfter` and
 * `openedBefore` that have no result; without those checked since `checkedBefore`.
 */
export function listOverdue(
  db: Query,
  provider: string,
  timeLimits: { periodEndedBefore: Date; openedBefore: Date; openedAfter: Date; checkedBefore: Date },
): Promise<OverdueItem[]> {
  return db.rows(
    `select organization_id, subscription_id, null as session_id from stale_subscriptions($1, $2, $5)
      union all
     select organization_id, null, session_id from silent_checkouts($3, $4, $5)`,
    [
      provider,
      timeLimits.periodEndedBefore,
      timeLimits.openedBefore,
      timeLimits.openedAfter,
      timeLimits.checkedBefore,
    ],
  )
}

export async function recordCheckTime(
  tx: TenantTx,
  provider: string,
  { subscriptionId, sessionId }: OverdueItem,
  now: Date,
): Promise<void> {
  await tx.run(
    `update subscriptions set asked_at = $4
      where organization_id = $1 and provider = $2 and subscription_id = $3`,
    [tx.organizationId, provider, subscriptionId, now],
  )
  await tx.run('update checkout_orders set asked_at = $3 where organization_id = $1 and session_id = $2', [
    tx.organizationId,
    sessionId,
    now,
  ])
}

/** Stores the provider's id of an opened checkout. */
export async function setCheckoutSession(tx: TenantTx, orderId: string, sessionId: string): Promise<void> {
  await tx.run(
    `update checkout_orders set session_id = $3, asked_at = null where organization_id = $1 and id = $2`,
    [tx.organizationId, orderId, sessionId],
  )
}
