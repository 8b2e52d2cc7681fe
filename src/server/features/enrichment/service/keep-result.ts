import type { ContactDetail } from '#contract/contacts.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import { riskOf } from '#domain/enrichment/risk.ts'
import { detectSignals } from '#domain/signals/detect.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import { tasksFor } from '#domain/signals/tasks.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

export type Keepers = { contacts: ContactsService; scores: ScoresService; tasks: TasksService }

/**
 * Makes a provider's result part of a contact: the record, its properties, the signals found in it, the score, the
 * tasks that new signals ask for. Part of the caller's transaction, so it happens whole or not at all.
 *
 * @returns the score, and how many signals count now that were not known before
 */
export async function keepResult(
  tx: TenantTx,
  { contacts, scores, tasks }: Keepers,
  contact: ContactDetail,
  found: { result: EnrichmentResult; sample: boolean; today: string; now: string },
): Promise<{ score: number | null; newSignals: number }> {
  const { result, sample, today, now } = found
  const signals = detectSignals({
    today,
    contact,
    current: result,
    previous: previousOf(contact),
    previousFetchedAt: contact.enrichedAt?.slice(0, 10) ?? null,
    policy: await scores.policyOf(tx),
  })
  await contacts.knowledge.keep(tx, contact.id, {
    person: result.person,
    risk: riskOf(result),
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
  const scored = await contacts.detail(tx, contact.id)
  const live = scored.signals.flatMap(({ metadata, category, confidenceScore, eventDate }) =>
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
  await tasks.addAutomatic(
    tx,
    contact.id,
    tasksFor({ today, liveSignals: live, doNotContact: contact.doNotContact }),
  )
  const known = new Set(contact.signals.map(({ id }) => id))
  const newSignals = scored.signals.filter(({ id, metadata }) => metadata?.live && !known.has(id)).length
  return { score: scored.nineDScore, newSignals }
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
