import { expect } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import type { TestApp } from './test-app.ts'

/** Longer binary values, such as do-not-call lists of a megabyte, count by their checksum: their text takes a second. */
const MAX_SHOWN_BYTES = 65_536

type TableText = {
  name: string
  /** SQL of a row as text, as in a dump. */
  line: string
}

/** The tables of a database, in order of name. */
async function listTables(owner: Database, excludedTables: readonly string[] = []): Promise<TableText[]> {
  const tables = await owner.rows<TableText>(
    `select relname as name,
            format('row(%s)::text', string_agg(
              case when atttypid = 'bytea'::regtype
                then format('case when length(%1$I) > ${MAX_SHOWN_BYTES} then md5(%1$I)::bytea else %1$I end', attname)
                else quote_ident(attname) end, ', ' order by attnum)) as line
       from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      group by 1 order by 1`,
  )
  return tables.filter(({ name }) => !excludedTables.includes(name))
}

/** Every row of every table as text, as in a dump. */
export async function dumpRows(owner: Database): Promise<string> {
  const tableTexts: string[] = []
  for (const { name, line } of await listTables(owner)) {
    const rows = await owner.rows<{ line: string }>(`select ${line} as line from ${name}`)
    tableTexts.push(`${name}\n${rows.map((row) => row.line).join('\n')}`)
  }
  return tableTexts.join('\n')
}

/** Checksum over all rows of all tables except the given ones. */
export async function checksumOf(owner: Database, excludedTables: readonly string[] = []): Promise<string> {
  const tables = await listTables(owner, excludedTables)
  const sums = tables.map(
    ({ name, line }) =>
      `select '${name} ' || count(*) || ' ' || coalesce(md5(string_agg(${line}, '|' order by ${line})), '') as line from ${name}`,
  )
  const rows = await owner.transaction(async (tx) => {
    // Starting helper processes takes longer than reading the few rows of a test.
    await tx.run('set local max_parallel_workers_per_gather = 0')
    return tx.rows<{ line: string }>(sums.join(' union all '))
  })
  return rows.map(({ line }) => line).join('\n')
}

/** All rows of an organization in all tables, except its audit log. */
export async function rowsOf(owner: Database, organizationId: string): Promise<string[]> {
  const tables = await owner.rows<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'audit_log'`,
  )
  const rows = tables.map(
    ({ name }) => `select '${name} ' || t::text as line from ${name} t where organization_id = $1`,
  )
  const rowLines = await owner.rows<{ line: string }>(rows.join(' union all '), [organizationId])
  return rowLines.map(({ line }) => line).sort()
}

/** The balance of an organization, after checking that ledger and balance agree everywhere. */
export async function balanceOf(owner: Database, organizationId: string): Promise<number> {
  const rows = await owner.rows<{ id: string; credits: number; sum: number }>(
    `select id, credits, (select coalesce(sum(amount), 0)::int from credit_ledger l where l.organization_id = o.id) as sum
       from organizations o`,
  )
  for (const { credits, sum } of rows) expect(sum).toBe(credits)
  return rows.find(({ id }) => id === organizationId)?.credits ?? Number.NaN
}

/** Runs the queue's jobs, several at a time, until the given work is done. */
export async function withJobsRunning<T>(
  { queue }: Pick<TestApp, 'queue'>,
  response: Promise<T>,
  workers = 1,
): Promise<T> {
  let isOver = false
  const finishedResponse = response.finally(() => {
    isOver = true
  })
  const work = async () => {
    while (!isOver) {
      await queue.drain()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return finishedResponse
}

/** An answer without what differs between requests: their id, and the path that a problem names. */
export function withoutRequest(text: string): string {
  return text.replace(/"(requestId|instance)":"[^"]+"/g, '"$1":""')
}
