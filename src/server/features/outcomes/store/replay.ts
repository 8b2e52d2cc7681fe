import type { IsoDate, KnownAddress } from '#domain/enrichment/person-record.ts'
import type { SoldHome } from '#domain/signals/move-history.ts'
import type { PostalPlace } from '#domain/signals/place-match.ts'
import type { StoredSignal } from '#server/features/scores/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Only enriched and scored contacts can be replayed: there are no records about the others. An index has these columns. */
const REPLAYABLE = `c.organization_id = $1 and c.enriched_key > '-infinity' and c.sort_rank <= 0`

/** Number of contacts that can be replayed. */
export function countReplayable(tx: TenantTx): Promise<number> {
  return tx
    .one<{ count: number }>(`select count(*)::int as count from contacts c where ${REPLAYABLE}`, [
      tx.organizationId,
    ])
    .then(({ count }) => count)
}

/** A stable sample of these contacts. */
export function listComparison(tx: TenantTx, limit: number): Promise<string[]> {
  return tx.column(
    `select c.id from contacts c where ${REPLAYABLE} order by md5(c.id::text), c.id limit $2`,
    [tx.organizationId, limit],
  )
}

type Period = { from: IsoDate; to: IsoDate }

export type RecordedMove = { contactId: string; movedOn: IsoDate; isUndone: boolean }

/** Recorded moves, newest first, with the undone ones. */
export function listRecordedMoves(
  tx: TenantTx,
  { from, to }: Period,
  limit: number,
): Promise<RecordedMove[]> {
  return tx.rows<RecordedMove>(
    `select o.contact_id, o.moved_on, o.undone_at is not null as is_undone
       from outcomes o join contacts c on c.organization_id = $1 and c.id = o.contact_id
      where o.organization_id = $1 and ${REPLAYABLE} and o.moved_on between $2 and $3
      order by o.moved_on desc, o.id limit $4`,
    [tx.organizationId, from, to, limit],
  )
}

export type KnownHistory = {
  contactId: string
  lastName: string
  residence: PostalPlace
  addresses: KnownAddress[] | null
  homes: SoldHome[] | null
}

/** Address history and deeds of contacts with an address or a sale in the period: up to `limit` of each, the newest. */
export function listHistories(tx: TenantTx, { from, to }: Period, limit: number): Promise<KnownHistory[]> {
  return tx.rows<KnownHistory>(
    `select c.id as contact_id, c.last_name, c.enrichment_data -> 'addresses' as addresses,
            jsonb_build_object('street', c.address, 'city', c.city, 'state', c.state, 'zipCode', c.zip_code) as residence,
            (select jsonb_agg(jsonb_build_object('street', p.address, 'city', p.city, 'state', p.state,
                      'zipCode', p.zip_code, 'saleHistory', coalesce(p.property_data -> 'saleHistory', '[]'),
                      'ownerNames', coalesce(p.property_data -> 'ownerNames', '[]')))
               from properties p where p.organization_id = $1 and p.contact_id = c.id
                and p.last_sale_date between $2::date and $3::date) as homes
       from contacts c
      where ${REPLAYABLE} and c.id = any(array(
        (select m.id from contacts m where m.organization_id = $1 and m.moved_in_on >= $2::text
          order by m.moved_in_on desc limit $4)
        union (select p.contact_id from properties p
          where p.organization_id = $1 and p.last_sale_date between $2::date and $3::date
          order by p.last_sale_date desc limit $4)))`,
    [tx.organizationId, from, to, limit],
  )
}

export type ReplayRow = {
  id: string
  birthYear: number | null
  age: number | null
  ageRange: string | null
  signals: StoredSignal[] | null
}

/** Data of contacts that a replay reads. */
export function readReplayed(tx: TenantTx, ids: readonly string[]): Promise<ReplayRow[]> {
  return tx.rows<ReplayRow>(
    `select c.id, coalesce(c.birth_year, (known ->> 'birthYear')::int) as birth_year,
            coalesce(c.age, (known ->> 'age')::int) as age, known ->> 'ageRange' as age_range,
            (select jsonb_agg(jsonb_build_object('id', s.id, 'category', s.category, 'score', s.score,
                      'confidence', s.confidence_score, 'source', s.source, 'eventDate', s.event_date,
                      'metadata', jsonb_build_object('subtype', s.metadata -> 'subtype',
                        'documentId', s.metadata -> 'documentId'))
                    order by s.id)
               from signals s where s.organization_id = $1 and s.contact_id = c.id) as signals
       from contacts c
       -- The record is long: unpacked once, not for each value.
       cross join lateral (select c.enrichment_data -> 'demographics' as known offset 0) record
      where c.organization_id = $1 and c.id = any($2)`,
    [tx.organizationId, ids],
  )
}

export type PastChance = { contactId: string; month: IsoDate; chance: number }

/** Stored snapshots of contacts in some months. */
export function listPastChances(
  tx: TenantTx,
  ids: readonly string[],
  months: readonly IsoDate[],
): Promise<PastChance[]> {
  return tx.rows<PastChance>(
    `select contact_id, month, chance from score_snapshots
      where organization_id = $1 and contact_id = any($2) and month = any($3::date[])
        -- The snapshot of a missed first is from later in the month.
        and snapshot_on = month`,
    [tx.organizationId, ids, months],
  )
}
