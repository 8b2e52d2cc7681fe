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

type MatchedResponse = EnrichmentResponse & { found: Extract<ProviderOutcome, { outcome: 'matched' }> }

/** Seconds to wait for a rate-limiting provider; null when the responses count as they are. */
export function retrySecondsOf({
  enrichment: { requestedBy, ageSeconds },
  found,
}: EnrichmentResponse): number | null {
  const { busySeconds } = found
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
  answers: readonly EnrichmentResponse[],
): Promise<void> {
  try {
    return await finishBatch(deps, organizationId, answers)
  } catch (error) {
    if (answers.length === 1 || store.isUnavailable(error)) throw error
    deps.log.warn({ err: error }, 'A batch of enrichments could not be stored; storing them one by one')
  }
  const failures: unknown[] = []
  for (const answer of answers) {
    await finishBatch(deps, organizationId, [answer]).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function finishBatch(
  deps: Deps,
  organizationId: OrganizationId,
  answers: readonly EnrichmentResponse[],
): Promise<void> {
  const matched = await deps.db.tenant(organizationId, async (tx) => {
    const ids = answers.map(({ contact }) => contact.id)
    const attempts = answers.map(({ enrichment }) => enrichment)
    // Contacts are read again under their locks, so that edits made meanwhile count.
    const [there, owned, contacts, subjects, policy] = await Promise.all([
      deps.contacts.knowledge.lockContacts(tx, ids),
      store.lockOwned(tx, attempts),
      deps.contacts.knowledge.listFullContacts(tx, ids),
      deps.verification.subjects(tx, ids),
      deps.scores.policyOf(tx),
    ])
    const ours = answers.filter(({ enrichment }) => owned.has(enrichment.id))
    if (ours.length === 0) return 0
    const sorted = partitionResponses(ours, there)
    const found = computeUpdates(deps, sorted.matched, {
      contacts: byId(contacts),
      subjects: byId(subjects),
      policy,
    })
    await storeUpdates(deps, tx, found)
    await Promise.all([
      store.postponeEnrichments(tx, sorted.resting),
      store.finishEnrichments(tx, found.map(enrichmentEndOf)),
      auditAll(tx, linesOf(tx.organizationId, found)),
    ])
    deps.events.publish(tx, tx.organizationId, ...eventsOf(ours, found))
    await deps.verification.settle(tx, sorted.unlearned)
    await notify(deps, tx, found)
    // The balance row is locked last, so that concurrent requests wait as briefly as possible.
    await endUnmatched(deps, tx, sorted.unmatched)
    return found.length
  })
  if (matched > 0) enrichmentsEnded.labels('matched').inc(matched)
}

type MatchedUpdate = EnrichmentUpdate & {
  match: MatchedResponse
  verdict: Verdict | null
  lines: AuditEntry[]
}

type FinishContext = {
  contacts: ReadonlyMap<string, FullContact>
  subjects: ReadonlyMap<string, Subject>
  policy: ScorePolicy
}

function computeUpdates(
  deps: Deps,
  matches: readonly MatchedResponse[],
  known: FinishContext,
): MatchedUpdate[] {
  const now = deps.clock.now()
  const at = { today: dayOf(now), now: now.toISOString() }
  return matches.flatMap((match) => {
    const contact = known.contacts.get(match.contact.id)
    const subject = known.subjects.get(match.contact.id)
    if (!contact || !subject) return []
    // The list was searched for the name that the contact had when the enrichment started.
    const list = isSameName(match.contact, contact) ? match.list : 'failed'
    const update = computeUpdate(contact, { ...match.found, list, ...at }, { ...deps, policy: known.policy })
    const { person } = update.knowledge.enriched
    const homes = update.properties.length > 0 ? update.properties : null
    const judged = deps.verification.judge(subject, match.seen, { person, homes })
    return [{ ...update, match, verdict: judged?.verdict ?? null, lines: judged?.lines ?? [] }]
  })
}

/** Sorts the responses that this attempt still owns; `there` are the contacts that still exist. */
function partitionResponses(answers: readonly EnrichmentResponse[], there: ReadonlySet<string>) {
  const matched: MatchedResponse[] = []
  const unmatched: UnmatchedEnd[] = []
  const resting: { id: string; seconds: number }[] = []
  const unlearned: ObservedSubject[] = []
  for (const answer of answers) {
    const { enrichment, contact, found, seen } = answer
    const seconds = retrySecondsOf(answer)
    if (!there.has(contact.id)) {
      unmatched.push({ enrichment, status: 'failed', failure: 'The contact was deleted' })
    } else if (seconds === null && found.outcome === 'matched') {
      matched.push({ ...answer, found })
    } else {
      unlearned.push(seen)
      if (seconds !== null) resting.push({ id: enrichment.id, seconds })
      else if (found.outcome !== 'matched')
        unmatched.push({ enrichment, status: found.outcome, failure: messageOf(found) })
    }
  }
  return { matched, unmatched, resting, unlearned }
}

function messageOf(found: ProviderOutcome): string | null {
  return found.outcome === 'failed' ? found.message : null
}

function enrichmentEndOf({ match: { enrichment, found } }: MatchedUpdate): store.EnrichmentEnd {
  const sources = Object.values(found.result.person?.sources ?? {})
  const providers = [...new Set(sources.map(({ provider }) => provider))]
  return { id: enrichment.id, status: 'matched', failure: null, providers }
}

function isSameName(a: EnrichmentResponse['contact'], b: EnrichmentResponse['contact']): boolean {
  return a.firstName === b.firstName && a.lastName === b.lastName
}

function linesOf(organizationId: OrganizationId, found: readonly MatchedUpdate[]): AuditEntry[] {
  const system = systemContext(organizationId, 'enrich')
  return found.flatMap(({ contact, lines }) => [
    ...lines,
    { ...system, action: 'contact.enriched', subject: contact.id },
  ])
}

async function notify({ notifications }: Deps, tx: TenantTx, found: readonly MatchedUpdate[]): Promise<void> {
  for (const { match, contact, newSignals: count, knowledge, possibleMatch } of found) {
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

function eventsOf(owned: readonly EnrichmentResponse[], found: readonly MatchedUpdate[]): LiveEvent[] {
  const imports = new Set(owned.flatMap(({ enrichment }) => enrichment.importId ?? []))
  const isOfMany = owned.some(({ enrichment }) => enrichment.requestedBy === null)
  return [
    ...found.map(({ contact }) => ({ type: 'contact.changed', contactId: contact.id }) as const),
    ...[...imports].map((importId) => ({ type: 'import.changed', importId }) as const),
    ...(isOfMany ? [{ type: 'organization.changed' } as const] : []),
  ]
}
