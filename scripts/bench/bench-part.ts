// Input and output of a part of the benchmark.
import type { runProduct } from '#test/product/running-product.ts'
import type { Table } from '../shared/report.ts'
import type { Workspace } from './workspace.ts'

export type BenchContext = Workspace & {
  /** Seconds that one round of load lasts. */
  seconds: number
  rounds: number
  /** Starts the product; it ends with the part. */
  start: typeof runProduct
  /** Runs after the part, last first. */
  after(work: () => unknown): void
}

/** One row of the report; fields that don't apply are omitted. */
export type Line = {
  operation: string
  /** Result of the product in `unit`, by default requests per second. */
  value: number
  unit?: string
  p50?: number
  p99?: number
  /** Result of the limit in the same unit and run. */
  baseline?: number
  /** Bounds of the value, or of its ratio to the baseline where there is one. */
  goal?: number
  minimum?: number
  isLowerBetter?: true
  note?: string
}
export type Row = Line & { contacts: number }

export type BenchPart = {
  name: string
  /** Measured for the largest size only. */
  isOnce?: true
  measure(context: BenchContext): Promise<Line[]>
}

/** The value to compare with the goal. */
const measureOf = ({ value, baseline = 1 }: Line) => value / baseline

/** The ratio as text; none if the baseline answered no request within a round. */
export function ratioOf(line: Line): string {
  if (line.baseline === undefined) return ''
  return line.baseline === 0 ? 'none answered' : measureOf(line).toFixed(2)
}

/** Tells if a line reached its goal; true without one. */
export function isMet(line: Line): boolean {
  if (line.goal === undefined) return true
  return line.isLowerBetter ? measureOf(line) <= line.goal : measureOf(line) >= line.goal
}

const number = (value?: number) =>
  value?.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 }) ?? ''

/** Cells by the head of their column. */
function cellsOf(row: Row) {
  const sign = row.isLowerBetter ? '≤' : '≥'
  const bound = (value?: number) => (value === undefined ? '' : `${sign} ${value.toLocaleString('en')}`)
  const met = row.goal === undefined ? '' : isMet(row) ? 'yes' : 'no'
  return {
    contacts: number(row.contacts),
    operation: row.operation,
    reached: `${number(row.value)} ${row.unit ?? '/s'}`,
    p50: number(row.p50),
    p99: number(row.p99),
    limit: number(row.baseline),
    ratio: ratioOf(row),
    goal: bound(row.goal),
    floor: bound(row.minimum),
    met: row.note ? `${met} (${row.note})`.trim() : met,
  }
}

export function tableOf(rows: readonly Row[]): Table {
  const cells = rows.map(cellsOf)
  return { rows: [Object.keys(cells[0] ?? {}), ...cells.map((row) => Object.values(row))], numbersFrom: 2 }
}
