import type { ContactDetail, Property, Signal } from '#contract/contacts.ts'
import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import type { RiskData } from '#domain/risk/risk-data.ts'
import type { RankSignal } from '#domain/signal-rules/rank-signal.ts'
import type { Category } from '#domain/signals/categories.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import { markContactFacts, refreshMilestones } from '#server/platform/analytics-facts.ts'
import { ctidsOf, selectByKeys } from '#server/platform/db/by-key.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { parseRisk } from './stored-risk.ts'
import { setVerdict, VERDICT_TYPES, type Verdict, verdictRow } from './verdicts.ts'

/** Locks several contacts, ordered by id. @returns the existing ones */
export async function lockContacts(tx: TenantTx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select found.id from ${selectByKeys({ table: 'contacts', keys: '$2', lock: 'for update' }, 'id')}`,
    // Locks in this order, so that two transactions never wait for each other.
    [tx.organizationId, ids.toSorted()],
    'lock-contacts',
  )
  return new Set(rows.map(({ id }) => id))
}

const PROPERTY_COLUMNS = `contact_id, address, city, state, zip_code, property_type, bedrooms, bathrooms, square_feet,
  year_built, estimated_value, last_sale_date, last_sale_price, ownership_length, property_data`

/** The fields of a contact that enrichment and scoring read, besides its signals and homes. */
export type StoredContact = Pick<
  ContactDetail,
  'id' | ContactField | 'age' | 'birthYear' | 'doNotContact' | 'enrichedAt' | 'enrichmentData' | 'riskData'
> & {
  isScored: boolean
  /** Signals of own rules that only rank; null without any. */
  rankSignals: RankSignal[] | null
}

/** A signal with the key of its evidence. */
export type StoredSignal = Signal & { contactId: string; evidenceKey: string }

type StoredProperty = Property & { contactId: string }

export type FullContact = StoredContact & { signals: StoredSignal[]; properties: Property[] }

/** The named contacts that exist, without signals and homes. */
export async function listStoredContacts(tx: TenantTx, ids: readonly string[]): Promise<StoredContact[]> {
  const rows = await tx.rows<StoredContact>(
    `select id, first_name, last_name, email, phone, address, city, state, zip_code, age, birth_year,
            not can_contact as do_not_contact,
            enriched_at, enrichment_data, risk_data, rank_signals, scored_at is not null as is_scored
       from ${selectByKeys({ table: 'contacts', keys: '$2' }, '*')}`,
    [tx.organizationId, ids],
    'list-known',
  )
  return rows.map((row) => ({ ...row, riskData: parseRisk(row.riskData) }))
}

/** Signals of contacts in the order of the contact page. */
export function listSignals(tx: TenantTx, contactIds: readonly string[]): Promise<StoredSignal[]> {
  return tx.rows<StoredSignal>(
    `select contact_id, id, category, score, confidence_score, confidence, source, description, detected_at, event_date,
            metadata, evidence_key
       from ${selectByKeys({ table: 'signals', column: 'contact_id', keys: '$2' }, '*')}
      order by score desc, detected_at desc, id`,
    [tx.organizationId, contactIds],
    'list-signals',
  )
}

/** Homes of contacts in the order of the contact page. */
export function listProperties(tx: TenantTx, contactIds: readonly string[]): Promise<StoredProperty[]> {
  return tx.rows<StoredProperty>(
    `select id, ${PROPERTY_COLUMNS} from ${selectByKeys({ table: 'properties', column: 'contact_id', keys: '$2' }, '*')}
      order by estimated_value desc nulls last, id`,
    [tx.organizationId, contactIds],
    'list-properties',
  )
}

/** The named contacts with signals and homes. */
export async function listFullContacts(tx: TenantTx, ids: readonly string[]): Promise<FullContact[]> {
  const [contacts, signals, properties] = await Promise.all([
    listStoredContacts(tx, ids),
    listSignals(tx, ids),
    listProperties(tx, ids),
  ])
  const signalsOf = Map.groupBy(signals, ({ contactId }) => contactId)
  const propertiesOf = Map.groupBy(properties, ({ contactId }) => contactId)
  return contacts.map((contact) => ({
    ...contact,
    signals: signalsOf.get(contact.id) ?? [],
    properties: propertiesOf.get(contact.id) ?? [],
  }))
}

export type EnrichedFacts = {
  person: PersonRecord | null
  risk: RiskData
  /** Null if unknown from the homes found. */
  tenure: 'owner' | 'renter' | null
  enrichedAt: string
}

export type ScoreColumns = {
  score: number
  chance: number
  lift: number
  strength: string
  signalsDetected: number
  /** Bits as in `categoryBits`. */
  liveSignals: number
  topSignal: Category | null
  listedForSale: boolean
  /** The score with signals that only rank; null without any. */
  rankScore: number | null
}

/** SQL types of `ScoreColumns` in rows of JSON. */
export const SCORE_TYPES = `score integer, chance real, lift real, strength text, signals_detected integer,
  live_signals smallint, top_signal nine_d_category, listed_for_sale boolean, rank_score smallint`

/** A contact's new score, with the results of an enrichment. */
export type ContactUpdate = {
  contactId: string
  score: ScoreColumns & { scoredAt: string }
  /** Null without an enrichment; provider groups without a result leave their earlier record. */
  enriched: EnrichedFacts | null
  /** Verification results; null leaves all of them unchanged. */
  verdict: Verdict | null
  /** Due time of the first added task. */
  nextTaskAt: string | null
}

/** Stores new data of locked contacts. Writes each contact once, because every write updates all of its indexes. */
export async function updateContacts(tx: TenantTx, updates: readonly ContactUpdate[]): Promise<void> {
  await tx.run(
    `update contacts c set
        enrichment_data = coalesce(k.person, c.enrichment_data),
        place = case when k.person is null then c.place else place_of(k.person, c.address, c.zip_code) end,
        risk_data = coalesce(k.risk, c.risk_data),
        age = coalesce(k.age, c.age), birth_year = coalesce(k.birth_year, c.birth_year),
        tenure = coalesce(k.tenure, c.tenure), enriched_at = coalesce(k.enriched_at, c.enriched_at),
        updated_at = case when k.enriched_at is null then c.updated_at else now() end,
        nine_d_score = k.score, move_chance = k.chance, move_lift = k.lift, signal_strength = k.strength,
        signals_detected = k.signals_detected, live_signals = k.live_signals, top_signal = k.top_signal,
        listed_for_sale = k.listed_for_sale, rank_score = k.rank_score, scored_at = k.scored_at,
        next_task_at = least(c.next_task_at, k.next_task_at), ${setVerdict('k')}
       from jsonb_to_recordset($2) as k(id uuid, person jsonb, risk jsonb, age integer, birth_year integer, tenure text,
         enriched_at timestamptz, ${SCORE_TYPES}, scored_at timestamptz, next_task_at timestamptz, ${VERDICT_TYPES})
      where c.ctid = any(${ctidsOf({ table: 'contacts', keys: '$3' })}) and c.organization_id = $1 and c.id = k.id`,
    [tx.organizationId, columnRows(updates.map(toRow)), updates.map(({ contactId }) => contactId)],
    'update-knowledge',
  )
}

function toRow({ contactId, score, enriched, verdict, nextTaskAt }: ContactUpdate) {
  return {
    id: contactId,
    person: enriched?.person ?? undefined,
    risk: enriched?.risk,
    age: enriched?.person?.demographics.age,
    birthYear: enriched?.person?.demographics.birthYear,
    tenure: enriched?.tenure,
    enrichedAt: enriched?.enrichedAt,
    ...score,
    nextTaskAt,
    ...(verdict && verdictRow(verdict)),
  }
}

/** Replaces the homes of contacts. */
export async function replaceProperties(
  tx: TenantTx,
  homes: readonly { contactId: string; properties: readonly PropertyRecord[] }[],
): Promise<void> {
  if (homes.length === 0) return
  const rows = homes.flatMap(({ contactId, properties }) =>
    properties.map((property) => ({ ...property, contactId })),
  )
  await Promise.all([
    tx.run(
      `delete from properties
        where ctid = any(${ctidsOf({ table: 'properties', column: 'contact_id', keys: '$2' })}) and organization_id = $1`,
      [tx.organizationId, homes.map(({ contactId }) => contactId)],
      'delete-properties',
    ),
    tx.run(
      `insert into properties (organization_id, ${PROPERTY_COLUMNS})
       select $1, ${PROPERTY_COLUMNS} from jsonb_populate_recordset(null::properties, $2)`,
      [tx.organizationId, columnRows(rows)],
      'insert-properties',
    ),
  ])
}

/** Columns of a stored signal. */
export type SignalRow = Pick<
  DetectedSignal,
  'category' | 'confidence' | 'source' | 'description' | 'eventDate'
> & {
  id: string
  contactId: string
  evidenceKey: string
  score: number
  metadata: Record<string, unknown>
}

/** A newly detected signal with its score. */
export type NewSignal = DetectedSignal & SignalRow

const SIGNAL_COLUMNS = `id, contact_id, category, score, confidence_score, confidence, source, description, event_date,
  evidence_key, metadata`

/** Adds detected signals, one per evidence and contact. A stored signal keeps its row and detection date. */
export async function upsertSignals(tx: TenantTx, signals: readonly SignalRow[]): Promise<void> {
  if (signals.length === 0) return
  const rows = signals.map((signal) => ({
    ...signal,
    confidenceScore: signal.confidence,
    confidence: confidenceLabel(signal.confidence),
  }))
  const stored = await tx.column<string | null>(
    `insert into signals (organization_id, ${SIGNAL_COLUMNS})
     select $1, ${SIGNAL_COLUMNS} from jsonb_populate_recordset(null::signals, $2)
     on conflict (organization_id, contact_id, evidence_key) do update
       set score = excluded.score, confidence_score = excluded.confidence_score, confidence = excluded.confidence,
           description = excluded.description, event_date = excluded.event_date,
           metadata = signals.metadata || excluded.metadata
     returning case when xmax = 0 then contact_id end`,
    [tx.organizationId, columnRows(rows)],
    'upsert-signals',
  )
  const contactIds = [...new Set(signals.map(({ contactId }) => contactId))]
  await refreshMilestones(tx, contactIds)
  await markContactFacts(tx, contactIds, 'signal')
  const newIds = [...new Set(stored.filter((id) => id !== null))]
  await emit(tx, { type: 'signal.detected', contactIds: newIds, changed: ['signals'] })
}

/** Deletes signals that no longer hold. */
export async function deleteSignals(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(
    `delete from signals where ctid = any(${ctidsOf({ table: 'signals', keys: '$2' })}) and organization_id = $1`,
    [tx.organizationId, ids],
    'delete-signals',
  )
}

/** Replaces the signals of contacts that only rank, and the score with them. */
export async function setRankSignals(
  tx: TenantTx,
  changes: readonly { contactId: string; rankSignals: readonly RankSignal[]; rankScore: number | null }[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ contactId, rankSignals, rankScore }) => ({
    id: contactId,
    rankSignals: rankSignals.length > 0 ? rankSignals : null,
    rankScore,
  }))
  await tx.run(
    `update contacts c set rank_signals = k.rank_signals, rank_score = k.rank_score
       from jsonb_to_recordset($2) as k(id uuid, rank_signals jsonb, rank_score smallint)
      where c.ctid = any(${ctidsOf({ table: 'contacts', keys: '$3' })}) and c.organization_id = $1 and c.id = k.id`,
    [tx.organizationId, columnRows(rows), changes.map(({ contactId }) => contactId)],
    'set-rank-signals',
  )
}

function confidenceLabel(confidence: number): string {
  if (confidence >= 0.8) return 'high'
  return confidence >= 0.5 ? 'medium' : 'low'
}

/** Merges the scores of single signals into their metadata. */
export async function updateSignalScores(
  tx: TenantTx,
  signals: readonly { id: string; score: number; metadata: Record<string, unknown> }[],
): Promise<void> {
  if (signals.length === 0) return
  await tx.run(
    `update signals s set score = u.score, metadata = coalesce(s.metadata, '{}') || u.metadata
       from jsonb_to_recordset($2) as u(id uuid, score integer, metadata jsonb)
      where s.ctid = any(${ctidsOf({ table: 'signals', keys: '$3' })}) and s.organization_id = $1 and s.id = u.id`,
    [tx.organizationId, JSON.stringify(signals), signals.map(({ id }) => id)],
    'update-signal-scores',
  )
}
