import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { silentLog } from '#server/platform/log.ts'
import { checksumOf } from '#test/checks.ts'
import { cloneDatabase } from '#test/database.ts'
import { createObjects } from '#test/sample-requests.ts'
import { databaseUrl, withServerClient } from '#test/server-client.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { backupKeysOf } from './backup-keys.ts'
import { type LoadOptions, loadBackup } from './load-backup.ts'
import { type WriteOptions, writeBackup } from './write-backup.ts'

const [NEW_KEY, FORMER_KEY, FOREIGN_KEY] = backupKeysOf(
  [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('hex')),
)
const NOW = new Date('2026-11-21T12:00:00Z')

let app: TestApp
let folder: string
const databases: string[] = []
beforeAll(async () => {
  app = await createTestApp()
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-backup-'))
  chmodSync(folder, 0o700)
  const owner = await app.subscriber('wagtail@example.com')
  await createObjects(app, owner, 'Wagtail')
  // Any text is restored unchanged.
  await app.owner.run(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, enrichment_data)
     select $1, E'Tab\\tNew\\nLine\\\\N', 'Ünïcödé 🏡 "''' || n, '', '', jsonb_build_object('n', n, 'text', repeat('x', 50 * (n % 40)))
       from generate_series(1, 3000) n`,
    [owner.organizationId],
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
  const { maintenanceUrl } = inject('templateDatabase')
  for (const name of databases)
    await withServerClient(maintenanceUrl, (client) => client.query(`drop database ${name} with (force)`))
})

const write = (options: Partial<WriteOptions> = {}) =>
  writeBackup({
    ownerUrl: app.database.ownerUrl,
    folder,
    key: null,
    product: '0.1.0',
    now: NOW,
    ...options,
  })

/** An empty database. */
async function emptyDatabase(): Promise<string> {
  const { maintenanceUrl } = inject('templateDatabase')
  const name = `ninefold_restored_${randomBytes(6).toString('hex')}`
  await withServerClient(maintenanceUrl, (client) => client.query(`create database ${name}`))
  databases.push(name)
  return databaseUrl(maintenanceUrl, name)
}

async function load(options: Partial<LoadOptions> & { file: string }): Promise<string> {
  const ownerUrl = options.ownerUrl ?? (await emptyDatabase())
  await loadBackup({ keys: [], appUrl: null, replace: false, printLine: () => {}, ...options, ownerUrl })
  return ownerUrl
}

async function sumsOf(ownerUrl: string): Promise<string> {
  const owner = openDatabase(ownerUrl, { log: silentLog, max: 1 })
  try {
    return await checksumOf(owner)
  } finally {
    await owner.close()
  }
}

async function relationsIn(ownerUrl: string): Promise<number> {
  const owner = openDatabase(ownerUrl, { log: silentLog, max: 1 })
  try {
    const row = await owner.row<{ n: number }>(
      `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`,
    )
    return row?.n ?? -1
  } finally {
    await owner.close()
  }
}

describe('Trust 25 a backup', () => {
  test('restores every table with the same checksum, also under a former key, and is readable only by its owner', async () => {
    const { file, rows, tables } = await write({ key: FORMER_KEY! })
    expect(rows).toBeGreaterThan(3000)
    expect(tables).toBeGreaterThan(40)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes('organizations')).toBe(false)
    const restored = await emptyDatabase()
    await expect(load({ file, ownerUrl: restored })).rejects.toThrow('set BACKUP_KEY')
    await expect(load({ file, ownerUrl: restored, keys: [NEW_KEY!, FOREIGN_KEY!] })).rejects.toThrow(
      'another key',
    )
    await load({ file, ownerUrl: restored, keys: [NEW_KEY!, FORMER_KEY!] })
    expect(await sumsOf(restored)).toBe(await checksumOf(app.owner))
  })

  test('is a snapshot while others write; restoring over data requires --replace', async () => {
    let isWriting = true
    const writer = (async () => {
      while (isWriting) {
        // Both or neither: the balance is the sum of the ledger.
        await app.owner.transaction(async (tx) => {
          await tx.run(
            `insert into credit_ledger (organization_id, amount, operation, idempotency_key)
             select id, 1, 'grant', gen_random_uuid() from organizations`,
          )
          await tx.run('update organizations set credits = credits + 1')
        })
      }
    })()
    const { file } = await write({ name: 'busy' })
    isWriting = false
    await writer
    const filledDatabase = await cloneDatabase()
    const owner = openDatabase(filledDatabase.ownerUrl, { log: silentLog, max: 1 })
    try {
      await owner.run(`insert into users (email) values ('later@example.com')`)
      const before = await checksumOf(owner)
      await expect(load({ file, ownerUrl: filledDatabase.ownerUrl })).rejects.toThrow(/stop it first/)
      await owner.close()
      await expect(load({ file, ownerUrl: filledDatabase.ownerUrl })).rejects.toThrow('is not empty')
      expect(await sumsOf(filledDatabase.ownerUrl)).toBe(before)
      await load({ file, ownerUrl: filledDatabase.ownerUrl, replace: true })
      const restoredDb = openDatabase(filledDatabase.ownerUrl, { log: silentLog, max: 1 })
      const wrongBalances = await restoredDb.rows(
        `select o.id from organizations o left join credit_ledger l on l.organization_id = o.id
          group by o.id having coalesce(sum(l.amount), 0) <> o.credits`,
      )
      const laterUsers = await restoredDb.rows(`select 1 from users where email = 'later@example.com'`)
      await restoredDb.close()
      expect([wrongBalances, laterUsers]).toEqual([[], []])
    } finally {
      await filledDatabase.drop()
    }
  })

  test('is refused before any change when a byte is flipped or the end is missing', async () => {
    for (const key of [null, NEW_KEY!]) {
      const { file } = await write({ name: `whole${key ? '-sealed' : ''}`, key })
      const bytes = readFileSync(file)
      const target = await emptyDatabase()
      const before = await relationsIn(target)
      for (const share of [0.3, 0.6, 0.999]) {
        const damagedBytes = Buffer.from(bytes)
        const position = Math.floor(bytes.length * share)
        damagedBytes[position] = (damagedBytes[position] ?? 0) ^ 1
        const damagedFile = path.join(folder, 'broken')
        writeFileSync(damagedFile, damagedBytes)
        await expect(load({ file: damagedFile, keys: [NEW_KEY!], ownerUrl: target })).rejects.toThrow(
          'Nothing was changed',
        )
        writeFileSync(damagedFile, bytes.subarray(0, position))
        await expect(load({ file: damagedFile, keys: [NEW_KEY!], ownerUrl: target })).rejects.toThrow(
          'Nothing was changed',
        )
      }
      expect(await relationsIn(target)).toBe(before)
    }
  })

  test('is refused without encryption when a key is set, unless allowed', async () => {
    const { file } = await write({ name: 'open' })
    const target = await emptyDatabase()
    const before = await relationsIn(target)
    await expect(load({ file, keys: [NEW_KEY!], ownerUrl: target })).rejects.toThrow(
      /is not encrypted, although BACKUP_KEY is set.*--allow-unencrypted. Nothing was changed/,
    )
    expect(await relationsIn(target)).toBe(before)
    await load({ file, keys: [NEW_KEY!], ownerUrl: target, allowUnencrypted: true })
    expect(await relationsIn(target)).not.toBe(before)
  })

  test('contains every row even if the owner of the database is no superuser', async () => {
    const { maintenanceUrl } = inject('templateDatabase')
    const role = `ninefold_owner_${randomBytes(4).toString('hex')}`
    const source = await cloneDatabase()
    const name = new URL(source.ownerUrl).pathname.slice(1)
    const roleUrl = new URL(source.ownerUrl)
    roleUrl.username = role
    roleUrl.password = 'secret'
    try {
      await withServerClient(maintenanceUrl, async (client) => {
        await client.query(`create role ${role} login password 'secret'`)
        await client.query(`alter database ${name} owner to ${role}`)
      })
      // The role becomes the owner of everything, as if it had created it.
      await withServerClient(source.ownerUrl, (client) =>
        client.query(`do $$ declare one record; begin
          for one in select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          loop execute format('alter table %s owner to ${role}', one.name); end loop; end $$`),
      )
      const owner = openDatabase(source.ownerUrl, { log: silentLog, max: 1 })
      await owner.run(
        `with o as (insert into organizations (name, slug) values ('Realty', 'realty') returning id)
         insert into score_runs (organization_id, slice, day, cause, model_version, same_model)
         select id, 1, '2026-11-20', 'faded', '1', true from o`,
      )
      await owner.close()
      await expect(write({ ownerUrl: roleUrl.href, name: 'bound' })).rejects.toThrow(
        /can't read all rows of .*score_runs/,
      )
      await migrate(roleUrl.href, source.appUrl)
      const { rows } = await write({ ownerUrl: roleUrl.href, name: 'bound' })
      const fullBackup = await write({ ownerUrl: source.ownerUrl, name: 'unbound' })
      expect(rows).toBe(fullBackup.rows)
    } finally {
      await source.drop()
      await withServerClient(maintenanceUrl, (client) => client.query(`drop role ${role}`))
    }
  })

  test('leaves no file behind when it fails', async () => {
    const failedFolder = path.join(folder, 'elsewhere')
    await expect(
      write({ folder: failedFolder, ownerUrl: app.database.appUrl, name: 'blind' }),
    ).rejects.toThrow()
    expect(readdirSync(failedFolder)).toEqual([])
  })
})
