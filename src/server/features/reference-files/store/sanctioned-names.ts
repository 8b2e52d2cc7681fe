import { comparableName, type ListedName, listedKeys, searchKeys } from '#domain/enrichment/listed-name.ts'
import { columnRows } from '#server/platform/db/column-rows.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { NumberedRow } from './reference-files.ts'

export async function insertNames(
  tx: Query,
  loadId: string,
  rows: readonly NumberedRow<ListedName>[],
): Promise<void> {
  const names = rows.map(({ id, row }) => ({
    ...{ ...row, id, normalized: comparableName(row.name), keys: listedKeys(row.name) },
  }))
  await tx.run(
    `insert into sanctioned_names
       (load_id, id, entity_number, name, normalized, keys, kind, strength, program, birth_years)
     select $1, id, entity_number, name, normalized, keys, kind, strength, program, birth_years
       from jsonb_populate_recordset(null::sanctioned_names, $2)`,
    [loadId, columnRows(names)],
  )
}

/** Long names containing the searched one rank below short ones without it; the limit has room for both. */
const MAX_CANDIDATES = 120

/** Names with two words that sound like two of this one, in any order; most similar first. */
export async function listCandidatesByName(db: Query, fullName: string): Promise<ListedName[]> {
  const keys = searchKeys(fullName)
  if (keys.length === 0) return []
  return db.rows<ListedName>(
    `select entity_number, name, kind, strength, program, birth_years from sanctioned_names
      where keys && $1 and load_id = (select load_id from reference_files where name = 'sanctions')
      order by similarity(normalized, $2) desc, id limit ${MAX_CANDIDATES}`,
    [keys, comparableName(fullName)],
    'sanctioned-names-candidates',
  )
}
