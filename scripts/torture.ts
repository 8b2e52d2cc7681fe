// `npm run torture`: breaks real processes on purpose and compares promises with measurements.
//   --only=name,name          scenarios to run, by name
//   --report=docs/torture.md  writes the table as a page
//   --scale=0.1               smaller files and shorter loads, for a quick try
// Runs on the loopback address in a temporary folder, for at most 20 minutes on two cores.
import { writeFile } from 'node:fs/promises'
import { databaseRestart, databaseSilent, databaseSlow, replyLost } from './torture/database.ts'
import { diskFull } from './torture/disk.ts'
import { killBoth, killEnrichments, killImport } from './torture/kills.ts'
import { million } from './torture/million.ts'
import { once } from './torture/once.ts'
import { mailOutage, modelOutage } from './torture/outside.ts'
import { overload, slowClients } from './torture/overload.ts'
import { type Postgres, startPostgres } from './torture/postgres.ts'
import { providerOutage } from './torture/provider.ts'
import { pageOf, printTable, type Row } from './torture/report.ts'
import { sameTime } from './torture/same-time.ts'
import { type Finding, notMeasurable, type Scenario } from './torture/scenario.ts'
import { killChildren, openStage } from './torture/stage.ts'
import { sigterm } from './torture/stopping.ts'
import { fuzz, manyProcesses, runScript } from './torture/suites.ts'
import { backups, canaries, erasure } from './torture/traces.ts'
import { killWebhooks } from './torture/webhooks.ts'

const SCENARIOS: readonly Scenario[] = [
  ...[sameTime, once, killEnrichments, killImport, killWebhooks, killBoth, replyLost],
  ...[providerOutage, mailOutage, modelOutage],
  ...[databaseRestart, databaseSilent, databaseSlow, diskFull, sigterm],
  ...[overload, slowClients, million, canaries, erasure, backups, manyProcesses, fuzz],
]
const WHOLE_MINUTES = 20
/** Scenarios that haven't started by then are skipped and reported. */
const LAST_START_MINUTES = 19

const readOption = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const names = readOption('only')?.split(',') ?? SCENARIOS.map(({ name }) => name)
const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name))
if (unknown.length > 0) throw new Error(`--only takes ${SCENARIOS.map(({ name }) => name).join(', ')}`)
const scale = Number(readOption('scale') ?? 1)
if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number above 0, at most 1')

const begun = performance.now()
const minutes = () => (performance.now() - begun) / 60_000
const rows: Row[] = []
let cleanUp = async (): Promise<void> => {}
const BUILD = `import('./scripts/setup.mjs').then((setup) => setup.ensureBuilt(setup.findNode()))`
const built = await runScript(['-e', BUILD])
if (built.code !== 0) throw new Error(`The build failed:\n${built.output}`)
const postgres = await startPostgres()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortRun(postgres))
process.once('exit', killChildren)
try {
  for (const scenario of SCENARIOS.filter(({ name }) => names.includes(name))) {
    console.log(`${scenario.name}`)
    const isLate = minutes() > LAST_START_MINUTES
    const found = isLate
      ? [notMeasurable(0, 'not begun', 'the time was over')]
      : await playScenario(scenario, postgres)
    rows.push(...found.map((finding) => ({ ...finding, scenario: scenario.name })))
    for (const { what, measured, limit, met } of found) {
      if (met === false) console.log(`  broken: ${what}: ${measured} (${limit})`)
    }
  }
} finally {
  killChildren()
  await postgres.remove()
}
printTable(rows)
const report = readOption('report')
if (report) {
  const command = [
    'npm run torture',
    ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : []),
  ].join(' ')
  await writeFile(report, pageOf(rows, { postgres: postgres.version, command, minutes: minutes() }))
}
// Unmeasurable promises are fine, but skipped scenarios fail the run.
const isKept = ({ met, promise }: Row) => met === true || (met === null && promise !== 0)
process.exit(rows.every(isKept) ? 0 : 1)

/** Runs a scenario within its time limit, checks the promises afterwards, and cleans up. */
async function playScenario(scenario: Scenario, database: Postgres): Promise<Finding[]> {
  const { stage, findings, close } = openStage(database, scale, console.log)
  cleanUp = close
  let timer: NodeJS.Timeout | undefined
  const seconds = Math.min(scenario.seconds, Math.max(30, (WHOLE_MINUTES - minutes()) * 60))
  const tooLate = new Error(`not over after ${seconds.toFixed(0)} s`)
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate), seconds * 1000)
  })
  const start = performance.now()
  try {
    const found = await Promise.race([scenario.run(stage), late])
    return [...found, ...(await findings())]
  } catch (error) {
    console.log(error)
    const measured = (error as Error).message.split('\n')[0] ?? ''
    return [{ promise: 17, what: 'the scenario came to its end', measured, limit: 'it does', met: false }]
  } finally {
    clearTimeout(timer)
    await close()
    console.log(`  ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
}

async function abortRun(database: Postgres): Promise<never> {
  killChildren()
  await cleanUp().catch(() => {})
  await database.remove().catch(() => {})
  process.exit(130)
}
