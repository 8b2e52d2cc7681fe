import type { Query } from '#server/platform/db/database.ts'

/** Whether a payment belongs to an erasure that had begun, or to none of the subscriptions it knew. Events have whole seconds. */
export async function isLatePayment(
  db: Query,
  organizationId: string,
  { subscriptionId, paidAt }: { subscriptionId: string; paidAt: string },
): Promise<boolean> {
  const row = await db.row(
    `select 1 from erasures
      where organization = $1 and (begun_at < $3::timestamptz + interval '1 second' or $2 <> all(provider_ids))`,
    [organizationId, subscriptionId, paidAt],
  )
  return row !== undefined
}
