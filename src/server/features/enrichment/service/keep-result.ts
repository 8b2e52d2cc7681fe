import type { ContactDetail } from '#contract/contacts.ts'
import { withFirstSeen } from '#domain/enrichment/first-seen.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import { newPotentialMatch } from '#domain/risk/sanctions.ts'
import { detectSignals } from '#domain/signals/detect.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import { householdOf, newerAddress } from '#domain/signals/household.ts'
import { tasksFor } from '#domain/signals/tasks.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { OutcomesService } from '#server/features/outcomes/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type RiskAnswers, riskNow } from './risk-now.ts'

export type Keepers = {
  contacts: ContactsService
  scores: ScoresService
  tasks: TasksService
  outcomes: OutcomesService
}

/**
 * Makes a provider's result part of a contact: the record, its properties, the signals found in it, the score, the
 * tasks that new signals ask for. Part of the caller's transaction, so it happens whole or not at all.
 *
 * @returns the score, how many signals count now that were not known before, and the list's entry that the contact may
 * be, where that is new
 */
export async function keepResult(
  tx: TenantTx,
  { contacts, scores, tasks, outcomes }: Keepers,
  contact: ContactDetail,
  found: RiskAnswers,
): Promise<{ score: number | null; newSignals: number; possibleMatch: string | null }> {
  const { result, sample, today, now } = found
  const before = previousOf(contact)
  const signals = detectSignals({
    today,
    contact,
    current: result,
    previous: before,
    // When the person was last answered about; the newest look-up may have brought other groups only.
    previousFetchedAt:
      (contact.enrichmentData?.sources.person?.fetchedAt ?? contact.enrichedAt)?.slice(0, 10) ?? null,
    policy: await scores.policyOf(tx),
  })
  const person = result.person && withFirstSeen(result.person, contact.enrichmentData, today)
  const risk = riskNow(contact, before, person, found)
  await contacts.knowledge.keep(tx, contact.id, {
    person,
    risk,
    tenure: householdOf(contact, result, null, today).tenure,
    enrichedAt: now,
  })
  if (result.properties.length > 0)
    await contacts.knowledge.replaceProperties(tx, contact.id, result.properties)
  await contacts.knowledge.addSignals(
    tx,
    contact.id,
    signals.map((signal) => ({ ...signal, evidenceKey: evidenceKeyOf(signal), sample })),
  )
  await scores.rescore(tx, contact.id, 'enriched')
  const moved = newerAddress(contact, result, before, today)
  if (moved) await outcomes.noteNewAddress(tx, contact.id, moved)
  const scored = await contacts.detail(tx, contact.id)
  await tasks.addAutomatic(
    tx,
    contact.id,
    tasksFor({ today, liveSignals: liveSignals(scored), doNotContact: contact.doNotContact }),
  )
  const known = new Set(contact.signals.map(({ id }) => id))
  const newSignals = scored.signals.filter(({ id, metadata }) => metadata?.live && !known.has(id)).length
  const possibleMatch = newPotentialMatch(contact.riskData?.sanctions ?? null, risk.sanctions)
  return { score: scored.nineDScore, newSignals, possibleMatch }
}

/** The signals that count now, as the tasks that they ask for need them. */
function liveSignals({ signals }: ContactDetail) {
  return signals.flatMap(({ metadata, category, confidenceScore, eventDate }) =>
    metadata?.live && eventDate && confidenceScore !== null
      ? [
          {
            documentId: typeof metadata.documentId === 'string' ? metadata.documentId : null,
            category,
            subtype: String(metadata.subtype) as DetectedSignal['subtype'],
            confidence: confidenceScore,
            eventDate,
          },
        ]
      : [],
  )
}

function previousOf(contact: ContactDetail): EnrichmentResult | null {
  if (!contact.enrichedAt) return null
  const properties = contact.properties.flatMap(({ id: _, propertyData, ...property }) =>
    propertyData ? [{ ...property, propertyData }] : [],
  )
  return { person: contact.enrichmentData, properties, publicRecords: [] }
}

/** A standing state has no document and no day of its own: seeing it again only confirms it. */
const STANDING = new Set(['DO1'])

/** What makes evidence the same evidence when it is found again. */
function evidenceKeyOf({ ruleId, subtype, source, documentId, eventDate }: DetectedSignal): string {
  if (documentId) return `${ruleId}:${subtype}:${source}:${documentId}`
  return `${ruleId}:${subtype}:${STANDING.has(ruleId) ? 'standing' : eventDate}`
}
