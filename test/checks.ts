import { expect } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import type { TestApp } from './test-app.ts'

/** The tables of a database, in order of name. */
async function listTableNames(owner: Database, excludedTables: readonly string[] = []): Promise<string[]> {
  const rows = await owner.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !excludedTables.includes(name))
}

/** Every row of every table as text, as in a dump. */
export async function dumpRows(owner: Database): Promise<string> {
  const tableTexts: string[] = []
  for (const table of await listTableNames(owner)) {
    const rows = await owner.rows<{ line: string }>(`select t::text as line from ${table} t`)
    tableTexts.push(`${table}\n${rows.map(({ line }) => line).join('\n')}`)
  }
  return tableTexts.join('\n')
}

/** Checksum over all rows of all tables except the given ones. */
export async function checksumOf(owner: Database, excludedTables: readonly string[] = []): Promise<string> {
  const tables = await listTableNames(owner, excludedTables)
  const sums = tables.map(
    (table) =>
      `select '${table} ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as line from ${table} t`,
  )
  const rows = await owner.rows<{ line: string }>(sums.join(' union all '))
  // Sorted, because PostgreSQL reads several tables at once and returns them in the order they finish.
  return rows
    .map(({ line }) => line)
    .sort()
    .join('\n')
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
