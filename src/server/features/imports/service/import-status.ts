import type { ImportStatus, ImportSummary } from '#contract/imports.ts'
import type { CsvHeaderFacts } from '#domain/contact-files/csv-rows.ts'
import type { Context } from '#server/platform/context.ts'
import { MAX_COLUMN_NAME_LENGTH, MAX_COLUMNS_LISTED } from '../limits.ts'
import { canUndo, openUntil, ROW_NAMES } from '../policy.ts'
import type { ImportFacts, ImportRow, ListedImport } from '../store/imports.ts'
import { NO_EXTRAS } from './detail-counts.ts'
import type { RowWarnings } from './stage-upload.ts'

/** An import as listed in the history. */
export function summaryOf(
  context: Context,
  { id: importId, createdBy, ...row }: Omit<ListedImport, 'exactAt'>,
  now: Date,
): ImportSummary {
  const until = openUntil(row, now)
  return {
    ...{ importId, ...row },
    needsAttention: until ? row.skipped : 0,
    openUntil: until,
    mayUndo: canUndo(context, { createdBy }),
  }
}

/** Details of the report beyond the row counts. */
export function reportOf({
  report,
}: Pick<ImportRow, 'report'>): Pick<ImportStatus, 'kept' | 'agents' | 'unknownColumns' | 'warnings'> {
  const { kept = NO_EXTRAS, agents = null, unknownColumns = [], warnings = [] } = report
  return { kept, agents, unknownColumns, warnings }
}

/** Fraction of processed rows, 0 to 1. */
export function progressOf({ status, processed, total }: ImportRow): number {
  if (status === 'done' || status === 'undone') return 1
  return total === 0 ? 0 : processed / total
}

/** Facts about a CSV file from its header, within the limits of the report. */
export function factsOf({ encoding, unknownColumns }: CsvHeaderFacts): ImportFacts {
  const names = unknownColumns.map((name) =>
    name.slice(0, MAX_COLUMN_NAME_LENGTH).replaceAll('\0', '').toWellFormed(),
  )
  const warnings = encoding.startsWith('utf-')
    ? []
    : [`We read this file as ${encoding}. If names look wrong, save it as UTF-8 and import it again.`]
  return { unknownColumns: names.slice(0, MAX_COLUMNS_LISTED), warnings }
}

/** Adds row warnings to the report. */
export function withRowWarnings(
  facts: ImportFacts,
  kind: ImportRow['kind'],
  { first, count }: RowWarnings,
): ImportFacts {
  if (count === 0) return facts
  const remaining = count - first.length
  const lines = first.map(({ row, text }) => `${ROW_NAMES[kind]} ${row}: ${text}`)
  const overflow = remaining > 0 ? [`${remaining.toLocaleString('en-US')} more warnings like these`] : []
  return { ...facts, warnings: [...(facts.warnings ?? []), ...lines, ...overflow] }
}
