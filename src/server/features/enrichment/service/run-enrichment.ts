import type { CreditsService } from '#server/features/credits/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { audit } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { nullIfMissing } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { LEASE_SECONDS, MAX_ATTEMPTS } from '../policy.ts'
import * as store from '../store.ts'
import { type Keepers, keepResult } from './keep-result.ts'
import { type LookUp, lookUp } from './look-up.ts'
import { verifyContact } from './verify-contact.ts'

type Deps = Pick<Platform, 'db' | 'events' | 'providers' | 'clock'> &
  Keepers & { credits: CreditsService; notifications: NotificationsService }

/**
 * Runs one enrichment to its end: claim, ask the providers, keep the result or refund. Calling it again, from any
 * process and at any moment, changes nothing more: the claim and the settlement are each one transaction. `inBulk`: one
 * of many, whose new signals are told in one summary.
 */
export async function runEnrichment(
  deps: Deps,
  organizationId: OrganizationId,
  id: string,
  options: { inBulk: boolean },
): Promise<void> {
  const { db, contacts } = deps
  const claimed = await db.tenant(organizationId, async (tx) => {
    const enrichment = await store.claim(tx, id, LEASE_SECONDS)
    if (!enrichment) return null
    const contact = enrichment.contactId
      ? await contacts.detail(tx, enrichment.contactId).catch(nullIfMissing)
      : null
    if (contact && enrichment.attempts <= MAX_ATTEMPTS) return { enrichment, contact }
    await end(
      deps,
      tx,
      enrichment,
      'failed',
      contact ? 'The look-up was given up' : 'The contact was deleted',
    )
    return null
  })
  if (!claimed) return
  const { enrichment, contact } = claimed
  const [found, verification] = await Promise.all([
    lookUp(deps.providers, contact),
    verifyContact(deps.providers, contact),
  ])
  await db.tenant(organizationId, async (tx) => {
    if (!(await contacts.knowledge.lock(tx, contact.id))) {
      await end(deps, tx, enrichment, 'failed', 'The contact was deleted')
      return
    }
    await contacts.knowledge.keepVerification(tx, contact, verification)
    if (found.outcome !== 'matched') {
      await end(deps, tx, enrichment, found.outcome, messageOf(found))
      return
    }
    if (!(await store.finish(tx, enrichment, 'matched', null))) return
    await store.noteProviders(tx, enrichment.id, providersOf(found))
    const now = deps.clock.now()
    // Read anew under the lock: what a person typed meanwhile counts.
    const current = await contacts.detail(tx, contact.id)
    const kept = await keepResult(tx, deps, current, { ...found, today: dayOf(now), now: now.toISOString() })
    if (kept.newSignals > 0 && !current.doNotContact && !enrichment.importId && !options.inBulk) {
      const name = `${current.firstName} ${current.lastName}`
      const news = { contactId: contact.id, enrichmentId: enrichment.id, name, score: kept.score }
      await deps.notifications.newSignals(tx, { ...news, count: kept.newSignals })
    }
    const system = systemContext(organizationId, 'enrich')
    await audit(tx, { ...system, action: 'contact.enriched', subject: contact.id })
    await deps.events.publish(tx, organizationId, { type: 'contact.changed', contactId: contact.id })
  })
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
