import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { RiskData } from '#domain/risk/risk-data.ts'
import type { Category } from '#domain/signals/categories.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import { ctidsOf, selectByKeys } from '#server/platform/db/by-key.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { setVerdict, VERDICT_TYPES, type Verdict, verdictRow } from './verdicts.ts'

/** Locks a contact until the transaction ends, which serializes changes of its data. */
export async function lockContact(tx: TenantTx, id: string): Promise<boolean> {
  return (await lockContacts(tx, [id])).size === 1
}

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

export type EnrichedFacts = {
  person: PersonRecord | null
  risk: RiskData
  /** Null if the homes found don't tell. */
  tenure: 'owner' | 'renter' | null
  enrichedAt: string
}

export type ScoreColumns = {
  score: number
  chance: number
  lift: number
  strength: string
  signalsDetected: number
  topSignal: Category | null
  listedForSale: boolean
  scoredAt: string
}

/** A contact's new score, with the results of an enrichment. */
export type ContactUpdate = {
  contactId: string
  score: ScoreColumns
  /** Null without an enrichment; provider groups without a result leave their earlier record. */
  learnt: EnrichedFacts | null
  /** Verification results; null leaves all of them unchanged. */
  verdict: Verdict | null
  /** Due time of the first added task. */
  nextTaskAt: string | null
}

/** Stores new data of locked contacts. Each is written once, because every write updates all of its indexes. */
export async function updateContacts(tx: TenantTx, updates: readonly ContactUpdate[]): Promise<void> {
  await tx.run(
    `update contacts c set
        enrichment_data = coalesce(k.person, c.enrichment_data), risk_data = coalesce(k.risk, c.risk_data),
        age = coalesce(k.age, c.age), birth_year = coalesce(k.birth_year, c.birth_year),
        tenure = coalesce(k.tenure, c.tenure), enriched_at = coalesce(k.enriched_at, c.enriched_at),
        updated_at = case when k.enriched_at is null then c.updated_at else now() end,
        nine_d_score = k.score, move_chance = k.chance, move_lift = k.lift, signal_strength = k.strength,
        signals_detected = k.detected, top_signal = k.top, listed_for_sale = k.listed, scored_at = k.scored_at,
        next_task_at = least(c.next_task_at, k.next_task_at), ${setVerdict('k')}
       from jsonb_to_recordset($2) as k(id uuid, person jsonb, risk jsonb, age integer, birth_year integer, tenure text,
         enriched_at timestamptz, score integer, chance real, lift real, strength text, detected integer,
         top nine_d_category, listed boolean, scored_at timestamptz, next_task_at timestamptz, ${VERDICT_TYPES})
      where c.ctid = any(${ctidsOf({ table: 'contacts', keys: '$3' })}) and c.organization_id = $1 and c.id = k.id`,
    [tx.organizationId, JSON.stringify(updates.map(rowOf)), updates.map(({ contactId }) => contactId)],
    'update-knowledge',
  )
}

function rowOf({ contactId, score, learnt, verdict, nextTaskAt }: ContactUpdate) {
  return {
    id: contactId,
    person: learnt?.person ?? undefined,
    risk: learnt?.risk,
    age: learnt?.person?.demographics.age,
    birth_year: learnt?.person?.demographics.birthYear,
    tenure: learnt?.tenure,
    enriched_at: learnt?.enrichedAt,
    score: score.score,
    chance: score.chance,
    lift: score.lift,
    strength: score.strength,
    detected: score.signalsDetected,
    top: score.topSignal,
    listed: score.listedForSale,
    scored_at: score.scoredAt,
    next_task_at: nextTaskAt,
    ...(verdict && verdictRow(verdict)),
  }
}

/** Replaces the homes of contacts. */
export async function replaceProperties(
  tx: TenantTx,
  found: readonly { contactId: string; properties: readonly PropertyRecord[] }[],
): Promise<void> {
  if (found.length === 0) return
  const rows = found.flatMap(({ contactId, properties }) =>
    properties.map((p) => ({
      contact_id: contactId,
      ...{ address: p.address, city: p.city, state: p.state, zip_code: p.zipCode },
      ...{ property_type: p.propertyType, bedrooms: p.bedrooms, bathrooms: p.bathrooms },
      ...{ square_feet: p.squareFeet, year_built: p.yearBuilt, estimated_value: p.estimatedValue },
      ...{ last_sale_date: p.lastSaleDate, last_sale_price: p.lastSalePrice },
      ...{ ownership_length: p.ownershipLength, property_data: p.propertyData },
    })),
  )
  await Promise.all([
    tx.run(
      `delete from properties
        where ctid = any(${ctidsOf({ table: 'properties', column: 'contact_id', keys: '$2' })}) and organization_id = $1`,
      [tx.organizationId, found.map(({ contactId }) => contactId)],
      'delete-properties',
    ),
    tx.run(
      `insert into properties (organization_id, contact_id, address, city, state, zip_code, property_type, bedrooms,
         bathrooms, square_feet, year_built, estimated_value, last_sale_date, last_sale_price, ownership_length,
         property_data)
       select $1, p.* from jsonb_to_recordset($2) as p(contact_id uuid, address text, city text, state text,
         zip_code text, property_type text, bedrooms integer, bathrooms numeric, square_feet integer,
         year_built integer, estimated_value bigint, last_sale_date date, last_sale_price bigint,
         ownership_length integer, property_data jsonb)`,
      [tx.organizationId, JSON.stringify(rows)],
      'insert-properties',
    ),
  ])
}

/** A newly detected signal with its score. */
export type NewSignal = DetectedSignal & {
  id: string
  contactId: string
  evidenceKey: string
  score: number
  metadata: Record<string, unknown>
}

/** Adds detected signals, one per evidence and contact; a known one keeps its row and detection date. */
export async function upsertSignals(tx: TenantTx, signals: readonly NewSignal[]): Promise<void> {
  if (signals.length === 0) return
  const rows = signals.map((s) => ({
    ...{ id: s.id, contact_id: s.contactId, category: s.category, score: s.score },
    ...{ confidence_score: s.confidence, confidence: confidenceLabel(s.confidence), source: s.source },
    ...{ description: s.description, event_date: s.eventDate, evidence_key: s.evidenceKey },
    metadata: s.metadata,
  }))
  await tx.run(
    `insert into signals (organization_id, id, contact_id, category, score, confidence_score, confidence, source,
       description, event_date, evidence_key, metadata)
     select $1, s.* from jsonb_to_recordset($2) as s(id uuid, contact_id uuid, category nine_d_category, score integer,
       confidence_score numeric, confidence text, source text, description text, event_date date, evidence_key text,
       metadata jsonb)
     on conflict (organization_id, contact_id, evidence_key) do update
       set score = excluded.score, confidence_score = excluded.confidence_score, confidence = excluded.confidence,
           description = excluded.description, event_date = excluded.event_date,
           metadata = signals.metadata || excluded.metadata`,
    [tx.organizationId, JSON.stringify(rows)],
    'upsert-signals',
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
