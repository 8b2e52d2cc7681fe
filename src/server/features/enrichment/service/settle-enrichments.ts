import type { LiveEvent } from '#contract/events.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import type { FullContact, Verdict } from '#server/features/contacts/service.ts'
import type { ObservedSubject, Subject } from '#server/features/verification/service.ts'
import { type AuditEntry, auditAll } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { enrichmentsEnded } from '#server/platform/metrics.ts'
import { BUSY_BACKOFF_SECONDS, MAX_QUEUE_SECONDS } from '../limits.ts'
import * as store from '../store.ts'
import { byId } from './claim.ts'
import type { EnrichmentResponse } from './collect-responses.ts'
import { computeUpdate, type EnrichmentUpdate } from './compute-update.ts'
import type { Deps } from './deps.ts'
import { endUnmatched, type UnmatchedEnd } from './end-unmatched.ts'
import type { ProviderOutcome } from './query-providers.ts'
import { storeUpdates } from './store-updates.ts'

type MatchedResponse = EnrichmentResponse & {
  providerOutcome: Extract<ProviderOutcome, { outcome: 'matched' }>
}

/** Seconds to wait for a rate-limiting provider; null if the responses count as they are. */
export function retrySecondsOf({
  enrichment: { requestedBy, ageSeconds },
  providerOutcome,
}: EnrichmentResponse): number | null {
  const { busySeconds } = providerOutcome
  if (busySeconds === null || requestedBy !== null || ageSeconds > MAX_QUEUE_SECONDS) return null
  return Math.min(BUSY_BACKOFF_SECONDS.max, Math.max(BUSY_BACKOFF_SECONDS.min, busySeconds))
}

/**
 * Stores results, refunds credits of failed enrichments and postpones those that wait for a provider, in one
 * transaction. If that fails, settles each one separately so that only the broken one is lost.
 *
 * @throws the first failure, after all others are settled
 */
