import type { PublicRecord } from '#domain/enrichment/public-record.ts'
import { publicRecordFrom, type RecordColumns, recordColumns } from '#domain/enrichment/public-record-row.ts'
import { csvRows, ReferenceFileError, type RowResult } from './file-rows.ts'

/** Public records from a CSV file with column names in the first row. */
export async function* recordRows(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<RowResult<PublicRecord>> {
  let columns: RecordColumns | null = null
  for await (const read of csvRows(path, signal)) {
    if (!columns) {
      columns = columnsOf(read)
      continue
    }
    if ('refused' in read) {
      yield read
      continue
    }
    const { line } = read
    const parsed = publicRecordFrom(read.cells, columns)
    yield 'record' in parsed ? { line, row: parsed.record } : { refused: { line, reason: parsed.problem } }
  }
  if (!columns) throw new ReferenceFileError('The file is empty')
}

function columnsOf(read: { cells: string[] } | { refused: unknown }): RecordColumns {
  if (!('cells' in read)) throw new ReferenceFileError("The first row, with the column names, can't be read")
  const columns = recordColumns(read.cells)
  if ('problem' in columns) throw new ReferenceFileError(columns.problem)
  return columns
}
