import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { actAs } from '../acting-member.ts'
import { ConfigError } from '../config-error.ts'
import { openEvents } from '../events.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase, type TenantTx } from './database.ts'
import { MADE_BEFORE_RELEASE, migrate } from './migrate.ts'
import { parseOrganizationId } from './organization-id.ts'

let copy: TestDatabase
let db: Database
let owner: Database

beforeAll(async () => {
  copy = await cloneDatabase()
  db = openDatabase(copy.appUrl, { log: silentLog })
  owner = openDatabase(copy.ownerUrl, { log: silentLog, max: 2 })
})
afterAll(async () => {
  await db.close()
  await owner.close()
  await copy.drop()
})

const ORGANIZATION = parseOrganizationId('01a1fb73-535a-7a90-8288-0cbccfe06c47')

describe('Trust 21 a connection lost', () => {
  test('during a transaction fails that transaction, and the next one works', async () => {
    const lostTransaction = db.transaction(async (tx) => {
      const connection = await tx.row<{ pid: number }>('select pg_backend_pid() as pid')
      await owner.row('select pg_terminate_backend($1)', [connection?.pid])
      return tx.rows('select 1')
    })
    await expect(lostTransaction).rejects.toThrow()
    expect(await db.rows<{ one: number }>('select 1 as one')).toEqual([{ one: 1 }])
  })

  test('while listening is restored once, and subscribers get a resync', async () => {
    const events = openEvents(copy.appUrl, silentLog)
    await events.start()
    const received: string[] = []
    events.subscribe(ORGANIZATION, ({ type }) => received.push(type))
    const listening = `from pg_stat_activity where application_name = 'ninefold-events' and datname = current_database()`
    await owner.rows(`select pg_terminate_backend(pid) ${listening}`)
    await vi.waitFor(() => expect(received).toEqual(['resync']), { timeout: 5000 })
    expect(await owner.row(`select count(*) as count ${listening}`)).toEqual({ count: 1 })
    await db.tenant(ORGANIZATION, async (tx) =>
      events.publish(tx, ORGANIZATION, { type: 'organization.changed' }),
    )
    await vi.waitFor(() => expect(received).toEqual(['resync', 'organization.changed']), {
      timeout: 5000,
    })
    await events.stop()
  })
})

test('reports the first failed statement of a pipeline, not the following ones', async () => {
  const writing = db.tenant(ORGANIZATION, (tx) => {
    // Its error arrives slightly later than those of the following statements.
    const nested = Promise.all([Promise.all([tx.rows('select 1 / 0')])])
    return Promise.all([nested, tx.rows('select 1'), tx.rows('select 2')])
  })
  await expect(writing).rejects.toThrow('division by zero')
})

test('a transaction ended by a deadlock is repeated, so that both take effect', async () => {
  await owner.run('create table pairs (id int primary key, n int not null)')
  await owner.run('grant select, update on pairs to public')
  await owner.run('insert into pairs values (1, 0), (2, 0)')
  const raise = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.run('update pairs set n = n + 1 where id = $1', [first])
      await tx.rows('select pg_sleep(0.2)') // long enough for the other transaction to lock its first row
      await tx.run('update pairs set n = n + 1 where id = $1', [second])
    })
  await Promise.all([raise(1, 2), raise(2, 1)])
  expect(await owner.rows('select n from pairs order by id')).toEqual([{ n: 2 }, { n: 2 }])
})

test('A34 installations on several databases of one cluster can start at the same moment', async () => {
  const copies = await Promise.all(Array.from({ length: 6 }, () => cloneDatabase()))
  try {
    const starts = copies.flatMap(({ ownerUrl }) => [migrate(ownerUrl), migrate(ownerUrl)])
    const urls = await Promise.all(starts)
    expect(new Set(urls.map(({ appUrl }) => new URL(appUrl).username))).toEqual(new Set(['ninefold_app']))
  } finally {
    await Promise.all(copies.map(({ drop }) => drop()))
  }
})

