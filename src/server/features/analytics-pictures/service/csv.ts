import type { AnalyticsView, DayRange } from '#contract/analytics/query.ts'
import type { NamedFigure } from '#domain/analytics/figures.ts'
import { filtersText } from '#domain/analytics/filters-text.ts'
import { VIEW_LABELS } from '#domain/analytics/texts.ts'
import type { ChartUnit } from '#domain/charts/values.ts'
import { csvRow } from '#domain/contact-files/csv-export.ts'
import { rounded, type Table } from './tables.ts'

const BYTE_ORDER_MARK = '\uFEFF'

type Contents = {
  filtersText: string
  previous: DayRange | null
  figures: readonly NamedFigure[]
  tables: readonly Table[]
}

/** A view as CSV: its period and filters, its single figures, and its tables. */
export function* viewCsv(view: AnalyticsView, contents: Contents): Generator<string> {
  const { previous, figures, tables } = contents
  yield BYTE_ORDER_MARK + csvRow(['View', VIEW_LABELS[view]])
  yield csvRow(['Period and filters', contents.filtersText])
  if (previous) yield csvRow(['Period before', filtersText(previous, {})])
  if (figures.length > 0) {
    yield '\r\n'
    yield csvRow(['Figure', 'Value', ...(previous ? ['Period before'] : [])])
    for (const { label, unit, figure } of figures) {
      const cells = previous ? [figure.value, figure.previous] : [figure.value]
      yield csvRow([label + unitText(unit), ...cells.map((value) => rounded(value) ?? '')])
    }
  }
  for (const { title, columns, rows } of tables) {
    yield '\r\n'
    yield csvRow([title])
    yield csvRow(columns)
    for (const row of rows) yield csvRow(row.map((cell) => cell ?? ''))
  }
}

function unitText(unit: ChartUnit | undefined): string {
  if (unit === 'minutes') return ' (minutes)'
  return unit === 'dollars' ? ' ($)' : ''
}
