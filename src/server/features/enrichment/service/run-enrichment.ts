import type { ContactDetail } from '#contract/contacts.ts'
import type { CreditsService } from '#server/features/credits/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { ReferenceFilesService } from '#server/features/reference-files/service.ts'
import type { VerificationService } from '#server/features/verification/service.ts'
import { audit } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { nullIfMissing } from '#server/platform/errors.ts'
import { enrichmentsEnded } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { BUSY_SECONDS, LEASE_SECONDS, MAX_ATTEMPTS, PATIENCE_SECONDS } from '../policy.ts'
import * as store from '../store.ts'
import { askList } from './ask-list.ts'
import { type Keepers, keepResult } from './keep-result.ts'
import { type LookUp, lookUp } from './look-up.ts'

type Deps = Pick<Platform, 'db' | 'events' | 'providers' | 'clock' | 'log'> &
  Keepers & {
    credits: CreditsService
    notifications: NotificationsService
    referenceFiles: ReferenceFilesService
    verification: VerificationService
  }

/**
 * Runs one enrichment to its end: claim, ask the providers, keep the result or refund. Calling it again, from any
 * process and at any moment, changes nothing more: the claim and the settlement are each one transaction.
 *
 * @returns for how many seconds the providers want no more questions; then this enrichment waits, where nobody sits and
 * waits for it
 */
export async function runEnrichment(
  deps: Deps,
  organizationId: OrganizationId,
  id: string,
): Promise<number | null> {
  const { db, contacts } = deps
  const claimed = await db.tenant(organizationId, async (tx) => {
    const enrichment = await store.claim(tx, id, LEASE_SECONDS)
    if (!enrichment) return null
    const [contact, subject] = enrichment.contactId
      ? await Promise.all([
          contacts.detail(tx, enrichment.contactId).catch(nullIfMissing),
          deps.verification.subject(tx, enrichment.contactId),
        ])
      : [null, undefined]
    if (contact && subject && enrichment.attempts <= MAX_ATTEMPTS) return { enrichment, contact, subject }
    await end(
      deps,
      tx,
      enrichment,
      'failed',
      contact ? 'The look-up was given up' : 'The contact was deleted',
    )
    return null
  })
  if (!claimed) return null
  const { enrichment, contact, subject } = claimed
  const [found, seen, list] = await Promise.all([
    lookUp(deps.providers, contact),
    deps.verification.look(subject),
    askList(deps, contact),
  ])
  const busySeconds = restOf(enrichment, found)
  await db.tenant(organizationId, async (tx) => {
    if (!(await contacts.knowledge.lock(tx, contact.id))) {
      await end(deps, tx, enrichment, 'failed', 'The contact was deleted')
      return
    }
    if (busySeconds !== null) {
      await deps.verification.settle(tx, seen)
      await store.postpone(tx, enrichment, busySeconds)
      return
    }
    if (found.outcome !== 'matched') {
      await deps.verification.settle(tx, seen)
      await end(deps, tx, enrichment, found.outcome, messageOf(found))
      return
    }
    if (!(await store.finish(tx, enrichment, 'matched', null))) return
    enrichmentsEnded.labels('matched').inc()
    const now = deps.clock.now()
    const [current] = await Promise.all([
      // Read anew under the lock: what a person typed meanwhile counts.
      contacts.detail(tx, contact.id),
      store.noteProviders(tx, enrichment.id, providersOf(found)),
    ])
    const kept = await keepResult(tx, deps, current, {
      ...found,
      list: isSameName(contact, current) ? list : 'failed',
      today: dayOf(now),
      now: now.toISOString(),
    })
    await deps.verification.settle(tx, seen)
    const name = `${current.firstName} ${current.lastName}`
    // One of many has its signals told in one summary.
    if (kept.newSignals > 0 && !current.doNotContact && enrichment.requestedBy !== null) {
      const news = { contactId: contact.id, enrichmentId: enrichment.id, name, score: kept.score }
      await deps.notifications.newSignals(tx, { ...news, count: kept.newSignals })
    }
    if (kept.possibleMatch !== null) {
      const entryNumber = kept.possibleMatch
      await deps.notifications.possibleMatch(tx, { contactId: contact.id, name, entryNumber })
    }
    const system = systemContext(organizationId, 'enrich')
    await Promise.all([
      audit(tx, { ...system, action: 'contact.enriched', subject: contact.id }),
      deps.events.publish(tx, organizationId, { type: 'contact.changed', contactId: contact.id }),
    ])
  })
  return busySeconds
}

/** How long to wait for a busy provider, in seconds; null when the answers count as they are. */
function restOf({ requestedBy, ageSeconds }: store.EnrichmentRow, { busySeconds }: LookUp): number | null {
  if (busySeconds === null || requestedBy !== null || ageSeconds > PATIENCE_SECONDS) return null
  return Math.min(BUSY_SECONDS.most, Math.max(BUSY_SECONDS.least, busySeconds))
}

/** The list was searched for the name that the contact had before the look-up. */
function isSameName(a: ContactDetail, b: ContactDetail): boolean {
  return a.firstName === b.firstName && a.lastName === b.lastName
}

function providersOf({ result }: Extract<LookUp, { outcome: 'matched' }>): string[] {
  return [...new Set(Object.values(result.person?.sources ?? {}).map(({ provider }) => provider))]
}

function messageOf(found: LookUp): string | null {
  return found.outcome === 'failed' ? found.message : null
}

/** Ends without a result: what was reserved goes back, once. */
async function end(
  { credits, events }: Deps,
  tx: TenantTx,
  enrichment: store.EnrichmentRow,
  status: 'no_match' | 'failed',
  failure: string | null,
): Promise<void> {
  if (!(await store.finish(tx, enrichment, status, failure))) return
  enrichmentsEnded.labels(status).inc()
  if (enrichment.charged) {
    const description = status === 'no_match' ? 'Nothing was found' : 'The look-up failed'
    await credits.refund(tx, { key: `refund:${enrichment.id}`, contactId: enrichment.contactId, description })
  }
  if (enrichment.charged) await events.publish(tx, tx.organizationId, { type: 'organization.changed' })
  if (!enrichment.contactId) {
    await events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
  } else {
    await events.publish(tx, tx.organizationId, { type: 'contact.changed', contactId: enrichment.contactId })
  }
}
