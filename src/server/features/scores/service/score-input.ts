import type { ContactDetail } from '#contract/contacts.ts'
import { NO_PERSON_DATA, type PersonRecord } from '#domain/enrichment/person-record.ts'
import { NO_PROPERTY_DATA, type PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { Subtype } from '#domain/score/parameters.ts'
import type { ScoredSignalInput, ScoreInput, ScorePolicy, ScoreResult } from '#domain/score/score-input.ts'
import { signalScore } from '#domain/score/signal-strength.ts'
import { householdOf } from '#domain/signals/household.ts'
import type { ScoredRow, StoredHome, StoredSignal } from '../store/batch.ts'

/** Fields of a contact that the formula reads. */
export type ScorableContact = Pick<
  ContactDetail,
  | 'firstName'
  | 'lastName'
  | 'address'
  | 'city'
  | 'state'
  | 'zipCode'
  | 'age'
  | 'birthYear'
  | 'enrichedAt'
  | 'enrichmentData'
  | 'signals'
  | 'properties'
>

/** Formula input from a contact. */
export function inputOfContact(contact: ScorableContact, policy: ScorePolicy, today: string): ScoreInput {
  const current = {
    person: contact.enrichmentData,
    properties: contact.properties.flatMap(propertyRecord),
    publicRecords: [],
  }
  return {
    today,
    household: householdOf(contact, contact.enrichedAt ? current : null, null, today),
    signals: contact.signals.flatMap(({ confidenceScore, ...signal }) =>
      scoredSignal({ ...signal, confidence: confidenceScore }),
    ),
    policy,
  }
}

/** Formula input from a row of a run, which lacks fields that no score reads. */
export function inputOfRow(row: ScoredRow, policy: ScorePolicy, today: string): ScoreInput {
  const current = {
    person: row.person && personWith(row.person),
    properties: (row.homes ?? []).flatMap(homeRecord),
    publicRecords: [],
  }
  return {
    today,
    household: householdOf(row, row.enriched ? current : null, null, today),
    signals: (row.signals ?? []).flatMap(scoredSignal),
    policy,
  }
}

/** A property without structured data says nothing about the household. */
function propertyRecord({ id: _, propertyData, ...property }: ScorableContact['properties'][number]) {
  return propertyData ? [{ ...property, propertyData }] : []
}

function homeRecord({ propertyData, ...home }: StoredHome): PropertyRecord[] {
  return propertyData ? [{ ...NO_HOME, ...home, propertyData: { ...NO_PROPERTY_DATA, ...propertyData } }] : []
}

function personWith(known: Partial<PersonRecord>): PersonRecord {
  return { ...NO_PERSON_DATA, ...known }
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

function scoredSignal({ id, category, confidence, eventDate, source, metadata }: SignalFacts) {
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

/** Rating of each signal: the columns and metadata that a score writes. */
export function signalColumns(
  signals: readonly { id: string; confidence: number | null }[],
  result: ScoreResult,
) {
  const confidence = new Map(signals.map((signal) => [signal.id, signal.confidence ?? 0]))
  return result.signals.map((signal) => ({
    id: signal.id,
    score: signalScore(confidence.get(signal.id) ?? 0, signal.intensity),
    metadata: {
      live: signal.live,
      intensity: signal.intensity,
      hazard: signal.hazard,
      points: signal.points,
      peakFrom: signal.peakFrom,
      peakTo: signal.peakTo,
      expiresAt: signal.expiresAt,
      modelVersion: result.modelVersion,
    },
  }))
}
