import { type PlacedFilter, placedFilterJson } from '#server/features/contacts/service.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** Contacts of one area: null without a place, -1 elsewhere. */
export type AreaCount = {
  area: number | null
  found: number
  blocked: number
  firstPlace: number | null
  lastPlace: number | null
  zip: string | null
}

/** Matching contacts by area; `shift` bits of a place are within an area. */
export function countPlaces(tx: TenantTx, filter: PlacedFilter, shift: number): Promise<AreaCount[]> {
  return tx.rows<AreaCount>(
    `select area::float8, found, blocked, first_place::float8, last_place::float8, zip from count_places($1, $2)`,
    [placedFilterJson(filter), shift],
    'count-places',
  )
}

/** @returns the id of the selection */
export function recordSelection(
  tx: TenantTx,
  { userId, area, contacts, reason }: { userId: string; area: string; contacts: number; reason: string },
): Promise<string> {
  return tx.value<string>(
    `insert into area_selections (organization_id, selected_by, area, contacts, reason)
     values ($1, $2, $3, $4, $5) returning id`,
    [tx.organizationId, userId, area, contacts, reason],
  )
}

export type ZipListLoad = { finishedAt: string | null }

export function findLoad(db: Query, version: string): Promise<ZipListLoad | undefined> {
  return db.row<ZipListLoad>('select finished_at from zip_list_loads where version = $1', [version])
}

export async function startLoad(db: Query, version: string): Promise<void> {
  await db.run('delete from zip_places')
  await db.run('insert into zip_list_loads (version) values ($1) on conflict do nothing', [version])
}

export async function insertZipPlaces(db: Query, zips: string[], places: number[]): Promise<void> {
  await db.run(
    `insert into zip_places (zip, place) select * from unnest($1::text[], $2::bigint[]) on conflict do nothing`,
    [zips, places],
  )
}

export async function finishLoad(db: Query, version: string): Promise<void> {
  await db.run('update zip_list_loads set finished_at = now() where version = $1', [version])
}

/** Gives the next contacts after an id their place. @returns the last id; undefined at the end */
export async function placeContacts(tx: TenantTx, after: string, limit: number): Promise<string | undefined> {
  const ids = await tx.column<string>(
    'select id from contacts where organization_id = $1 and id > $2 order by id limit $3',
    [tx.organizationId, after, limit],
  )
  await tx.run(
    `update contacts set place = place_of(enrichment_data, address, zip_code)
      where organization_id = $1 and id = any($2)
        and place is distinct from place_of(enrichment_data, address, zip_code)`,
    [tx.organizationId, ids],
  )
  return ids.at(-1)
}
