// `npm run torture`: breaks real processes on purpose and compares promises with measurements.
//   --only=name,name          scenarios to run, by name
//   --report=docs/torture.md  writes the table as a page
//   --scale=0.1               smaller files and shorter loads, for a quick try
// Runs on the loopback address in a temporary folder, for at most 20 minutes on two cores.
import { ensureBuilt, findNode } from './setup.mjs'
import { type Postgres, startPostgres } from './shared/postgres.ts'
import { chooseByName, printTable, readOption, writeReport } from './shared/report.ts'
import { databaseFaults, replyLost } from './torture/database.ts'
import { diskFull } from './torture/disk.ts'
import { mailOutage, modelOutage, providerOutage } from './torture/outside.ts'
import { overload, slowClients } from './torture/overload.ts'
import { sameTime } from './torture/same-time.ts'
import { type Finding, type Row, type Scenario, tableOf } from './torture/scenario.ts'
import { killChildren, openStage } from './torture/stage.ts'
import { suites } from './torture/suites.ts'
import { backups, canaries } from './torture/traces.ts'

const SCENARIOS: readonly Scenario[] = [
  ...[sameTime, replyLost, providerOutage, mailOutage, modelOutage],
  ...[...databaseFaults, diskFull, overload, slowClients, canaries, backups, ...suites],
]
const WHOLE_MINUTES = 20
/** Scenarios that haven't started by then are skipped and reported. */
const LAST_START_MINUTES = 19

const chosen = chooseByName(SCENARIOS)
const scale = Number(readOption('scale') ?? 1)
if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number above 0, at most 1')

const begun = performance.now()
const minutes = () => (performance.now() - begun) / 60_000
const rows: Row[] = []
let cleanUp = async (): Promise<void> => {}
ensureBuilt(findNode())
const postgres = await startPostgres()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortRun())
process.once('exit', killChildren)
try {
  for (const scenario of chosen) {
    console.log(scenario.name)
    const found = await playScenario(scenario, postgres)
    rows.push(...found.map((each) => ({ ...each, scenario: scenario.name })))
    for (const { what, measured, limit, met } of found)
      if (met === false) console.log(`  broken: ${what}: ${measured} (${limit})`)
  }
} finally {
  killChildren()
  await postgres.remove()
}
printTable(tableOf(rows))
const broken = rows.filter(({ met }) => met === false).length
await writeReport({
  ...{ title: 'Torture', script: 'torture', postgres: postgres.version, table: tableOf(rows) },
  about: `the product, its database and the load on both
share them. It took ${minutes().toFixed(0)} minutes.

Each scenario starts the built product on a database of its own, does to it what the name says, and then checks two more
things: every statement of \`test/invariants.sql\` returns no rows, and the product answers. The numbers of the promises
are those of the tests. ${broken === 0 ? 'Every promise held.' : `**Broken: ${broken}.**`}`,
})
process.exit(broken === 0 ? 0 : 1)

/** Runs a scenario within its time limit, checks the promises afterwards, and cleans up. */
async function playScenario(scenario: Scenario, database: Postgres): Promise<Finding[]> {
  const failed = { promise: 17, what: 'the scenario came to its end', limit: 'it does', met: false }
  if (minutes() > LAST_START_MINUTES) return [{ ...failed, measured: 'not begun, the time was over' }]
  const { stage, findings, close } = openStage(database, scale)
  cleanUp = close
  let timer: NodeJS.Timeout | undefined
  const seconds = Math.min(scenario.seconds, Math.max(30, (WHOLE_MINUTES - minutes()) * 60))
  const late = new Promise<never>((_, reject) => {
    const tooLate = new Error(`not over after ${seconds.toFixed(0)} s`)
    timer = setTimeout(() => reject(tooLate), seconds * 1000)
  })
  const start = performance.now()
  try {
    const found = await Promise.race([scenario.run(stage), late])
    return [...found, ...(await findings())]
  } catch (error) {
    console.log(error)
    return [{ ...failed, measured: (error as Error).message.split('\n')[0] ?? '' }]
  } finally {
    clearTimeout(timer)
    await close()
    console.log(`  ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
}

async function abortRun(): Promise<never> {
  killChildren()
  await cleanUp().catch(() => {})
  await postgres.remove().catch(() => {})
  process.exit(130)
}
