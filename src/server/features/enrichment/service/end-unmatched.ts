import type { TenantTx } from '#server/platform/db/database.ts'
import { enrichmentsEnded } from '#server/platform/metrics.ts'
import * as store from '../store.ts'
import type { Deps } from './deps.ts'

export type UnmatchedEnd = {
  enrichment: store.EnrichmentRow
  status: 'no_match' | 'failed'
  failure: string | null
}

/** Ends owned enrichments without a result and refunds their reserved credits, once. */
export async function endUnmatched(
  { apiKeys, credits, events }: Pick<Deps, 'apiKeys' | 'credits' | 'events'>,
  tx: TenantTx,
  ends: readonly UnmatchedEnd[],
): Promise<void> {
  if (ends.length === 0) return
  const charged = ends.filter(({ enrichment }) => enrichment.charged)
  await Promise.all([
    store.finishEnrichments(
      tx,
      ends.map(({ enrichment, status, failure }) => ({
        ...{ id: enrichment.id, status, failure, providers: null },
      })),
    ),
    credits.refundCredits(
      tx,
      charged.map(({ enrichment, status }) => ({
        key: `refund:${enrichment.id}`,
        contactId: enrichment.contactId,
        description: status === 'no_match' ? 'No match' : 'Enrichment failed',
      })),
    ),
    apiKeys.giveCreditsBack(
      tx,
      charged.map(({ enrichment: { keyId, ageSeconds } }) => ({ keyId, ageSeconds })),
    ),
  ])
  events.publish(tx, tx.organizationId, ...eventsOf(ends, charged.length > 0))
  for (const { status } of ends) enrichmentsEnded.labels(status).inc()
}

function eventsOf(ends: readonly UnmatchedEnd[], isRefunded: boolean) {
  const contacts = ends.map(({ enrichment: { contactId } }) =>
    contactId ? ({ type: 'contact.changed', contactId } as const) : ({ type: 'contacts.changed' } as const),
  )
  return isRefunded ? [{ type: 'organization.changed' } as const, ...contacts] : contacts
}
