import type { Query } from '#server/platform/db/database.ts'

/** True if a payment came after the organization's erasure began, or for a subscription unknown to it. Events have whole seconds. */
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
