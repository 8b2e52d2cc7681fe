import { createReadStream } from 'node:fs'
import type { CsvRecord } from '#domain/contact-files/csv-records.ts'
import { RecordSource, unreadableText } from '#domain/contact-files/csv-source.ts'
import type { SkippedRow } from '../store/reference-files.ts'

/** What one row of a file came to. */
export type RowResult<T> = { line: number; row: T } | { refused: SkippedRow }

/** Why a file cannot be loaded at all, in words for its operator. */
export class ReferenceFileError extends Error {
  override name = 'ReferenceFileError'
}

/** The rows of a CSV file that hold something; the delimiter is found unless it is given. Memory stays constant. */
export async function* csvRows(
  path: string,
  signal: AbortSignal,
  delimiter: string | null = null,
): AsyncGenerator<{ line: number; cells: string[] } | { refused: SkippedRow }> {
  const chunks = createReadStream(path, { signal })
  for await (const record of new RecordSource(delimiter).records(chunks)) {
    if (isEndMark(record)) continue
    const { line } = record
    if ('cells' in record) yield { line, cells: record.cells }
    else yield { refused: { line, reason: unreadableText(record.unreadable, line) } }
  }
}

/** Files from DOS times, the sanctions lists among them, end in Ctrl-Z. */
function isEndMark(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.length === 1 && record.cells[0] === '\u001a'
}
