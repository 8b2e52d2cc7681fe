import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { RiskData } from '#domain/risk/risk-data.ts'
import type { Category } from '#domain/signals/categories.ts'
import type { DetectedSignal } from '#domain/signals/detected-signal.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Locks a contact for the length of the transaction, so that two changes of its knowledge follow one another. */
export async function lockContact(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.row(
    'select 1 from contacts where organization_id = $1 and id = $2 for update',
    [tx.organizationId, id],
    'lock-contact',
  )
  return row !== undefined
}

export type Knowledge = {
  person: PersonRecord | null
  risk: RiskData
  /** Null where the homes that were found do not tell. */
  tenure: 'owner' | 'renter' | null
  enrichedAt: string
}

/** Keeps what was learnt; a group that brought nothing leaves the earlier record as it was. */
export async function updateKnowledge(
  tx: TenantTx,
  id: string,
  { person, risk, tenure, enrichedAt }: Knowledge,
) {
  await tx.run(
    `update contacts set enrichment_data = coalesce($3, enrichment_data), risk_data = $4,
            age = coalesce($5, age), birth_year = coalesce($6, birth_year), enriched_at = $7, tenure = coalesce($8, tenure), updated_at = now()
      where organization_id = $1 and id = $2`,
    [
      tx.organizationId,
      id,
      person ? JSON.stringify(person) : null,
      JSON.stringify(risk),
      person?.demographics.age ?? null,
      person?.demographics.birthYear ?? null,
      enrichedAt,
      tenure,
    ],
  )
}

export async function replaceProperties(
  tx: TenantTx,
  contactId: string,
  properties: readonly PropertyRecord[],
) {
  await tx.run('delete from properties where organization_id = $1 and contact_id = $2', [
    tx.organizationId,
    contactId,
  ])
  for (const p of properties) {
    await tx.run(
      `insert into properties (organization_id, contact_id, address, city, state, zip_code, property_type, bedrooms,
         bathrooms, square_feet, year_built, estimated_value, last_sale_date, last_sale_price, ownership_length,
         property_data)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        tx.organizationId,
        contactId,
        p.address,
        p.city,
        p.state,
        p.zipCode,
        p.propertyType,
        p.bedrooms,
        p.bathrooms,
        p.squareFeet,
        p.yearBuilt,
        p.estimatedValue,
        p.lastSaleDate,
        p.lastSalePrice,
        p.ownershipLength,
        JSON.stringify(p.propertyData),
      ],
    )
  }
}

/** Adds what was detected; evidence seen before keeps its row and its day of detection. */
export async function upsertSignals(
  tx: TenantTx,
  contactId: string,
  signals: readonly (DetectedSignal & { evidenceKey: string; sample: boolean })[],
): Promise<void> {
  for (const s of signals) {
    await tx.run(
      `insert into signals (organization_id, contact_id, category, score, confidence_score, confidence, source,
         description, event_date, evidence_key, metadata)
       values ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9, $10)
       on conflict (organization_id, contact_id, evidence_key) do update
         set confidence_score = excluded.confidence_score, confidence = excluded.confidence,
             description = excluded.description, event_date = excluded.event_date,
             metadata = signals.metadata || excluded.metadata`,
      [
        tx.organizationId,
        contactId,
        s.category,
        s.confidence,
        confidenceWord(s.confidence),
        s.source,
        s.description,
        s.eventDate,
        s.evidenceKey,
        JSON.stringify({
          ruleId: s.ruleId,
          subtype: s.subtype,
          inputs: s.inputs,
          provider: s.source,
          documentId: s.documentId,
          sample: s.sample,
        }),
      ],
    )
  }
}

function confidenceWord(confidence: number): string {
  if (confidence >= 0.8) return 'high'
  return confidence >= 0.5 ? 'medium' : 'low'
}

export type ScoreColumns = {
  score: number
  chance: number
  lift: number
  strength: string
  signalsDetected: number
  topSignal: Category | null
  scoredAt: string
}

export async function updateScore(tx: TenantTx, contactId: string, score: ScoreColumns): Promise<void> {
  await tx.run(
    `update contacts set nine_d_score = $3, move_chance = $4, move_lift = $5, signal_strength = $6,
            signals_detected = $7, top_signal = $8, scored_at = $9
      where organization_id = $1 and id = $2`,
    [
      tx.organizationId,
      contactId,
      score.score,
      score.chance,
      score.lift,
      score.strength,
      score.signalsDetected,
      score.topSignal,
      score.scoredAt,
    ],
  )
}

/** What the score says of single signals, merged into their metadata. */
export async function updateSignalScores(
  tx: TenantTx,
  signals: readonly { id: string; score: number; metadata: Record<string, unknown> }[],
): Promise<void> {
  await tx.run(
    `update signals s set score = u.score, metadata = coalesce(s.metadata, '{}') || u.metadata
       from jsonb_to_recordset($2) as u(id uuid, score integer, metadata jsonb)
      where s.organization_id = $1 and s.id = u.id`,
    [tx.organizationId, JSON.stringify(signals)],
  )
}
