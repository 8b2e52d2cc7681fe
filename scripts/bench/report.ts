// The table of a run, for the console and as a page.
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { isMet, type Line, ratioOf } from './bench-part.ts'

export type Row = Line & { contacts: number }

const HEAD = [
  'contacts',
  'operation',
  'reached',
  'p50',
  'p99',
  'limit',
  'driver',
  'ratio',
  'goal',
  'floor',
  'met',
]

function number(value: number | undefined, digits = value !== undefined && value < 10 ? 2 : 0): string {
  return value === undefined ? '' : value.toLocaleString('en', { maximumFractionDigits: digits })
}

function cells(row: Row): string[] {
  const compared = (value: number | undefined) =>
    value === undefined ? '' : `${row.atMost ? '≤' : '≥'} ${value.toLocaleString('en')}`
  const met = row.goal === undefined ? '' : isMet(row) ? 'yes' : 'no'
  return [
    ...[row.contacts.toLocaleString('en'), row.operation, `${number(row.value)} ${row.unit ?? '/s'}`],
    ...[number(row.p50), number(row.p99), number(row.limit), number(row.driver)],
    row.limit === undefined ? '' : ratioOf(row),
    ...[compared(row.goal), compared(row.floor), row.note ? `${met} (${row.note})` : met],
  ]
}

export function printTable(rows: readonly Row[]): void {
  const table = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...table.map((each) => each[column]?.length ?? 0)))
  for (const each of table) {
    const padded = each.map((cell, i) =>
      i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    )
    console.log(padded.join('  ').trimEnd())
  }
}

/** The machine in words that name no machine. */
async function machine(postgres: string): Promise<string> {
  const limit = Number((await readFile('/sys/fs/cgroup/memory.max', 'utf8').catch(() => '')).trim())
  const memory = Math.round(Math.min(limit || Number.POSITIVE_INFINITY, os.totalmem()) / 2 ** 30)
  const [cpu] = os.cpus()
  return [
    `${os.availableParallelism()} cores (${cpu?.model.trim() || os.machine()}), ${memory} GiB of memory`,
    `${os.type()} on ${os.machine()}`,
    `Node.js ${process.versions.node}`,
    `PostgreSQL ${postgres}`,
  ].join(', ')
}

/** The run as a page in Markdown. */
export async function pageOf(
  rows: readonly Row[],
  run: { postgres: string; command: string; broken: readonly string[] },
): Promise<string> {
  const line = (each: readonly string[]) => `| ${each.join(' | ')} |`
  const day = new Date().toISOString().slice(0, 10)
  return `# Benchmark

\`${run.command}\`, ${day}. ${await machine(run.postgres)}; the server, its database and the sender of the load share
them.

- **reached** and **limit**: answers a second to 32 connections, the middle of alternating rounds. The limit is a bare
  HTTP route over the same statements: no sessions, no validation, no row-level security. For search it is a bare route
  over a plain trigram index.
- **driver**: the statements of the limit without HTTP, from 32 callers.
- **p50**, **p99**: milliseconds. **ratio**: reached to limit. Before a line is measured, both must give the same answer.
- Lines "one at a time" are a single caller.

${line(HEAD)}
${line(HEAD.map((_, i) => (i < 2 ? ':--' : '--:')))}
${rows.map((row) => line(cells(row))).join('\n')}
${run.broken.map((each) => `\n${each}\n`).join('')}`
}
