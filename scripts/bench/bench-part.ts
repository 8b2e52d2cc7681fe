// Input and output of a part of the benchmark.

/** A filled database with one organization and a signed-in member. */
export type Workspace = {
  /** How many contacts the organization has. */
  contacts: number
  organizationId: string
  /** A database address that row-level security does not bind. */
  ownerUrl: string
  /** Path of a link that signs its one member in; each works once. */
  signInPath(): Promise<string>
  close(): Promise<void>
}

/** A running process that answers HTTP. */
export type Running = { url: string; pid: number; stop(): Promise<void> }

export type BenchContext = {
  workspace: Workspace
  /** Seconds that one round of load lasts. */
  seconds: number
  rounds: number
  /** Prints progress. */
  say(line: string): void
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
  /** Result of the same statements through the driver, without HTTP. */
  driver?: number
  /** The larger the better unless `atMost`: the value, or its ratio to the limit where there is one. */
  goal?: number
  floor?: number
  atMost?: true
  note?: string
}

export type BenchPart = {
  name: string
  /** Measures each size, or only the largest. */
  sizes: 'each' | 'largest'
  run(context: BenchContext): Promise<Line[]>
}

/** The value to compare with the goal. */
function measureOf(line: Line): number {
  return line.limit === undefined ? line.value : line.value / line.limit
}

/** The ratio as text; none if the limit answered no request within a round. */
export function ratioOf(line: Line): string {
  return line.limit === 0 ? 'none answered' : measureOf(line).toFixed(2)
}

/** Tells if a line reached its goal, or else its floor; true without either. */
export function isMet(line: Line): boolean {
  if (line.goal === undefined) return true
  return line.atMost ? measureOf(line) <= line.goal : measureOf(line) >= line.goal
}
