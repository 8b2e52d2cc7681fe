import { createReadStream } from 'node:fs'
import type { CsvRecord } from '#domain/contact-files/csv-records.ts'
import { RecordSource, unreadableText } from '#domain/contact-files/csv-source.ts'
import type { SkippedRow } from '../store/reference-files.ts'

export type RowResult<T> = { line: number; row: T } | { refused: SkippedRow }

/** A file that can't be loaded; the message is for the operator. */
export class ReferenceFileError extends Error {
  override name = 'ReferenceFileError'
}

/** Non-empty rows of a CSV file in constant memory. The delimiter is detected unless given. */
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

/** Old DOS files, such as the sanctions lists, end with Ctrl-Z. */
function isEndMark(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.length === 1 && record.cells[0] === '\u001a'
}
