// Input and output of a part of the benchmark.
import type { Table } from '../shared/report.ts'

/** A filled database with one organization and a signed-in member. */
export type Workspace = {
  /** How many contacts the organization has. */
  contacts: number
  organizationId: string
  /** A database address that row-level security does not bind. */
  ownerUrl: string
  /** A migrated database without rows on the same server. */
  emptyDatabase(): Promise<string>
  /** Identifies the member. */
  cookie: string
}

export type BenchContext = {
  workspace: Workspace
  /** Seconds that one round of load lasts. */
  seconds: number
  rounds: number
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
  limit?: number
  /** The larger the better unless `atMost`: the value, or its ratio to the limit where there is one. */
  goal?: number
  floor?: number
  atMost?: true
  note?: string
}
export type Row = Line & { contacts: number }

export type BenchPart = {
  name: string
  /** Measures each size, or only the largest. */
  sizes: 'each' | 'largest'
  run(context: BenchContext): Promise<Line[]>
}

/** The value to compare with the goal. */
const measureOf = ({ value, limit }: Line) => (limit === undefined ? value : value / limit)

/** The ratio as text; none if the limit answered no request within a round. */
export function ratioOf(line: Line): string {
  if (line.limit === undefined) return ''
  return line.limit === 0 ? 'none answered' : measureOf(line).toFixed(2)
}

/** Tells if a line reached its goal; true without one. */
export function isMet(line: Line): boolean {
  if (line.goal === undefined) return true
  return line.atMost ? measureOf(line) <= line.goal : measureOf(line) >= line.goal
}

function number(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })
}

/** Cells by the head of their column. */
function cellsOf(row: Row) {
  const compared = (value: number | undefined) =>
    value === undefined ? '' : `${row.atMost ? '≤' : '≥'} ${value.toLocaleString('en')}`
  const met = row.goal === undefined ? '' : isMet(row) ? 'yes' : 'no'
  return {
    contacts: number(row.contacts),
    operation: row.operation,
    reached: `${number(row.value)} ${row.unit ?? '/s'}`,
    p50: number(row.p50),
    p99: number(row.p99),
    limit: number(row.limit),
    ratio: ratioOf(row),
    goal: compared(row.goal),
    floor: compared(row.floor),
    met: row.note ? `${met} (${row.note})`.trim() : met,
  }
}

export function tableOf(rows: readonly Row[]): Table {
  const cells = rows.map(cellsOf)
  return { rows: [Object.keys(cells[0] ?? {}), ...cells.map((row) => Object.values(row))], numbersFrom: 2 }
}
