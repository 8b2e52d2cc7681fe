import { createReadStream } from 'node:fs'
import type { CsvRecord } from '#domain/contact-files/csv-records.ts'
import { RecordSource, unreadableText } from '#domain/contact-files/csv-source.ts'
import type { SkippedRow } from '../store/reference-files.ts'

export type RowResult<T> = { line: number; row: T } | { skipped: SkippedRow }

/** A file that can't be loaded; the message is for the operator. */
export class ReferenceFileError extends Error {
  override name = 'ReferenceFileError'
}

/**
 * Rows of a CSV file in constant memory. `parse` returns null for a row without data. The delimiter is detected unless
 * given; `file` names the file in reports of skipped rows.
 */
export async function* readCsvRows<T extends object>(
  path: string,
  signal: AbortSignal,
  parse: (cells: string[]) => T | { problem: string } | null,
  { delimiter = null, file }: { delimiter?: string | null; file?: string } = {},
): AsyncGenerator<RowResult<T>> {
  for await (const record of new RecordSource(delimiter).records(createReadStream(path, { signal }))) {
    if (isEndMark(record)) continue
    const { line } = record
    const row = 'cells' in record ? parse(record.cells) : { problem: unreadableText(record.unreadable, line) }
    if (row && 'problem' in row) yield { skipped: { line, reason: String(row.problem), file } }
    else if (row) yield { line, row }
  }
}

/** Old DOS files, such as the sanctions lists, end with Ctrl-Z. */
function isEndMark(record: CsvRecord): boolean {
  return 'cells' in record && record.cells.length === 1 && record.cells[0] === '\u001a'
}