test('a database from before the first release is refused with instructions and not changed', async () => {
  const oldDatabase = await cloneDatabase()
  const database = openDatabase(oldDatabase.ownerUrl, { log: silentLog, max: 1 })
  try {
    await database.run(`delete from schema_migrations`)
    await database.run(
      `insert into schema_migrations (name) values ('0001_accounts.sql'), ('0002_contacts.sql')`,
    )
    await expect(migrate(oldDatabase.ownerUrl)).rejects.toThrow(new ConfigError(MADE_BEFORE_RELEASE))
    expect(await database.row('select count(*)::int as applied from schema_migrations')).toEqual({
      applied: 2,
    })
  } finally {
    await database.close()
    await oldDatabase.drop()
  }
})

describe('SQL functions', () => {
  const body = () =>
    owner.row<{ body: string }>(`select prosrc as body from pg_proc where proname = 'flush_search_index'`)
  const replace = () =>
    owner.run(
      `create or replace function flush_search_index() returns bigint language sql security definer
         set search_path = pg_catalog, public, pg_temp as 'select 1::bigint'`,
    )

  test('are created again when their file changes', async () => {
    const original = await body()
    await replace()
    await migrate(copy.ownerUrl)
    expect(await body()).toEqual({ body: 'select 1::bigint' })
    await owner.run(`update schema_functions set sha256 = 'of another text' where file = 'contacts.sql'`)
    await owner.run('grant execute on function flush_search_index() to public')
    await migrate(copy.ownerUrl)
    expect(await body()).toEqual(original)
    const callers = await owner.rows(
      `select grantee from information_schema.routine_privileges
        where routine_name = 'flush_search_index' and grantee in ('PUBLIC', 'ninefold_app')`,
    )
    expect(callers).toEqual([{ grantee: 'ninefold_app' }])
  })

  test('do not replace functions of a newer version', async () => {
    const original = await body()
    await replace()
    await owner.run(
      `update schema_functions set sha256 = 'of another text', version = '0.10.0' where file = 'contacts.sql'`,
    )
    await migrate(copy.ownerUrl)
    expect(await body()).toEqual({ body: 'select 1::bigint' })
    await owner.run(`update schema_functions set version = '0.0.1' where file = 'contacts.sql'`)
    await migrate(copy.ownerUrl)
    expect(await body()).toEqual(original)
  })
})

test('Trust 1 owner functions search temporary tables last, and the request role can’t create any', async () => {
  const definers = await owner.rows<{ proname: string; settings: string | null }>(
    `select proname, array_to_string(proconfig, ';') as settings from pg_proc p
       join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and prosecdef`,
  )
  expect(definers.length).toBeGreaterThan(4)
  for (const { proname, settings } of definers) {
    expect(settings, proname).toMatch(/search_path=pg_catalog, public, pg_temp/)
  }
  await migrate(copy.ownerUrl) // privileges on a database are not copied with its template
  const right = await owner.row<{ may: boolean }>(
    `select has_database_privilege('ninefold_app', $1, 'temporary') as may`,
    [new URL(copy.ownerUrl).pathname.slice(1)],
  )
  expect(right).toEqual({ may: false })
})

