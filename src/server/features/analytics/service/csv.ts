import type { AnalyticsView } from '#contract/analytics.ts'
import { csvRow } from '#domain/contact-files/csv-export.ts'

const BYTE_ORDER_MARK = '\uFEFF'

type Cell = string | number | boolean | null

/** Parts of an answer that are no figures. */
const HEAD_KEYS = new Set(['range', 'previous', 'filters', 'generatedAt', 'unit', 'side'])

/**
 * An answer as CSV: its range and filters, its single figures, and a table for each list. A list's columns are the keys of
 * its rows; figures have a column for the range and one for the range before.
 */
export function* answerCsv(view: AnalyticsView, answer: Record<string, unknown>): Generator<string> {
  const { range, previous, filters } = answer as {
    range: { from: string; to: string }
    previous: { from: string; to: string } | null
    filters: Record<string, string | undefined>
  }
  yield BYTE_ORDER_MARK + csvRow(['View', view])
  yield csvRow(['Range', range.from, range.to])
  if (previous) yield csvRow(['Previous range', previous.from, previous.to])
  for (const [key, value] of Object.entries(filters))
    if (value !== undefined) yield csvRow(['Filter', key, value])
  const parts = Object.entries(answer).filter(([key]) => !HEAD_KEYS.has(key))
  const single = parts.filter(([, value]) => !Array.isArray(value))
  if (single.length > 0) {
    yield '\r\n'
    yield csvRow(['Figure', 'Value', ...(previous ? ['Previous'] : [])])
    for (const [name, cell] of single.flatMap(([key, value]) => flatten(key, value)))
      yield csvRow([name, text(cell)])
  }
  for (const [key, value] of parts) {
    if (!Array.isArray(value)) continue
    yield '\r\n'
    yield csvRow([key])
    const rows = value.map((row) => new Map(flatten('', row)))
    const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
    yield csvRow(columns)
    for (const row of rows) yield csvRow(columns.map((column) => text(row.get(column) ?? null)))
  }
}

/** Queries of people and places on the map, which mean nothing outside of the product. */
const LEFT_OUT_KEYS = new Set(['drill', 'movedDrill', 'position'])

/** The cells of a value, by their path. */
function flatten(path: string, value: unknown): [string, Cell][] {
  if (value === null || typeof value !== 'object') return [[path, value as Cell]]
  if (Array.isArray(value)) return value.flatMap((each, i) => flatten(join(path, String(i + 1)), each))
  return Object.entries(value).flatMap(([key, each]) =>
    LEFT_OUT_KEYS.has(key) ? [] : flatten(key === 'value' && path ? path : join(path, key), each),
  )
}

const join = (path: string, key: string) => (path ? `${path}.${key}` : key)

function text(cell: Cell): string {
  return cell === null ? '' : String(cell)
}
