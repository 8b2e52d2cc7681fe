// What a part of the benchmark is given, and what it hands back.

/** A filled database with one organization, and how somebody of it signs in. */
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
  /** Prints progress to somebody who waits. */
  say(line: string): void
}

/** One row of the report. What does not apply is left out. */
export type Line = {
  operation: string
  /** What the product reaches, in `unit` (requests a second unless it says otherwise). */
  value: number
  unit?: string
  p50?: number
  p99?: number
  /** What the limit beside it reaches, in the same unit and the same run. */
  limit?: number
  /** What the same statements reach through the driver, without HTTP. */
  driver?: number
  /** The larger the better unless `atMost`: the value, or its ratio to the limit where there is one. */
  goal?: number
  floor?: number
  atMost?: true
  note?: string
}

export type BenchPart = {
  name: string
  /** Whether each size is measured, or the largest alone. */
  sizes: 'each' | 'largest'
  run(context: BenchContext): Promise<Line[]>
}

/** What a goal is compared with. */
function measureOf(line: Line): number {
  return line.limit === undefined ? line.value : line.value / line.limit
}

/** The ratio in words; a limit that answers nobody within a round has none. */
export function ratioOf(line: Line): string {
  return line.limit === 0 ? 'none answered' : measureOf(line).toFixed(2)
}

/** Whether a line reached its goal; its floor, where it has no goal; true where it has neither. */
export function isMet(line: Line): boolean {
  if (line.goal === undefined) return true
  return line.atMost ? measureOf(line) <= line.goal : measureOf(line) >= line.goal
}
