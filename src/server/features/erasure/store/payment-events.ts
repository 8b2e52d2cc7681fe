import type { Query, TenantTx } from '#server/platform/db/database.ts'

export type EventCursorKey = { provider: string; eventId: string }

/**
 * Redacts stored payment events that mention one of the ids, within the next page after a cursor.
 *
 * @returns the next cursor; null at the end
 */
export async function redactEvents(
  db: Query,
  ids: readonly string[],
  page: { since: Date | null; after: EventCursorKey | null; limit: number },
): Promise<EventCursorKey | null> {
  const { after, since, limit } = page
  const slice = await db.rows<EventCursorKey & { named: boolean }>(
    `select provider, event_id,
            exists (select from unnest($1::text[]) id where position(id in payload::text) > 0) as named
       from webhook_events
      where ($2::timestamptz is null or received_at >= $2)
        and ($3::text is null or (provider, event_id) > ($3, $4))
      order by provider, event_id limit $5`,
    [ids, since, after?.provider ?? null, after?.eventId ?? null, limit],
  )
  const eventsToRedact = slice.filter((event) => event.named)
  if (eventsToRedact.length > 0) {
    await db.run(
      `update webhook_events e set payload = '{}' from unnest($1::text[], $2::text[]) as n(provider, event_id)
        where e.provider = n.provider and e.event_id = n.event_id`,
      [eventsToRedact.map(({ provider }) => provider), eventsToRedact.map(({ eventId }) => eventId)],
    )
  }
  const last = slice.at(-1)
  return slice.length === limit && last ? { provider: last.provider, eventId: last.eventId } : null
}

/** All subscriptions at the provider: an ended one may still have an open invoice. */
export function listSubscriptionIds(tx: TenantTx, provider: string): Promise<string[]> {
  return tx.column<string>(
    `select subscription_id from subscriptions
      where organization_id = $1 and provider = $2 order by subscription_id`,
    [tx.organizationId, provider],
  )
}

/** The provider's customer ids of the organization. */
export function listCustomerIds(tx: TenantTx, provider: string): Promise<string[]> {
  return tx.column<string>(
    `select distinct customer_id from subscriptions where organization_id = $1 and provider = $2 order by 1`,
    [tx.organizationId, provider],
  )
}

export function hasOpenRefund(tx: TenantTx, provider: string): Promise<boolean> {
  return tx.exists(
    `select 1 from subscription_refunds where organization_id = $1 and provider = $2 and state = 'open'`,
    [tx.organizationId, provider],
  )
}