export async function finishEnrichments(
  deps: Deps,
  organizationId: OrganizationId,
  responses: readonly EnrichmentResponse[],
): Promise<void> {
  try {
    return await finishBatch(deps, organizationId, responses)
  } catch (error) {
    if (responses.length === 1 || store.isUnavailable(error)) throw error
    deps.log.warn({ err: error }, 'A batch of enrichments could not be stored; storing them one by one')
  }
  const failures: unknown[] = []
  for (const response of responses) {
    await finishBatch(deps, organizationId, [response]).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function finishBatch(
  deps: Deps,
  organizationId: OrganizationId,
  responses: readonly EnrichmentResponse[],
): Promise<void> {
  const matched = await deps.db.tenant(organizationId, async (tx) => {
    const ids = responses.map(({ contact }) => contact.id)
    const attempts = responses.map(({ enrichment }) => enrichment)
    // Contacts are read again under their locks, so that edits made meanwhile count.
    const [existingIds, ownedIds, contacts, subjects, policy] = await Promise.all([
      deps.contacts.knowledge.lockContacts(tx, ids),
      store.lockOwned(tx, attempts),
      deps.contacts.knowledge.listFullContacts(tx, ids),
      deps.verification.listSubjects(tx, ids),
      deps.scores.policyOf(tx),
    ])
    const ownedResponses = responses.filter(({ enrichment }) => ownedIds.has(enrichment.id))
    if (ownedResponses.length === 0) return 0
    const partition = partitionResponses(ownedResponses, existingIds)
    const updates = computeUpdates(deps, partition.matched, {
      contacts: byId(contacts),
      subjects: byId(subjects),
      policy,
    })
    await storeUpdates(deps, tx, updates)
    await Promise.all([
      store.postponeEnrichments(tx, partition.postponed),
      store.finishEnrichments(tx, updates.map(enrichmentEndOf)),
      auditAll(tx, auditEntriesOf(tx.organizationId, updates)),
    ])
    deps.events.publish(tx, tx.organizationId, ...eventsOf(ownedResponses, updates))
    await deps.verification.settle(tx, partition.observedOnly)
    await notify(deps, tx, updates)
    // The balance row is locked last, so that concurrent requests wait as briefly as possible.
    await endUnmatched(deps, tx, partition.unmatched)
    return updates.length
  })
  if (matched > 0) enrichmentsEnded.labels('matched').inc(matched)
}

type MatchedUpdate = EnrichmentUpdate & {
  match: MatchedResponse
  verdict: Verdict | null
  auditEntries: AuditEntry[]
}

type FinishContext = {
  contacts: ReadonlyMap<string, FullContact>
  subjects: ReadonlyMap<string, Subject>
  policy: ScorePolicy
}

function computeUpdates(
  deps: Deps,
  matches: readonly MatchedResponse[],
  context: FinishContext,
): MatchedUpdate[] {
  const now = deps.clock.now()
  const timeValues = { today: dayOf(now), now: now.toISOString() }
  return matches.flatMap((match) => {
    const contact = context.contacts.get(match.contact.id)
    const subject = context.subjects.get(match.contact.id)
    if (!contact || !subject) return []
    // The list was searched for the name that the contact had when the enrichment started.
    const list = isSameName(match.contact, contact) ? match.list : 'failed'
    const sources = { ...match.providerOutcome, list, ...timeValues }
    const update = computeUpdate(contact, sources, { ...deps, policy: context.policy })
    const { person } = update.knowledge.enriched
    const homes = update.properties.length > 0 ? update.properties : null
    const judgment = deps.verification.judge(subject, match.observed, { person, homes })
    const { verdict = null, auditEntries = [] } = judgment ?? {}
    return [{ ...update, match, verdict, auditEntries }]
  })
}

/** Sorts the responses that this attempt still owns; `existingIds` are the contacts that still exist. */
function partitionResponses(responses: readonly EnrichmentResponse[], existingIds: ReadonlySet<string>) {
  const matched: MatchedResponse[] = []
  const unmatched: UnmatchedEnd[] = []
  const postponed: { id: string; seconds: number }[] = []
  const observedOnly: ObservedSubject[] = []
  for (const response of responses) {
    const { enrichment, contact, providerOutcome, observed } = response
    const seconds = retrySecondsOf(response)
    if (!existingIds.has(contact.id)) {
      unmatched.push({ enrichment, status: 'failed', failure: 'The contact was deleted' })
    } else if (seconds === null && providerOutcome.outcome === 'matched') {
      matched.push({ ...response, providerOutcome })
    } else {
      observedOnly.push(observed)
      if (seconds !== null) postponed.push({ id: enrichment.id, seconds })
      else if (providerOutcome.outcome !== 'matched')
        unmatched.push({ enrichment, status: providerOutcome.outcome, failure: messageOf(providerOutcome) })
    }
  }
  return { matched, unmatched, postponed, observedOnly }
}

function messageOf(outcome: ProviderOutcome): string | null {
  return outcome.outcome === 'failed' ? outcome.message : null
}

function enrichmentEndOf({ match: { enrichment, providerOutcome } }: MatchedUpdate): store.EnrichmentEnd {
  const sources = Object.values(providerOutcome.result.person?.sources ?? {})
  const providers = [...new Set(sources.map(({ provider }) => provider))]
  return { id: enrichment.id, status: 'matched', failure: null, providers }
}

function isSameName(a: EnrichmentResponse['contact'], b: EnrichmentResponse['contact']): boolean {
  return a.firstName === b.firstName && a.lastName === b.lastName
}

function auditEntriesOf(organizationId: OrganizationId, updates: readonly MatchedUpdate[]): AuditEntry[] {
  const system = systemContext(organizationId, 'enrich')
  return updates.flatMap(({ contact, auditEntries }) => [
    ...auditEntries,
    { ...system, action: 'contact.enriched', subject: contact.id },
  ])
}

async function notify({ notifications }: Deps, tx: TenantTx, updates: readonly MatchedUpdate[]) {
  for (const { match, contact, newSignals: count, knowledge, possibleMatch } of updates) {
    const contactId = contact.id
    const name = `${contact.firstName} ${contact.lastName}`
    // Enrichments of a batch report their signals in one summary.
    if (count > 0 && !contact.doNotContact && match.enrichment.requestedBy !== null) {
      const { score } = knowledge.score
      await notifications.newSignals(tx, { contactId, enrichmentId: match.enrichment.id, name, score, count })
    }
    if (possibleMatch !== null) {
      await notifications.possibleMatch(tx, { contactId, name, entryNumber: possibleMatch })
    }
  }
}

function eventsOf(owned: readonly EnrichmentResponse[], updates: readonly MatchedUpdate[]): LiveEvent[] {
  const imports = new Set(owned.flatMap(({ enrichment }) => enrichment.importId ?? []))
  const isBatch = owned.some(({ enrichment }) => enrichment.requestedBy === null)
  return [
    ...updates.map(({ contact }) => ({ type: 'contact.changed', contactId: contact.id }) as const),
    ...[...imports].map((importId) => ({ type: 'import.changed', importId }) as const),
    ...(isBatch ? [{ type: 'organization.changed' } as const] : []),
  ]
}
