// The table of a run, for the console and as a page.
import os from 'node:os'
import type { Finding } from './scenario.ts'

export type Row = Finding & { scenario: string }

const HEAD = ['promise', 'scenario', 'what', 'measured', 'limit', 'met']

function cells({ promise, scenario, what, measured, limit, met }: Row): string[] {
  return [
    String(promise).padStart(2, '0'),
    scenario,
    what,
    measured,
    limit,
    met === null ? '–' : met ? 'yes' : 'NO',
  ]
}

export function printTable(rows: readonly Row[]): void {
  const table = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...table.map((each) => each[column]?.length ?? 0)))
  for (const each of table)
    console.log(
      each
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** The run as a page in Markdown. */
export function pageOf(
  rows: readonly Row[],
  run: { postgres: string; command: string; minutes: number },
): string {
  const line = (each: readonly string[]) =>
    `| ${each.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const [cpu] = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  const broken = rows.filter(({ met }) => met === false).length
  const machine = [
    `${os.availableParallelism()} cores (${cpu?.model.trim() || os.machine()}), ${memory} GiB of memory`,
    `${os.type()} on ${os.machine()}`,
    `Node.js ${process.versions.node}`,
    `PostgreSQL ${run.postgres}`,
  ].join(', ')
  return `# Torture

\`${run.command}\`, ${new Date().toISOString().slice(0, 10)}, ${run.minutes.toFixed(0)} minutes. ${machine}; the product,
its database and the load on both share them.

Each scenario starts the built product on a database of its own, does to it what the name says, and then looks at two
things more: that every statement of \`test/invariants.sql\` answers with no rows, and that the product answers. The
numbers of the promises are those of the tests. ${broken === 0 ? 'Every promise held.' : `**Broken: ${broken}.**`}

${line(HEAD)}
${line(HEAD.map(() => ':--'))}
${rows.map((row) => line(cells(row))).join('\n')}
`
}
