import { withFirstSeen } from '#domain/enrichment/first-seen.ts'
import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import { assessRisk } from '#domain/risk/assess-risk.ts'
import type { RiskData } from '#domain/risk/risk-data.ts'
import { newPotentialMatch, type SanctionsListResponse } from '#domain/risk/sanctions.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import { detectSignals } from '#domain/signals/detect.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import { householdOf, newerAddress } from '#domain/signals/household.ts'
import { tasksFor } from '#domain/signals/tasks.ts'
import type { ContactUpdate, FullContact, NewSignal } from '#server/features/contacts/service.ts'
import { resultOfContact, signalOfContact } from '#server/features/scores/service/score-input.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { newId } from '#server/platform/ids.ts'

/** Verdicts of providers and the sanctions list about a contact. */
type RiskSources = {
  result: EnrichmentResult
  sample: boolean
  hasCheckedRecords: boolean
  list: SanctionsListResponse
  today: string
  now: string
}

export type EnrichmentUpdate = ReturnType<typeof computeUpdate>

/**
 * Computes what a provider's result changes for a contact: record, properties, signals, score and tasks for new
 * signals. Writes nothing; `contact` is read under its lock.
 */
export function computeUpdate(
  contact: FullContact,
  sources: RiskSources,
  { scores, policy }: { scores: Pick<ScoresService, 'scoreOf'>; policy: ScorePolicy },
) {
  const { result, sample, today, now } = sources
  const previous = resultOfContact(contact)
  const person = result.person && withFirstSeen(result.person, contact.enrichmentData, today)
  const risk = computeRisk(contact, previous, person, sources)
  const tenure = householdOf(contact, result, null, today).tenure
  const evidence = newSignalsOf(contact, detect(contact, previous, sources, policy), sample)
  const updated = {
    ...contact,
    age: person?.demographics.age ?? contact.age,
    birthYear: person?.demographics.birthYear ?? contact.birthYear,
    enrichedAt: now,
    enrichmentData: person ?? contact.enrichmentData,
    properties: result.properties.length > 0 ? homesOf(result) : contact.properties,
    signals: mergeSignals(contact, evidence, now),
  }
  const score = scores.scoreOf(updated, policy)
  const live = liveSignals(updated.signals, score.signals)
  const previousIds = new Set(contact.signals.map(({ id }) => id))
  const foundIds = new Set(evidence.map(({ id }) => id))
  return {
    contact,
    knowledge: {
      contactId: contact.id,
      score: score.columns,
      enriched: { person, risk, tenure, enrichedAt: now },
    } satisfies Omit<ContactUpdate, 'nextTaskAt' | 'verdict'>,
    properties: result.properties,
    evidence: withRatings(evidence, score.signals),
    /** New ratings of signals that this enrichment did not find again. */
    olderSignals: score.signals.filter(({ id }) => !foundIds.has(id)),
    result: score.result,
    newAddress: newerAddress(contact, result, previous, today),
    tasks: tasksFor({
      ...{ today, liveSignals: live, doNotContact: contact.doNotContact },
      listedForSale: score.result.listedForSale,
    }),
    /** Number of active signals that the contact did not have before. */
    newSignals: live.filter(({ id }) => !previousIds.has(id)).length,
    /** Number of the sanctions list entry that newly matches the contact. */
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
    // Date of the last response about the person; the newest enrichment may have updated other groups only.
    previousFetchedAt:
      (contact.enrichmentData?.sources.person?.fetchedAt ?? contact.enrichedAt)?.slice(0, 10) ?? null,
  })
}

/** New homes in their reading order: most valuable first. */
function homesOf({ properties }: EnrichmentResult): FullContact['properties'] {
  return properties
    .map((home) => ({ ...home, id: '' }))
    .sort((a, b) => (b.estimatedValue ?? -1) - (a.estimatedValue ?? -1))
}

/** Detected signals, one per piece of evidence; signals already stored keep their id. */
function newSignalsOf(
  contact: FullContact,
  signals: readonly DetectedSignal[],
  sample: boolean,
): NewSignal[] {
  const idOf = new Map(contact.signals.map(({ evidenceKey, id }) => [evidenceKey, id]))
  const newSignals = new Map<string, NewSignal>()
  for (const signal of signals) {
    const evidenceKey = evidenceKeyOf(signal)
    const { ruleId, subtype, inputs, source, documentId } = signal
    newSignals.set(evidenceKey, {
      ...signal,
      contactId: contact.id,
      id: idOf.get(evidenceKey) ?? newId(),
      evidenceKey,
      score: 0,
      metadata: { ruleId, subtype, inputs, provider: source, documentId, sample },
    })
  }
  return [...newSignals.values()]
}

/** The contact's signals after adding the evidence. */
function mergeSignals(
  { signals }: FullContact,
  evidence: readonly NewSignal[],
  now: string,
): FullContact['signals'] {
  const newById = new Map(evidence.map((one) => [one.id, one]))
  const updated = signals.map((signal) => {
    const newSignal = newById.get(signal.id)
    if (!newSignal) return signal
    newById.delete(signal.id)
    const { description, eventDate } = newSignal
    const metadata = { ...signal.metadata, ...newSignal.metadata }
    return { ...signal, confidenceScore: newSignal.confidence, description, eventDate, metadata }
  })
  const addedSignals = [...newById.values()].map(({ confidence, ...signal }) => ({
    ...signal,
    confidenceScore: confidence,
    confidence: null,
    detectedAt: now,
  }))
  return [...updated, ...addedSignals]
}

type SignalRating = { id: string; score: number; metadata: Record<string, unknown> }

function withRatings(evidence: readonly NewSignal[], ratings: readonly SignalRating[]): NewSignal[] {
  const ratingOf = new Map(ratings.map((rating) => [rating.id, rating]))
  return evidence.map((one) => {
    const rating = ratingOf.get(one.id)
    return rating ? { ...one, score: rating.score, metadata: { ...one.metadata, ...rating.metadata } } : one
  })
}

/** Active signals, strongest first, in the shape that task rules need. */
function liveSignals(signals: FullContact['signals'], ratings: readonly SignalRating[]) {
  const signalOf = new Map(signals.map((signal) => [signal.id, signal]))
  const strongestFirst = ratings.filter(({ metadata }) => metadata.live).sort((a, b) => b.score - a.score)
  return strongestFirst.flatMap(({ id }) => {
    const signal = signalOf.get(id)
    return signal ? signalOfContact(signal) : []
  })
}

/** Rules about a lasting state without a document or day: finding it again only confirms it. */
const LASTING_STATE_RULES = new Set(['DO1'])

/** Identifies evidence when it is found again. */
function evidenceKeyOf({ ruleId, subtype, source, documentId, eventDate }: DetectedSignal): string {
  if (documentId) return `${ruleId}:${subtype}:${source}:${documentId}`
  return `${ruleId}:${subtype}:${LASTING_STATE_RULES.has(ruleId) ? 'standing' : eventDate}`
}

/** Risk of a contact from current data; groups without a new response keep their previous data. */
function computeRisk(
  contact: FullContact,
  previous: EnrichmentResult | null,
  person: PersonRecord | null,
  { result, ...sources }: RiskSources,
): RiskData {
  const properties = result.properties.length > 0 ? result.properties : (previous?.properties ?? [])
  const knownFacts = { ...result, properties, person: person ?? previous?.person ?? null }
  return assessRisk({ ...sources, contact, enrichment: knownFacts, previous: contact.riskData })
}
