// The options of a run, and its table on the console and as a page.
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'

/** The value of `--name=value`. */
export function readOption(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
}

/** The parts named by `--only`, or all. @throws {Error} for an unknown name */
export function chooseByName<T extends { name: string }>(choices: readonly T[]): T[] {
  const names = readOption('only')?.split(',')
  const unknownNames = names?.filter((name) => !choices.some((each) => each.name === name)) ?? []
  if (unknownNames.length > 0) throw new Error(`--only takes ${choices.map(({ name }) => name).join(', ')}`)
  return choices.filter(({ name }) => !names || names.includes(name))
}

/** Rows of cells, the first of which is the head. Columns from `numbersFrom` on are aligned right. */
export type Table = { rows: readonly (readonly string[])[]; firstNumberColumn: number }

export function printTable({ rows, firstNumberColumn }: Table): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of rows) {
    const cells = row.map((cell, i) =>
      i < firstNumberColumn ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
    )
    console.log(cells.join('  ').trimEnd())
  }
}

/** Writes the page that `--report` names, if it names one. `about` follows the command, date and machine. */
export async function writeReport(page: {
  title: string
  script: string
  postgres: string
  about: string
  table: Table
  notes?: readonly string[]
}): Promise<void> {
  const file = readOption('report')
  if (!file) return
  const { title, script, postgres, about, table, notes = [] } = page
  const command = ['npm run', script, '--', ...process.argv.slice(2)].join(' ')
  const formatRow = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const [head = [], ...rows] = table.rows.map(formatRow)
  const rule = formatRow(table.rows[0]?.map((_, i) => (i < table.firstNumberColumn ? ':--' : '--:')) ?? [])
  const today = new Date().toISOString().slice(0, 10)
  const intro = `\`${command}\`, ${today}. ${await describeMachine(postgres)}; ${about}`
  const tableText = [head, rule, ...rows].join('\n')
  await writeFile(file, `${[`# ${title}`, intro, tableText, ...notes].join('\n\n')}\n`)
}

/** The machine in general words. */
async function describeMachine(postgres: string): Promise<string> {
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
