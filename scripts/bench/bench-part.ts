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
export type Measurement = {
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
export type Row = Measurement & { contacts: number }

export type BenchPart = {
  name: string
  /** Measured for the largest size only. */
  isLargestSizeOnly?: true
  measure(context: BenchContext): Promise<Measurement[]>
}

/** The value to compare with the goal. */
const comparedValueOf = ({ value, baseline = 1 }: Measurement) => value / baseline

/** The ratio as text; none if the baseline answered no request within a round. */
export function ratioOf(line: Measurement): string {
  if (line.baseline === undefined) return ''
  return line.baseline === 0 ? 'none answered' : comparedValueOf(line).toFixed(2)
}

/** Tells if a line reached its goal; true without one. */
export function isMet(line: Measurement): boolean {
  if (line.goal === undefined) return true
  return line.isLowerBetter ? comparedValueOf(line) <= line.goal : comparedValueOf(line) >= line.goal
}

const formatNumber = (value?: number) =>
  value?.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 }) ?? ''

/** Cells by the head of their column. */
function cellsOf(row: Row) {
  const sign = row.isLowerBetter ? '≤' : '≥'
  const formatBound = (value?: number) => (value === undefined ? '' : `${sign} ${value.toLocaleString('en')}`)
  const met = row.goal === undefined ? '' : isMet(row) ? 'yes' : 'no'
  return {
    contacts: formatNumber(row.contacts),
    operation: row.operation,
    reached: `${formatNumber(row.value)} ${row.unit ?? '/s'}`,
    p50: formatNumber(row.p50),
    p99: formatNumber(row.p99),
    limit: formatNumber(row.baseline),
    ratio: ratioOf(row),
    goal: formatBound(row.goal),
    floor: formatBound(row.minimum),
    met: row.note ? `${met} (${row.note})`.trim() : met,
  }
}

export function tableOf(rows: readonly Row[]): Table {
  const cells = rows.map(cellsOf)
  return {
    rows: [Object.keys(cells[0] ?? {}), ...cells.map((row) => Object.values(row))],
    firstNumberColumn: 2,
  }
}
