import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { Category } from '#domain/signals/categories.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { listIds } from '#server/platform/db/list-ids.ts'

export type StoredSignal = {
  id: string
  category: Category
  score: number
  confidence: number | null
  source: string | null
  eventDate: string | null
  metadata: Record<string, unknown> | null
}

/** A property without fields that no score reads. */
export type StoredHome = Pick<
  PropertyRecord,
  'address' | 'city' | 'state' | 'zipCode' | 'estimatedValue' | 'lastSaleDate' | 'ownershipLength'
> & { propertyData: Partial<PropertyRecord['propertyData']> | null }

/** Everything that the formula reads of a contact, and its stored score. */
export type ScoredRow = {
  id: string
  /** PostgreSQL's version of the row. */
  version: string
  firstName: string
  lastName: string
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  age: number | null
  birthYear: number | null
  enriched: boolean
  nineDScore: number | null
  moveChance: number | null
  moveLift: number | null
  signalStrength: string | null
  signalsDetected: number
  topSignal: Category | null
  listedForSale: boolean
  /** The person's record without fields that no score reads; null before the first enrichment. */
  person: Partial<PersonRecord> | null
  homes: StoredHome[] | null
  signals: StoredSignal[] | null
}

// Excluded rather than selected, so that new fields used by rules are read automatically.
const UNREAD_OF_PERSON = `'{employment,education,social,phone,alternateNames,alternateEmails,alternatePhones,additionalOwners}'::text[]`
const UNREAD_OF_HOME = `'{buildingSize,rooms,construction,parking,interior,utilities,lot,assessment,tax,area,saleHistory}'::text[]`

/**
 * The next scored contacts of a slice, ordered by id, with homes and signals in the order used for a single contact.
 */
export function readScored(
  tx: TenantTx,
  from: { afterId: string | null; lastId: string | null; limit: number },
): Promise<ScoredRow[]> {
  return tx.rows<ScoredRow>(
    `select c.id, c.xmin::text as version, c.first_name, c.last_name, c.address, c.city, c.state, c.zip_code, c.age,
            c.birth_year, c.enriched_at is not null as enriched, c.nine_d_score, c.move_chance, c.move_lift,
            c.signal_strength, c.signals_detected, c.top_signal, c.listed_for_sale,
            c.enrichment_data - ${UNREAD_OF_PERSON} as person,
            (select jsonb_agg(jsonb_build_object('address', p.address, 'city', p.city, 'state', p.state,
                      'zipCode', p.zip_code, 'estimatedValue', p.estimated_value,
                      'lastSaleDate', p.last_sale_date, 'ownershipLength', p.ownership_length,
                      'propertyData', p.property_data - ${UNREAD_OF_HOME})
                    order by p.estimated_value desc nulls last, p.id)
               from properties p where p.organization_id = $1 and p.contact_id = c.id) as homes,
            (select jsonb_agg(jsonb_build_object('id', s.id, 'category', s.category, 'score', s.score,
                      'confidence', s.confidence_score, 'source', s.source, 'eventDate', s.event_date,
                      'metadata', s.metadata - 'inputs')
                    order by s.score desc, s.detected_at desc, s.id)
               from signals s where s.organization_id = $1 and s.contact_id = c.id) as signals
       from contacts c
      where c.organization_id = $1 and ($2::uuid is null or c.id > $2) and ($3::uuid is null or c.id <= $3)
        and c.scored_at is not null
      order by c.id limit $4`,
    [tx.organizationId, from.afterId, from.lastId, from.limit],
  )
}

/** New score of a contact whose columns or signals changed. */
export type ChangedScore = {
  id: string
  version: string
  score: number
  chance: number
  lift: number
  strength: string
  detected: number
  top: Category | null
  listed: boolean
  /** True when the columns themselves changed. */
  columns: boolean
  /** Points by category for the history; null when the history can't have changed. */
  points: { category: Category; points: number }[] | null
}

export type ChangedSignal = {
  id: string
  contact_id: string
  score: number
  metadata: Record<string, unknown>
}

/**
 * Writes changes in one statement. Contacts that are locked or changed since they were read are skipped.
 * @returns ids of the written contacts
 */
export function writeScores(
  tx: TenantTx,
  changed: { contacts: readonly ChangedScore[]; signals: readonly ChangedSignal[] },
  run: { cause: string; modelVersion: string; scoredAt: string },
): Promise<string[]> {
  return listIds(
    tx,
    `with wanted as materialized (
       select * from jsonb_to_recordset($2) as u(id uuid, version text, score int, chance real, lift real, strength text,
         detected int, top nine_d_category, listed boolean, columns boolean, points jsonb)),
     held as materialized (
       select c.id from contacts c join wanted w on w.id = c.id and c.xmin::text = w.version
        where c.organization_id = $1 order by c.id for no key update of c skip locked),
     kept as (
       update contacts c set nine_d_score = w.score, move_chance = w.chance, move_lift = w.lift,
              signal_strength = w.strength, signals_detected = w.detected, top_signal = w.top, listed_for_sale = w.listed,
              scored_at = $6
         from held h join wanted w on w.id = h.id
        where c.organization_id = $1 and c.id = h.id and w.columns),
     rated as (
       update signals s set score = u.score, metadata = coalesce(s.metadata, '{}') || u.metadata
         from jsonb_to_recordset($3) as u(id uuid, contact_id uuid, score int, metadata jsonb)
         join held h on h.id = u.contact_id
        where s.organization_id = $1 and s.id = u.id),
     remembered as (
       insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version,
         recorded_at, previous_score)
       select $1, w.id, w.score, w.chance, w.lift, w.points,
              case when $4 = 'faded' and last.model_version <> $5 then 'model' else $4 end, $5, clock_timestamp(), last.score
         from held h join wanted w on w.id = h.id
         left join lateral (
           select score, points, model_version from score_history l
            where l.organization_id = $1 and l.contact_id = w.id order by l.recorded_at desc limit 1) last on true
        where w.points is not null
          and (last.score, last.points, last.model_version) is distinct from (w.score, w.points, $5))
     select id from held`,
    [
      tx.organizationId,
      JSON.stringify(changed.contacts),
      JSON.stringify(changed.signals),
      run.cause,
      run.modelVersion,
      run.scoredAt,
    ],
  )
}
