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
const MAX_MINUTES = 20
/** Scenarios that haven't started by then are skipped and reported. */
const LAST_START_MINUTES = 19

const scenarios = chooseByName(SCENARIOS)
const scale = Number(readOption('scale') ?? 1)
if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number above 0, at most 1')

const startedAt = performance.now()
const minutesElapsed = () => (performance.now() - startedAt) / 60_000
const rows: Row[] = []
let cleanUp = async (): Promise<void> => {}
ensureBuilt(findNode())
const postgres = await startPostgres()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abortRun())
process.once('exit', killChildren)
try {
  for (const scenario of scenarios) {
    console.log(scenario.name)
    const scenarioFindings = await playScenario(scenario, postgres)
    rows.push(...scenarioFindings.map((each) => ({ ...each, scenario: scenario.name })))
    for (const { title, measurement, limit, isMet } of scenarioFindings)
      if (isMet === false) console.log(`  broken: ${title}: ${measurement} (${limit})`)
  }
} finally {
  killChildren()
  await postgres.remove()
}
printTable(tableOf(rows))
const brokenCount = rows.filter(({ isMet }) => isMet === false).length
await writeReport({
  ...{ title: 'Torture', script: 'torture', postgres: postgres.version, table: tableOf(rows) },
  about: `the product, its database and the load on both
share them. It took ${minutesElapsed().toFixed(0)} minutes.

Each scenario starts the built product on a database of its own, does to it what the name says, and then checks two more
things: every statement of \`test/invariants.sql\` returns no rows, and the product answers. The numbers of the promises
are those of the tests. ${brokenCount === 0 ? 'Every promise held.' : `**Broken: ${brokenCount}.**`}`,
})
process.exit(brokenCount === 0 ? 0 : 1)

/** Runs a scenario within its time limit, checks the promises afterwards, and cleans up. */
async function playScenario(scenario: Scenario, database: Postgres): Promise<Finding[]> {
  const unfinishedFinding = { promiseId: 17, title: 'the scenario ends', limit: 'it does', isMet: false }
  if (minutesElapsed() > LAST_START_MINUTES)
    return [{ ...unfinishedFinding, measurement: 'not begun, the time was over' }]
  const { stage, checkInvariants, close } = openStage(database, scale)
  cleanUp = close
  let timer: NodeJS.Timeout | undefined
  const seconds = Math.min(scenario.seconds, Math.max(30, (MAX_MINUTES - minutesElapsed()) * 60))
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`not over after ${seconds.toFixed(0)} s`)
    timer = setTimeout(() => reject(error), seconds * 1000)
  })
  const start = performance.now()
  try {
    const ownFindings = await Promise.race([scenario.run(stage), timeout])
    return [...ownFindings, ...(await checkInvariants())]
  } catch (error) {
    console.log(error)
    return [{ ...unfinishedFinding, measurement: (error as Error).message.split('\n')[0] ?? '' }]
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
