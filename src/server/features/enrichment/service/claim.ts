import type { StoredContact } from '#server/features/contacts/service.ts'
import type { Subject } from '#server/features/verification/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { LEASE_SECONDS, MAX_ATTEMPTS } from '../limits.ts'
import * as store from '../store.ts'
import type { Deps } from './deps.ts'
import { endUnmatched } from './end-unmatched.ts'

/** An enrichment owned by this attempt, with its contact. */
export type EnrichmentClaim = { enrichment: store.EnrichmentRow; contact: StoredContact; subject: Subject }

/** Takes the lease of an enrichment; null if another worker has it or it has ended. */
export function claimOne(
  deps: Deps,
  organizationId: OrganizationId,
  id: string,
): Promise<EnrichmentClaim | null> {
  return deps.db.tenant(organizationId, async (tx) => {
    const enrichment = await store.claimEnrichment(tx, id, LEASE_SECONDS)
    if (!enrichment) return null
    const claimedContacts = await contactsOf(deps, tx, enrichment.contactId ? [enrichment.contactId] : [])
    const [claim] = await buildClaims(deps, tx, [enrichment], claimedContacts)
    return claim ?? null
  })
}

/**
 * Claims waiting enrichments and reserves a credit for each.
 *
 * @returns `isPaid` is false once the credits are used up
 */
export function claimWaiting(
  deps: Deps,
  organizationId: OrganizationId,
  ids: readonly string[],
): Promise<{ claims: EnrichmentClaim[]; isPaid: boolean }> {
  return deps.db.tenant(organizationId, async (tx) => {
    const waitingRows = await store.lockWaiting(tx, ids)
    const entries = waitingRows.map(({ id, contactId }) => ({
      key: `enrich:${id}`,
      contactId,
      description: 'Contact enrichment',
    }))
    if (waitingRows.length === 0) return { claims: [], isPaid: true }
    // The balance row is locked last, so that concurrent refunds wait as briefly as possible.
    const contactIds = waitingRows.map(({ contactId }) => contactId)
    const [claimedContacts, paid] = await Promise.all([
      contactsOf(deps, tx, contactIds),
      deps.credits.reserveAffordable(tx, entries),
    ])
    const isPaid = paid === waitingRows.length
    if (paid === 0) return { claims: [], isPaid }
    const paidIds = waitingRows.slice(0, paid).map(({ id }) => id)
    const [claimedRows] = await Promise.all([
      store.startRunning(tx, paidIds, LEASE_SECONDS),
      notifyLowCredits(deps, tx),
    ])
    return { claims: await buildClaims(deps, tx, claimedRows, claimedContacts), isPaid }
  })
}

export async function notifyLowCredits(
  { credits, notifications }: Pick<Deps, 'credits' | 'notifications'>,
  tx: TenantTx,
): Promise<void> {
  const lowCredits = await credits.lowCreditsOf(tx)
  if (lowCredits) await notifications.creditsLow(tx, lowCredits)
}

type ClaimedContacts = { contacts: Map<string, StoredContact>; subjects: Map<string, Subject> }

async function contactsOf(deps: Deps, tx: TenantTx, ids: readonly string[]): Promise<ClaimedContacts> {
  const [contacts, subjects] = await Promise.all([
    deps.contacts.knowledge.listStoredContacts(tx, ids),
    deps.verification.listSubjects(tx, ids),
  ])
  return { contacts: byId(contacts), subjects: byId(subjects) }
}

export function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Enrichments without a contact or with too many attempts end here. */
async function buildClaims(
  deps: Deps,
  tx: TenantTx,
  enrichments: readonly store.EnrichmentRow[],
  claimedContacts: ClaimedContacts,
): Promise<EnrichmentClaim[]> {
  const claims: EnrichmentClaim[] = []
  const failed: { enrichment: store.EnrichmentRow; failure: string }[] = []
  for (const enrichment of enrichments) {
    const contact = claimedContacts.contacts.get(enrichment.contactId ?? '')
    const subject = claimedContacts.subjects.get(enrichment.contactId ?? '')
    if (!contact || !subject) failed.push({ enrichment, failure: 'The contact was deleted' })
    else if (enrichment.attempts > MAX_ATTEMPTS)
      failed.push({ enrichment, failure: 'Enrichment stopped after too many attempts' })
    else claims.push({ enrichment, contact, subject })
  }
  await endUnmatched(
    deps,
    tx,
    failed.map((one) => ({ ...one, status: 'failed' as const })),
  )
  return claims
}
