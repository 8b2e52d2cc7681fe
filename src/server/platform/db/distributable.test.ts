import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '#server/platform/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { type Database, openDatabase } from './database.ts'

let database: TestDatabase
let owner: Database
beforeAll(async () => {
  database = await cloneDatabase()
  owner = openDatabase(database.ownerUrl, { log: silentLog, max: 1 })
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})

/**
 * Tables with rows of organizations, or referenced by such tables, that are not distributed by organization, each with
 * its reason. On a cluster, `everywhere` is replicated to every node and `one-place` is stored on the coordinator.
 */
const LOCAL_TABLES: Record<string, { place: 'everywhere' | 'one-place'; reason: string }> = {
  organizations: {
    place: 'everywhere',
    reason: 'its slug is unique over all of them; the session gate reads it',
  },
  brokerages: { place: 'everywhere', reason: 'belongs to a user and spans organizations' },
  users: { place: 'everywhere', reason: 'an address signs in before its organization is known' },
  proven_domains: {
    place: 'everywhere',
    reason: 'a host or an address leads to its organization before any is known',
  },
  memberships: { place: 'everywhere', reason: 'the session gate reads it before the organization is known' },
  sessions: { place: 'one-place', reason: 'belongs to a user, whatever organization it works in' },
  playbooks: { place: 'everywhere', reason: 'small, with templates that belong to nobody' },
  chat_messages: {
    place: 'one-place',
    reason: 'a conversation belongs to a session, also without an organization',
  },
  test_checkouts: { place: 'one-place', reason: 'embedded test payments, found by their own ids' },
  test_customers: { place: 'one-place', reason: 'embedded test payments, found by their own ids' },
}

/** Tables that scripts/distribute.sql distributes: rows with an organization, under row-level security. */
const DISTRIBUTED_TABLES_SQL = `select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity and a.attnotnull`

const lines = async (sql: string, values: unknown[] = []) =>
  (await owner.rows<{ line: string }>(sql, values)).map(({ line }) => line)

const everywhere = Object.keys(LOCAL_TABLES).filter((table) => LOCAL_TABLES[table]?.place === 'everywhere')

test('every table with organization rows is distributed by organization or listed with a reason', async () => {
  const undistributed = await lines(
    `select c.relname as line from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'organization_id'
        and c.oid not in (${DISTRIBUTED_TABLES_SQL})`,
  )
  expect(undistributed.sort()).toEqual(
    Object.keys(LOCAL_TABLES)
      .filter((table) => table !== 'organizations' && table !== 'brokerages')
      .sort(),
  )
  expect(
    (await lines(`select s.oid::regclass::text as line from (${DISTRIBUTED_TABLES_SQL}) s`)).length,
  ).toBeGreaterThan(30)
})

test('organization_id is a uuid in every distributed table', async () => {
  expect(
    await lines(
      `select attrelid::regclass || ' ' || atttypid::regtype as line from pg_attribute
        where attrelid in (${DISTRIBUTED_TABLES_SQL}) and attname = 'organization_id' and atttypid <> 'uuid'::regtype`,
    ),
  ).toEqual([])
})

test('every unique key of a distributed table begins with organization_id', async () => {
  expect(
    await lines(
      `select indexrelid::regclass::text as line from pg_index
        where (indisunique or indisprimary) and indrelid in (${DISTRIBUTED_TABLES_SQL})
          and coalesce((select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]), '')
              <> 'organization_id'`,
    ),
  ).toEqual([])
})

test('no exclusion constraint spans organizations, and no table inherits', async () => {
  expect(await lines(`select conname as line from pg_constraint where contype = 'x'`)).toEqual([])
  expect(
    await lines(`select inhrelid::regclass::text as line from pg_inherits
    where inhrelid in (select oid from pg_class where relkind in ('r', 'p'))`),
  ).toEqual([])
})

test('foreign keys between distributed tables begin with organization_id', async () => {
  expect(
    await lines(
      `select conrelid::regclass || ': ' || pg_get_constraintdef(k.oid) as line from pg_constraint k
        where contype = 'f' and conrelid in (${DISTRIBUTED_TABLES_SQL})
          and not (confrelid::regclass::text = any($1))
          and not (confrelid in (${DISTRIBUTED_TABLES_SQL})
            and (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) = 'organization_id'
            and (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) = 'organization_id')`,
      [everywhere],
    ),
  ).toEqual([])
})