describe('pipelined statements', () => {
  test('a read in one round trip sees a snapshot of one organization and writes nothing', async () => {
    const [ownRows, otherRows] = await db.read(ORGANIZATION, (tx) =>
      tx.commitWith(() =>
        Promise.all([
          tx.row<{ id: string }>(`select current_setting('app.org_id') as id`),
          tx.row('select 1 as one'),
        ]),
      ),
    )
    expect(ownRows?.id).toBe(ORGANIZATION)
    expect(otherRows).toEqual({ one: 1 })
    const write = db.read(ORGANIZATION, (tx) =>
      tx.run(`insert into audit_log (actor, action) values ('a', 'b')`),
    )
    await expect(write).rejects.toMatchObject({ code: '25006' })
    const setting = await db.row<{ id: string }>(`select current_setting('app.org_id', true) as id`)
    expect(setting?.id ?? '').toBe('')
  })

  test('commitWith commits its statements and allows none afterwards', async () => {
    const writeEntry = (tx: TenantTx, actor: string) =>
      tx.run(`insert into audit_log (organization_id, actor, action) values ($1, $2, 'last.done')`, [
        ORGANIZATION,
        actor,
      ])
    const listActors = () =>
      db.read(ORGANIZATION, (tx) =>
        tx.rows<{ actor: string }>(`select actor from audit_log where action = 'last.done' order by actor`),
      )
    const published: string[] = []
    await db.tenant(ORGANIZATION, async (tx) => {
      tx.afterCommit(() => published.push('kept'))
      await writeEntry(tx, 'a')
      await tx.commitWith(() => Promise.all([writeEntry(tx, 'b'), writeEntry(tx, 'c')]))
    })
    expect(await listActors()).toEqual([{ actor: 'a' }, { actor: 'b' }, { actor: 'c' }])
    expect(published).toEqual(['kept'])

    const lateStatement = db.tenant(ORGANIZATION, async (tx) => {
      await tx.commitWith(() => writeEntry(tx, 'd'))
      await writeEntry(tx, 'e')
    })
    await expect(lateStatement).rejects.toThrow('No statement may follow')
    expect((await listActors()).map(({ actor }) => actor)).not.toContain('e')
  })

  test('details of checked contacts are the last statements of commitWith', async () => {
    const member = {
      userId: ORGANIZATION,
      organizationId: ORGANIZATION,
      role: 'MEMBER',
      access: 'own',
    } as const
    const setting = (tx: TenantTx) =>
      tx.value<string | null>(`select current_setting('app.contacts_checked', true)`)
    await actAs(member, async () => {
      const read = await db.read(ORGANIZATION, (tx) =>
        tx.commitWith(() => Promise.all([setting(tx), tx.withDetails(() => setting(tx))])),
      )
      expect(read[0] ?? '').toBe('')
      expect(read[1]).toBe('on')
      const late = db.read(ORGANIZATION, (tx) =>
        tx.commitWith(() => Promise.all([tx.withDetails(() => setting(tx)), setting(tx)])),
      )
      await expect(late).rejects.toThrow('No statement may follow')
      const around = await db.read(ORGANIZATION, (tx) =>
        Promise.all([tx.withDetails(() => setting(tx)), setting(tx)]),
      )
      expect(around).toEqual(['on', ''])
    })
  })

  test('commitWith rolls back when a statement fails, even if its result is not awaited', async () => {
    const write = (tx: TenantTx) =>
      tx.run(`insert into audit_log (organization_id, actor, action) values ($1, 'x', 'last.refused')`, [
        ORGANIZATION,
      ])
    const published: string[] = []
    const refusedStatement = db.tenant(ORGANIZATION, (tx) => {
      tx.afterCommit(() => published.push('kept'))
      return tx.commitWith(() => Promise.all([write(tx), tx.rows('select 1 / 0')]))
    })
    await expect(refusedStatement).rejects.toMatchObject({ code: '22012' })
    const unawaited = db.tenant(ORGANIZATION, (tx) => {
      tx.afterCommit(() => published.push('kept'))
      return tx.commitWith(async () => {
        const writing = write(tx)
        tx.rows('select 1 / 0').catch(() => {})
        await writing
      })
    })
    await expect(unawaited).rejects.toMatchObject({ code: '22012' })
    expect(published).toEqual([])
    const remaining = await db.read(ORGANIZATION, (tx) =>
      tx.rows(`select from audit_log where action = 'last.refused'`),
    )
    expect(remaining).toEqual([])
  })

  test('a failed statement aborts the transaction, and the connection stays usable', async () => {
    const halfWritten = db.tenant(ORGANIZATION, (tx) =>
      Promise.all([
        tx.run(
          `insert into audit_log (organization_id, actor, action) values ($1, 'half', 'half.done')`,
          [ORGANIZATION],
          'half',
        ),
        tx.rows('select 1 / 0', [], 'refused'),
        tx.rows('select 1 as one', [], 'behind'),
      ]),
    )
    await expect(halfWritten).rejects.toMatchObject({ code: '22012' })
    const remaining = await db.read(ORGANIZATION, (tx) =>
      tx.rows(`select from audit_log where actor = 'half'`),
    )
    expect(remaining).toEqual([])
    const laterReads = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.tenant(ORGANIZATION, (tx) => tx.row<{ one: number }>('select 1 as one', [], 'behind')),
      ),
    )
    expect(laterReads.every((row) => row?.one === 1)).toBe(true)
  })
})
