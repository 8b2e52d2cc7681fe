import type { ContactDetail } from '#contract/contacts.ts'
import { NO_PERSON_DATA, type PersonRecord } from '#domain/enrichment/person-record.ts'
import { NO_PROPERTY_DATA, type PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { Subtype } from '#domain/score/parameters.ts'
import type { ScoredSignalInput, ScoreInput, ScorePolicy, ScoreResult } from '#domain/score/score-input.ts'
import { signalScore } from '#domain/score/signal-strength.ts'
import { householdOf } from '#domain/signals/household.ts'
import type { ScoredRow, StoredHome, StoredSignal } from '../store/batch.ts'

/** What the formula reads of a contact as the contacts feature knows it. */
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

/** The same as the formula takes it. */
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

/** The same of a row read for a run, where groups of facts that no score reads are missing. */
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

/** A stored property without its structured part carries nothing for the household. */
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
    // Written by the detection rules; a subtype the model does not know is left out by it.
    subtype: String(metadata?.subtype) as Subtype,
    confidence,
    eventDate,
    source: source ?? '',
    documentId: typeof metadata?.documentId === 'string' ? metadata.documentId : null,
  }
  return [signal]
}

/** What a score says of each of its signals: the columns and the part of the metadata that it writes. */
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
