import type { Query } from '#server/platform/db/database.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'

/** Stores an event before it is applied. An event that is already stored doesn't change. */
export async function storeEvent(db: Query, provider: string, event: PaymentEvent): Promise<void> {
  await db.run(
    `insert into webhook_events (provider, event_id, type, payload, created_at) values ($1, $2, $3, $4, $5)
     on conflict (provider, event_id) do nothing`,
    [provider, event.id, event.type, JSON.stringify(event.payload), event.createdAt],
  )
}

/** Locks an event until the transaction ends. @returns false if it was already applied */
export async function claimEvent(tx: Query, provider: string, eventId: string): Promise<boolean> {
  const processedAt = await tx.find<string | null>(
    'select processed_at from webhook_events where provider = $1 and event_id = $2 for update',
    [provider, eventId],
  )
  return processedAt === null
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

/** True if a payment came after the organization's erasure began, or for a subscription unknown to it. Events have whole seconds. */
export function isLatePayment(
  db: Query,
  organizationId: string,
  { subscriptionId, paidAt }: { subscriptionId: string; paidAt: string },
): Promise<boolean> {
  return db.exists(
    `select 1 from erasures
      where organization = $1 and (started_at < $3::timestamptz + interval '1 second' or $2 <> all(provider_ids))`,
    [organizationId, subscriptionId, paidAt],
  )
}
