import type { ContactDetail } from '#contract/contacts.ts'
import { NO_PERSON_DATA, type PersonRecord } from '#domain/enrichment/person-record.ts'
import { NO_PROPERTY_DATA, type PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { EnrichmentResult } from '#domain/enrichment/public-record.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import type { Subtype } from '#domain/score/parameters.ts'
import { scoreContact } from '#domain/score/score.ts'
import type { ScoredSignalInput, ScoreInput, ScorePolicy, ScoreResult } from '#domain/score/score-input.ts'
import { signalScore, signalStrength } from '#domain/score/signal-strength.ts'
import { allowedRankSignals, type RankSignal } from '#domain/signal-rules/rank-signal.ts'
import { categoryBits } from '#domain/signals/categories.ts'
import { householdOf } from '#domain/signals/household.ts'
import type { ScoreColumns } from '#server/features/contacts/service.ts'
import type { ScoredRow, StoredHome, StoredSignal } from '../store/batch.ts'

/** Fields of a contact that the formula reads. */
export type ScorableContact = Pick<
  ContactDetail,
  | Exclude<ContactField, 'email' | 'phone'>
  | 'age'
  | 'birthYear'
  | 'enrichedAt'
  | 'enrichmentData'
  | 'signals'
  | 'properties'
>

/** Formula input from a contact. */
export function inputOfContact(contact: ScorableContact, policy: ScorePolicy, today: string): ScoreInput {
  return {
    today,
    household: householdOf(contact, resultOfContact(contact), null, today),
    signals: contact.signals.flatMap(signalOfContact),
    policy,
  }
}

/** Data that enrichment stored about a contact; null before the first one. */
export function resultOfContact(
  contact: Pick<ScorableContact, 'enrichedAt' | 'enrichmentData' | 'properties'>,
): EnrichmentResult | null {
  if (!contact.enrichedAt) return null
  const properties = contact.properties.flatMap(toPropertyRecord)
  return { person: contact.enrichmentData, properties, publicRecords: [] }
}

/** Formula input from a contact's signal; none without a day or confidence. */
export function signalOfContact({ confidenceScore, ...signal }: ScorableContact['signals'][number]) {
  return toSignalInput({ ...signal, confidence: confidenceScore })
}

/** Formula input from a row of a run, which lacks fields that no score reads. */
export function inputOfRow(row: ScoredRow, policy: ScorePolicy, today: string): ScoreInput {
  const current = {
    person: row.person && toPersonRecord(row.person),
    properties: (row.homes ?? []).flatMap(toHomeRecord),
    publicRecords: [],
  }
  return {
    today,
    household: householdOf(row, row.enriched ? current : null, null, today),
    signals: (row.signals ?? []).flatMap(toSignalInput),
    policy,
  }
}

/** A property without structured data says nothing about the household. */
function toPropertyRecord({ id: _, propertyData, ...property }: ScorableContact['properties'][number]) {
  return propertyData ? [{ ...property, propertyData }] : []
}

function toHomeRecord({ propertyData, ...home }: StoredHome): PropertyRecord[] {
  return propertyData ? [{ ...NO_HOME, ...home, propertyData: { ...NO_PROPERTY_DATA, ...propertyData } }] : []
}

function toPersonRecord(fields: Partial<PersonRecord>): PersonRecord {
  return { ...NO_PERSON_DATA, ...fields }
}

const NO_HOME = {
  propertyType: null,
  bedrooms: null,
  bathrooms: null,
  squareFeet: null,
  yearBuilt: null,
  lastSalePrice: null,
}

type SignalFacts = Pick<StoredSignal, 'id' | 'category' | 'confidence' | 'source' | 'eventDate' | 'metadata'>

/** The formula's input from a stored signal; none without a date. */
export function toSignalInput({ id, category, confidence, eventDate, source, metadata }: SignalFacts) {
  if (!eventDate || confidence === null) return []
  const signal: ScoredSignalInput = {
    id,
    category,
    // Detection rules write it; the model ignores unknown subtypes.
    subtype: String(metadata?.subtype) as Subtype,
    confidence,
    eventDate,
    source: source ?? '',
    documentId: typeof metadata?.documentId === 'string' ? metadata.documentId : null,
  }
  return [signal]
}

/** Score with the signals that only rank; null without one that the organization allows. */
export function rankScoreOf(input: ScoreInput, rankSignals: readonly RankSignal[] | null): number | null {
  const allowed = allowedRankSignals(rankSignals ?? [], input.policy)
  if (allowed.length === 0) return null
  const signals = allowed.map(({ ruleId, category, subtype, confidence, eventDate }) => ({
    ...{ id: ruleId, category, subtype, confidence, eventDate },
    ...{ source: 'own rule', documentId: ruleId },
  }))
  return scoreContact({ ...input, signals: [...input.signals, ...signals] }).score
}

/** The columns of a contact that a score writes. */
export function scoreColumnsOf(
  { score, chance, lift, signalsDetected, liveCategories, topSignal, listedForSale }: ScoreResult,
  rankScore: number | null,
): ScoreColumns {
  const liveSignals = categoryBits(liveCategories)
  const strength = signalStrength(score)
  return { score, chance, lift, strength, signalsDetected, liveSignals, topSignal, listedForSale, rankScore }
}

/** Rating of each signal: the columns and metadata that a score writes. */
export function ratingsOf(
  signals: readonly { id: string; confidence: number | null }[],
  result: ScoreResult,
) {
  const confidence = new Map(signals.map((signal) => [signal.id, signal.confidence ?? 0]))
  const { modelVersion } = result
  return result.signals.map(({ id, live, intensity, hazard, points, peakFrom, peakTo, expiresAt }) => ({
    id,
    score: signalScore(confidence.get(id) ?? 0, intensity),
    metadata: { live, intensity, hazard, points, peakFrom, peakTo, expiresAt, modelVersion },
  }))
}
