// `npm run rebuild-facts [-- --write]`: derives milestones and daily sums of every organization again, even while the product
// runs, and prints where they differ from the stored ones. Ends with 1 if any do; `--write` stores the right ones.
import { readConfig } from '#server/config.ts'
import { rebuildFacts } from '#server/features/analytics/service/rebuild.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { reachEmbeddedPostgres } from '#server/platform/db/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { silentLog } from '#server/platform/log.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/** @returns the number of differences */
async function rebuild(writes: boolean): Promise<number> {
  const config = readConfig({ ...process.env, ALLOW_EMBEDDED: '1' })
  const server = config.database
    ? { ownerUrl: config.database.url, stop: async () => {} }
    : await reachEmbeddedPostgres({
        dataDir: config.dataDir,
        canMove: !config.isDataDirExplicit,
        log: printLine,
      })
  const { appUrl } = await migrate(server.ownerUrl, config.database?.appUrl ?? null)
  const db = openDatabase(appUrl, { log: silentLog, max: 1 })
  let differences = 0
  try {
    for (const id of await db.column<string>('select id from organizations order by id')) {
      const { milestones, facts, doneThrough } = await rebuildFacts({ db }, parseOrganizationId(id), {
        writes,
      })
      differences += milestones + facts.length
      printLine(
        `${id}: sums through ${doneThrough ?? 'no day yet'}, ${milestones} wrong milestones, ${facts.length} wrong sums`,
      )
      for (const { unit, day, metric, dimension, value, stored, counted } of facts)
        printLine(
          `  ${unit === 'month' ? day.slice(0, 7) : day} ${metric} ${dimension} ${value}: ${stored ?? 'nothing'} stored, ${counted ?? 'nothing'} counted`,
        )
    }
  } finally {
    await db.close()
    await server.stop()
  }
  return differences
}

try {
  const writes = process.argv.includes('--write')
  const differences = await rebuild(writes)
  printLine(
    differences === 0
      ? 'Everything stored equals what was counted.'
      : writes
        ? `${differences} differences, stored as counted.`
        : `${differences} differences. Run it with -- --write to store what was counted.`,
  )
  if (differences > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
