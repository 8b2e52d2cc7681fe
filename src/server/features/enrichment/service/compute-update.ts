import { withFirstSeen } from '#domain/enrichment/first-seen.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import { newPotentialMatch } from '#domain/risk/sanctions.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import { detectSignals } from '#domain/signals/detect.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import { householdOf, newerAddress } from '#domain/signals/household.ts'
import { tasksFor } from '#domain/signals/tasks.ts'
import type { ContactUpdate, FullContact, NewSignal } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { newId } from '#server/platform/ids.ts'
import { computeRisk, type RiskSources } from './compute-risk.ts'

export type EnrichmentUpdate = ReturnType<typeof computeUpdate>

/**
 * What a provider's result makes of a contact: the record, its properties, the signals found in it, the score, the tasks
 * that new signals ask for. Nothing is written yet; `contact` is read under its lock.
 */
export function computeUpdate(
  contact: FullContact,
  found: RiskSources,
  { scores, policy }: { scores: Pick<ScoresService, 'scoreOf'>; policy: ScorePolicy },
) {
  const { result, sample, today, now } = found
  const before = previousResultOf(contact)
  const person = result.person && withFirstSeen(result.person, contact.enrichmentData, today)
  const risk = computeRisk(contact, before, person, found)
  const tenure = householdOf(contact, result, null, today).tenure
  const evidence = newSignalsOf(contact, detect(contact, before, found, policy), sample)
  const known = {
    ...contact,
    age: person?.demographics.age ?? contact.age,
    birthYear: person?.demographics.birthYear ?? contact.birthYear,
    enrichedAt: now,
    enrichmentData: person ?? contact.enrichmentData,
    properties: result.properties.length > 0 ? homesOf(result) : contact.properties,
    signals: mergeSignals(contact, evidence, now),
  }
  const scored = scores.scoreOf(known, policy)
  const live = liveSignals(known.signals, scored.signals)
  const ofBefore = new Set(contact.signals.map(({ id }) => id))
  const foundNow = new Set(evidence.map(({ id }) => id))
  return {
    contact,
    knowledge: {
      contactId: contact.id,
      score: scored.columns,
      learnt: { person, risk, tenure, enrichedAt: now },
    } satisfies Omit<ContactUpdate, 'nextTaskAt' | 'verdict'>,
    properties: result.properties,
    evidence: withRatings(evidence, scored.signals),
    /** What the score says of signals that this look-up did not find again. */
    olderSignals: scored.signals.filter(({ id }) => !foundNow.has(id)),
    result: scored.result,
    moved: newerAddress(contact, result, before, today),
    tasks: tasksFor({
      ...{ today, liveSignals: live, doNotContact: contact.doNotContact },
      listedForSale: scored.result.listedForSale,
    }),
    /** How many signals count now that were not known before. */
    newSignals: live.filter(({ id }) => !ofBefore.has(id)).length,
    /** The list's entry that the contact may be, where that is new. */
    possibleMatch: newPotentialMatch(contact.riskData?.sanctions ?? null, risk.sanctions),
  }
}

function detect(
  contact: FullContact,
  previous: EnrichmentResult | null,
  { result, today }: RiskSources,
  policy: ScorePolicy,
): DetectedSignal[] {
  return detectSignals({
    ...{ today, contact, current: result, previous, policy },
    // When the person was last answered about; the newest look-up may have brought other groups only.
    previousFetchedAt:
      (contact.enrichmentData?.sources.person?.fetchedAt ?? contact.enrichedAt)?.slice(0, 10) ?? null,
  })
}

function previousResultOf(contact: FullContact): EnrichmentResult | null {
  if (!contact.enrichedAt) return null
  const properties = contact.properties.flatMap(({ id: _, propertyData, ...property }) =>
    propertyData ? [{ ...property, propertyData }] : [],
  )
  return { person: contact.enrichmentData, properties, publicRecords: [] }
}

/** New homes in the order in which they will be read: the most valuable one first. */
function homesOf({ properties }: EnrichmentResult): FullContact['properties'] {
  return properties
    .map((home) => ({ ...home, id: '' }))
    .sort((a, b) => (b.estimatedValue ?? -1) - (a.estimatedValue ?? -1))
}

/** Signals as they were found, each evidence once; one that is known keeps its id. */
function newSignalsOf(
  contact: FullContact,
  signals: readonly DetectedSignal[],
  sample: boolean,
): NewSignal[] {
  const idOf = new Map(contact.signals.map(({ evidenceKey, id }) => [evidenceKey, id]))
  const found = new Map<string, NewSignal>()
  for (const signal of signals) {
    const evidenceKey = evidenceKeyOf(signal)
    const { ruleId, subtype, inputs, source, documentId } = signal
    found.set(evidenceKey, {
      ...signal,
      contactId: contact.id,
      id: idOf.get(evidenceKey) ?? newId(),
      evidenceKey,
      score: 0,
      metadata: { ruleId, subtype, inputs, provider: source, documentId, sample },
    })
  }
  return [...found.values()]
}

/** The contact's signals once the evidence is part of them. */
function mergeSignals(
  { signals }: FullContact,
  evidence: readonly NewSignal[],
  now: string,
): FullContact['signals'] {
  const seen = new Map(evidence.map((one) => [one.id, one]))
  const again = signals.map((signal) => {
    const found = seen.get(signal.id)
    if (!found) return signal
    seen.delete(signal.id)
    const { description, eventDate } = found
    const metadata = { ...signal.metadata, ...found.metadata }
    return { ...signal, confidenceScore: found.confidence, description, eventDate, metadata }
  })
  const added = [...seen.values()].map(({ confidence, ...found }) => ({
    ...found,
    confidenceScore: confidence,
    confidence: null,
    detectedAt: now,
  }))
  return [...again, ...added]
}

type SignalRating = { id: string; score: number; metadata: Record<string, unknown> }

function withRatings(evidence: readonly NewSignal[], ratings: readonly SignalRating[]): NewSignal[] {
  const ratingOf = new Map(ratings.map((rating) => [rating.id, rating]))
  return evidence.map((one) => {
    const rating = ratingOf.get(one.id)
    return rating ? { ...one, score: rating.score, metadata: { ...one.metadata, ...rating.metadata } } : one
  })
}

/** The signals that count now, strongest first, as the tasks that they ask for need them. */
function liveSignals(signals: FullContact['signals'], ratings: readonly SignalRating[]) {
  const signalOf = new Map(signals.map((signal) => [signal.id, signal]))
  const strongestFirst = ratings.filter(({ metadata }) => metadata.live).sort((a, b) => b.score - a.score)
  return strongestFirst.flatMap(({ id }) => {
    const { category, metadata, confidenceScore, eventDate } = signalOf.get(id) ?? {}
    if (!category || !eventDate || typeof confidenceScore !== 'number') return []
    return [
      {
        id,
        documentId: typeof metadata?.documentId === 'string' ? metadata.documentId : null,
        category,
        subtype: String(metadata?.subtype) as DetectedSignal['subtype'],
        confidence: confidenceScore,
        eventDate,
      },
    ]
  })
}

/** A standing state has no document and no day of its own: seeing it again only confirms it. */
const STANDING_RULES = new Set(['DO1'])

/** What makes evidence the same evidence when it is found again. */
function evidenceKeyOf({ ruleId, subtype, source, documentId, eventDate }: DetectedSignal): string {
  if (documentId) return `${ruleId}:${subtype}:${source}:${documentId}`
  return `${ruleId}:${subtype}:${STANDING_RULES.has(ruleId) ? 'standing' : eventDate}`
}
