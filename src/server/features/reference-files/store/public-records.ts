import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import {
  countyKey,
  homeKeys,
  type RecordSubject,
  recordPlaceKeys,
  recordWords,
  townKeys,
} from '#domain/enrichment/record-match.ts'
import { nameWords } from '#domain/signals/name-match.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { NumberedRow } from './reference-files.ts'

/** Enough for a common name in a big city. */
const MAX_CANDIDATES = 500

export async function insertRecords(
  tx: Query,
  loadId: string,
  rows: readonly NumberedRow<PublicRecord>[],
): Promise<void> {
  const records = rows.map(({ line, row: record }) => ({
    ...{ line, record, words: recordWords(record), places: recordPlaceKeys(record) },
  }))
  await tx.run(
    `insert into public_records (load_id, line, kind, words, places, record)
     select $1, r.line, r.record->>'kind', r.words, r.places, r.record
       from jsonb_to_recordset($2) as r(line integer, words text[], places text[], record jsonb)`,
    [loadId, JSON.stringify(records)],
  )
}

const IS_LOADED = `load_id = (select load_id from reference_files where name = 'public_records')`

/** Records that may be about a person: with the surname in the same town, or about their home or county. */
export async function listCandidateRecords(db: Query, subject: RecordSubject): Promise<PublicRecord[]> {
  const towns = townKeys(subject)
  const places = [
    ...homeKeys(subject),
    ...(subject.county ? [countyKey(subject.county.name, subject.county.state)] : []),
  ]
  const surname = nameWords(subject.lastName)
  return db.column<PublicRecord>(
    `select record from (
       (select line, record from public_records
         where ${IS_LOADED} and cardinality($1::text[]) > 0 and words @> $1 and places && $2 order by line desc limit $4)
       union
       (select line, record from public_records
         where ${IS_LOADED} and kind in ('permit', 'listing', 'disaster') and places && $3 order by line desc limit $4)
     ) found order by line`,
    [surname, towns, places, MAX_CANDIDATES],
    'public-records-candidates',
  )
}