test('tables that are not distributed never refer to distributed ones', async () => {
  expect(
    await lines(
      `select conrelid::regclass || ' > ' || confrelid::regclass as line from pg_constraint
        where contype = 'f' and conrelid not in (${DISTRIBUTED_TABLES_SQL})
          and (confrelid in (${DISTRIBUTED_TABLES_SQL})
            or conrelid::regclass::text = any($1) and not (confrelid::regclass::text = any($1)))`,
      [everywhere],
    ),
  ).toEqual([])
})

test('only the ledger, enrichments and links of a sync clear part of a key on delete, which a cluster can’t do', async () => {
  expect(
    await lines(
      `select conrelid::regclass::text as line from pg_constraint
        where contype = 'f' and conrelid in (${DISTRIBUTED_TABLES_SQL}) and confdeltype in ('n', 'd') and array_length(conkey, 1) > 1
        order by 1`,
    ),
  ).toEqual(['credit_ledger', 'enrichments', 'follow_up_boss_links'])
})

test('no distributed table has a trigger, rule or sequence', async () => {
  expect(
    await lines(
      `select tgname as line from pg_trigger where tgrelid in (${DISTRIBUTED_TABLES_SQL}) and not tgisinternal
       union all select rulename from pg_rewrite where ev_class in (${DISTRIBUTED_TABLES_SQL})
       union all select attrelid::regclass || '.' || attname from pg_attribute
        where attrelid in (${DISTRIBUTED_TABLES_SQL}) and (attidentity <> '' or exists (
          select from pg_attrdef d where d.adrelid = attrelid and d.adnum = attnum
             and pg_get_expr(d.adbin, d.adrelid) like 'nextval(%'))`,
    ),
  ).toEqual([])
})

test('no policy but those for own and team records reads another table', async () => {
  expect(
    await lines(
      `select polrelid::regclass || '.' || polname as line from pg_policy
        where polname not like '%\\_access'
          and coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '')
              ~* '\\mselect\\M'`,
    ),
  ).toEqual([])
})

test('the organization of a transaction is set with SET LOCAL, which reaches other nodes', async () => {
  const violations: string[] = []
  for (const file of await sources()) {
    const text = await readFile(file, 'utf8')
    if (/set_config\s*\(/.test(text)) violations.push(path.relative(PROJECT_ROOT, file))
  }
  expect(violations).toEqual([])
})

test('statements with SKIP LOCKED on a distributed table name the organization', async () => {
  const distributed = await lines(`select s.oid::regclass::text as line from (${DISTRIBUTED_TABLES_SQL}) s`)
  const uncheckedStatements: string[] = []
  for (const file of await sources()) {
    for (const statement of statementsOf(await readFile(file, 'utf8'))) {
      if (!/skip locked/i.test(statement)) continue
      const tables = [...statement.matchAll(/\b(?:from|update|join)\s+(\w+)/gi)].map(
        ([, table]) => table ?? '',
      )
      if (tables.some((table) => distributed.includes(table)) && !/organization_id = /.test(statement))
        uncheckedStatements.push(path.relative(PROJECT_ROOT, file))
    }
  }
  expect(uncheckedStatements).toEqual([])
})

test('an upsert uses no now() in its update, which a cluster rejects', async () => {
  const tables = [
    ...everywhere,
    ...(await lines(`select s.oid::regclass::text as line from (${DISTRIBUTED_TABLES_SQL}) s`)),
  ]
  const violations: string[] = []
  for (const file of await sources()) {
    for (const statement of statementsOf(await readFile(file, 'utf8'))) {
      const table = /insert into (\w+)/i.exec(statement)?.[1] ?? ''
      const change = /on conflict[\s\S]*?do update([\s\S]*)/i.exec(statement)?.[1] ?? ''
      if (tables.includes(table) && /\b(now|clock_timestamp|gen_random_uuid|random)\(/.test(change))
        violations.push(`${path.relative(PROJECT_ROOT, file)}: ${table}`)
    }
  }
  expect(violations).toEqual([])
})

const PROJECT_ROOT = path.resolve(import.meta.dirname, '../../../..')

async function sources(): Promise<string[]> {
  const folder = path.join(PROJECT_ROOT, 'src/server')
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name))
}

/** Text between backticks or quotes. */
function statementsOf(text: string): string[] {
  return text.match(/`[^`]*`|'[^'\n]*'/g) ?? []
}
