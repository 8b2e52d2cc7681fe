import type { Query } from '#server/platform/db/database.ts'
import type { PaymentEvent } from '#server/platform/payments/payments.ts'

/** Stores an event before it is applied; a stored one remains unchanged. */
export async function storeEvent(db: Query, provider: string, event: PaymentEvent): Promise<void> {
  await db.run(
    `insert into webhook_events (provider, event_id, type, payload, created_at) values ($1, $2, $3, $4, $5)
     on conflict (provider, event_id) do nothing`,
    [provider, event.id, event.type, JSON.stringify(event.payload), event.createdAt],
  )
}

/** Locks an event until the transaction ends. @returns false if it was already applied */
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
