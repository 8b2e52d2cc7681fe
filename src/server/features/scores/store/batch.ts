import type { ContactDetail } from '#contract/contacts.ts'
import type { PersonRecord } from '#domain/enrichment/person-record.ts'
import type { PropertyRecord } from '#domain/enrichment/property-record.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import type { RankSignal } from '#domain/signal-rules/rank-signal.ts'
import type { Category } from '#domain/signals/categories.ts'
import { SCORE_TYPES, type ScoreColumns } from '#server/features/contacts/service.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

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

type PersonColumn = Exclude<ContactField, 'email' | 'phone'> | 'age' | 'birthYear'
type ScoreColumn =
  | 'nineDScore'
  | 'moveChance'
  | 'moveLift'
  | 'signalStrength'
  | 'signalsDetected'
  | 'topSignal'

/** Everything that the formula reads of a contact, and its stored score. */
export type ScoredRow = Pick<ContactDetail, 'id' | PersonColumn | ScoreColumn> & {
  /** PostgreSQL's version of the row. */
  version: string
  enriched: boolean
  listedForSale: boolean
  liveSignals: number
  /** The person's record without fields that no score reads; null before the first enrichment. */
  person: Partial<PersonRecord> | null
  homes: StoredHome[] | null
  rankScore: number | null
  rankSignals: RankSignal[] | null
  signals: StoredSignal[] | null
}

// Excluded rather than selected, so that new fields used by rules are read automatically.
const UNREAD_PERSON_FIELDS = `'{employment,education,social,phone,alternateNames,alternateEmails,alternatePhones,additionalOwners}'::text[]`
const UNREAD_HOME_FIELDS = `'{buildingSize,rooms,construction,parking,interior,utilities,lot,assessment,tax,area,saleHistory}'::text[]`

/**
 * The next scored contacts of a slice, ordered by id, with homes and signals in the order used for a single contact.
 */
export function listScored(
  tx: TenantTx,
  range: { afterId: string | null; lastId: string | null; limit: number },
): Promise<ScoredRow[]> {
  return tx.rows<ScoredRow>(
    `select c.id, c.xmin::text as version, c.first_name, c.last_name, c.address, c.city, c.state, c.zip_code, c.age,
            c.birth_year, c.enriched_at is not null as enriched, c.nine_d_score, c.move_chance, c.move_lift,
            c.signal_strength, c.signals_detected, c.live_signals, c.top_signal, c.listed_for_sale,
            c.rank_score, c.rank_signals,
            c.enrichment_data - ${UNREAD_PERSON_FIELDS} as person,
            (select jsonb_agg(jsonb_build_object('address', p.address, 'city', p.city, 'state', p.state,
                      'zipCode', p.zip_code, 'estimatedValue', p.estimated_value,
                      'lastSaleDate', p.last_sale_date, 'ownershipLength', p.ownership_length,
                      'propertyData', p.property_data - ${UNREAD_HOME_FIELDS})
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
    [tx.organizationId, range.afterId, range.lastId, range.limit],
  )
}

/** New score of a contact whose columns or signals changed. */
export type ChangedScore = ScoreColumns & {
  id: string
  version: string
  /** True if the columns themselves changed. */
  columns: boolean
}

export type ChangedSignal = {
  id: string
  contactId: string
  score: number
  metadata: Record<string, unknown>
}

/**
 * Writes changes in one statement. Contacts that are locked or changed since they were read are skipped.
 * @returns ids of the written contacts
 */
export function writeScores(
  tx: TenantTx,
  changes: { contacts: readonly ChangedScore[]; signals: readonly ChangedSignal[] },
  scoredAt: Date,
): Promise<string[]> {
  return tx.column(
    `with changes as materialized (
       select * from jsonb_to_recordset($2) as u(id uuid, version text, ${SCORE_TYPES}, columns boolean)),
     locked as materialized (
       select c.id from contacts c join changes w on w.id = c.id and c.xmin::text = w.version
        where c.organization_id = $1 order by c.id for no key update of c skip locked),
     updated_contacts as (
       update contacts c set nine_d_score = w.score, move_chance = w.chance, move_lift = w.lift,
              signal_strength = w.strength, signals_detected = w.signals_detected,
              live_signals = w.live_signals, top_signal = w.top_signal, listed_for_sale = w.listed_for_sale,
              rank_score = w.rank_score, scored_at = $4
         from locked h join changes w on w.id = h.id
        where c.organization_id = $1 and c.id = h.id and w.columns),
     updated_signals as (
       update signals s set score = u.score, metadata = coalesce(s.metadata, '{}') || u.metadata
         from jsonb_to_recordset($3) as u(id uuid, contact_id uuid, score int, metadata jsonb)
         join locked h on h.id = u.contact_id
        where s.organization_id = $1 and s.id = u.id)
     select id from locked`,
    [tx.organizationId, columnRows(changes.contacts), columnRows(changes.signals), scoredAt],
  )
}

/** Signals of a contact that only rank, and the score with them. */
export function findRanking(
  tx: TenantTx,
  contactId: string,
): Promise<{ rankSignals: RankSignal[] | null; rankScore: number | null } | undefined> {
  return tx.row(
    'select rank_signals, rank_score from contacts where organization_id = $1 and id = $2 and rank_signals is not null',
    [tx.organizationId, contactId],
  )
}

/** Ids of scored contacts, in order. */
export function listScoredIds(tx: TenantTx, limit: number): Promise<string[]> {
  return tx.column(
    'select id from contacts where organization_id = $1 and scored_at is not null order by id limit $2',
    [tx.organizationId, limit],
  )
}
