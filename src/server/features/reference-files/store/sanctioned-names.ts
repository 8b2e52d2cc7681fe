import { comparableName, type ListedName, nameKeys } from '#domain/enrichment/listed-name.ts'
import type { Query } from '#server/platform/db/database.ts'

export async function insertNames(
  tx: Query,
  loadId: string,
  rows: readonly { id: number; listed: ListedName }[],
): Promise<void> {
  await tx.run(
    `insert into sanctioned_names
       (load_id, id, entity_number, name, normalized, keys, kind, strength, program, birth_years)
     select $1, n.id, n."entityNumber", n.name, n.normalized, n.keys, n.kind, n.strength, n.program, n."birthYears"
       from jsonb_to_recordset($2) as n(id integer, "entityNumber" text, name text, normalized text, keys text[], kind text,
                                        strength text, program text, "birthYears" smallint[])`,
    [
      loadId,
      JSON.stringify(
        rows.map(({ id, listed }) => ({
          ...{ ...listed, id },
          ...{ normalized: comparableName(listed.name), keys: nameKeys(listed.name) },
        })),
      ),
    ],
  )
}

/** Long names containing the searched one rank below short ones without it; the limit has room for both. */
const MAX_CANDIDATES = 120

/** Names with two words that sound like two of this one, in any order; most similar first. */
export async function candidatesByName(db: Query, fullName: string): Promise<ListedName[]> {
  const keys = nameKeys(fullName)
  if (keys.length === 0) return []
  return db.rows<ListedName>(
    `select entity_number, name, kind, strength, program, birth_years from sanctioned_names
      where keys && $1 and load_id = (select load_id from reference_files where name = 'sanctions')
      order by similarity(normalized, $2) desc, id limit ${MAX_CANDIDATES}`,
    [keys, comparableName(fullName)],
    'sanctioned-names-candidates',
  )
}
