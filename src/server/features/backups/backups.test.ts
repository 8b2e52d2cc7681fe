import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  type BackupFolder,
  ERASURE_LOG_FILE,
  openBackupFolder,
} from '#server/platform/backup/backup-folder.ts'
import { readSite } from '#server/platform/content/site.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { registry } from '#server/platform/metrics.ts'
import { restore } from '#server/restore.ts'
import { dumpRows } from '#test/checks.ts'
import { createObjects } from '#test/sample-requests.ts'
import { databaseUrl, withServerClient } from '#test/server-client.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { backupsService } from './service.ts'

const clock = { time: Date.now(), now: () => new Date(clock.time) }
const HOUR = 3_600_000

let app: TestApp
let folder: string
let restoredUrl: string
beforeAll(async () => {
  app = await createTestApp({ clock, adminEmails: ['operator@example.com'] })
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-backups-'))
  chmodSync(folder, 0o700)
  restoredUrl = databaseUrl(
    inject('templateDatabase').maintenanceUrl,
    `ninefold_back_${randomBytes(6).toString('hex')}`,
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
  await withServerClient(inject('templateDatabase').maintenanceUrl, (client) =>
    client.query(`drop database if exists ${nameOf(restoredUrl)} with (force)`),
  )
})

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const createService = (folder: BackupFolder | null) =>
  backupsService(
    {
      ...{ db: app.db, clock, log: silentLog, mailer: app.mailer },
      ...{ site: readSite(null).site, adminEmails: ['operator@example.com'] },
    },
    folder,
  )
const openFolder = (options: { folder?: string; ownerUrl?: string } = {}) =>
  openBackupFolder({ folder, ownerUrl: app.database.ownerUrl, keys: [], product: '0.1.0', ...options })
const listBackups = (directory: string) =>
  readdirSync(directory).filter((name) => name.startsWith('ninefold-'))

async function addContact(person: Person, contact: object): Promise<string> {
  const response = await person.request('POST', '/api/contacts', contact)
  expect(response.status).toBe(201)
  return (response.json as { id: string }).id
}

/** Restores the backup of the folder with its erasure log. */
async function restoreBackup(): Promise<Database> {
  const [file] = listBackups(folder)
  await withServerClient(inject('templateDatabase').maintenanceUrl, (client) =>
    client.query(`create database ${nameOf(restoredUrl)}`),
  )
  await restore({
    file: path.join(folder, file ?? ''),
    erasureLog: path.join(folder, ERASURE_LOG_FILE),
    ...{
      keys: [],
      replace: false,
      keepSessions: false,
      adminEmails: [],
      ownerUrl: restoredUrl,
      appUrl: null,
    },
    printLine: () => {},
  })
  return openDatabase(restoredUrl, { log: silentLog, max: 2 })
}

describe('Trust 25 erasures after a backup', () => {
  test('are replayed on restore, and nothing else is erased', async () => {
    const ann = await app.subscriber('ann@example.com')
    const contactInput = {
      firstName: 'Goldcrest',
      lastName: 'One',
      email: 'goldcrest@example.com',
      phone: '6305550171',
    }
    const ids = await Promise.all([
      addContact(ann, contactInput),
      addContact(ann, { firstName: 'Goldcrest', lastName: 'Two', email: 'goldcrest2@example.com' }),
    ])
    const keptId = await addContact(ann, { firstName: 'Stays', lastName: 'Here', email: 'stays@example.com' })
    const leavingOwner = await app.subscriber('smew@example.com')
    await createObjects(app, leavingOwner, 'Smew')
    // The owner of a brokerage keeps the account.
    await app.owner.run('update brokerages set owner_id = $1', [ann.userId])
    const teammate = await app.member('dipper@example.com', ann.organizationId, 'MEMBER')
    await app.owner.run(
      `insert into contact_submissions (first_name, last_name, email, subject, message)
       values ('Pochard', 'Common', 'pochard@example.com', 'general', 'Hello')`,
    )
    const backups = createService(openFolder())
    expect(await backups.writeWhenDue()).toBe(true)

    // After the backup: one deleted, one deleted and suppressed, an organization, an account, and a person's request.
    const noCalls = { doNotContact: true, channel: 'call' }
    expect((await ann.request('PATCH', `/api/contacts/${ids[1]}/do-not-contact`, noCalls)).status).toBe(200)
    const liftTextOptOut = { doNotContact: false, channel: 'text', reason: 'Asked for a text' }
    for (const change of [{ ...noCalls, channel: 'text' }, liftTextOptOut])
      expect((await ann.request('PATCH', `/api/contacts/${ids[1]}/do-not-contact`, change)).status).toBe(200)
    expect((await ann.request('DELETE', `/api/contacts/${ids[1]}`)).status).toBe(204)
    expect((await ann.request('DELETE', `/api/contacts/${ids[0]}?suppress=1`)).status).toBe(204)
    const name = 'Company of smew@example.com'
    expect(
      (
        await leavingOwner.request('POST', `/api/organizations/${leavingOwner.organizationId}/erase`, {
          name,
        })
      ).status,
    ).toBe(202)
    await app.queue.drain()
    expect((await teammate.request('POST', '/api/profile/delete', { email: teammate.email })).status).toBe(
      204,
    )
    const requestId = randomUUID()
    await app.owner.run(
      `insert into privacy_requests (id, kind, name, email, status, created_at, confirmed_at, due_at, work, next_work_at)
       values ($1, 'erasure', 'Pochard', 'pochard@example.com', 'working', $2, $2, $2, 'erase', $2)`,
      [requestId, clock.now()],
    )
    await app.services.privacyRequests.work(requestId)
    expect(await backups.copyErasures()).toBeGreaterThan(4)
    expect(await backups.copyErasures()).toBe(0)
    const erasedNames = /goldcrest|smew|dipper|pochard/i
    // The erasure log contains only ids and hashes.
    expect(readFileSync(path.join(folder, ERASURE_LOG_FILE), 'utf8')).not.toMatch(erasedNames)

    const restoredDb = await restoreBackup()
    try {
      const erasedLines = (await dumpRows(restoredDb)).split('\n').filter((line) => erasedNames.test(line))
      // The first worker that starts erases outside of organizations.
      expect(erasedLines.filter((line) => !/pochard/i.test(line))).toEqual([])
      expect(
        await restoredDb.row('select work, status from privacy_requests where id = $1', [requestId]),
      ).toEqual({
        work: 'erase',
        status: 'working',
      })
      expect(await restoredDb.row('select first_name from contacts where id = $1', [keptId])).toEqual({
        firstName: 'Stays',
      })
      // Suppressed people can't be added, and everyone has to sign in again.
      const suppressionsQuery = 'select encode(key, $1) as key from suppressions order by 1'
      expect(await restoredDb.rows(suppressionsQuery, ['hex'])).toEqual(
        await app.owner.rows(suppressionsQuery, ['hex']),
      )
      const optOutsQuery =
        'select encode(key, $1) as key, channel, source, lifted_at from channel_opt_outs order by 1, 2'
      const optOuts = await app.owner.rows<{ channel: string; liftedAt: string | null }>(optOutsQuery, [
        'hex',
      ])
      expect(new Set(optOuts.map(({ channel, liftedAt }) => [channel, liftedAt !== null].join()))).toEqual(
        new Set(['call,false', 'text,true']),
      )
      expect(await restoredDb.rows(optOutsQuery, ['hex'])).toEqual(optOuts)
      expect(await restoredDb.rows('select 1 from sessions')).toEqual([])
      const copiedQuery =
        'select count(*)::int as n from erasure_log where kind = $1 and copied_at is not null'
      expect(await restoredDb.row(copiedQuery, ['organization'])).toEqual({ n: 1 })
    } finally {
      await restoredDb.close()
    }
  })
})

describe('backups by schedule', () => {
  test('are made every six hours by one of several workers, and stored for thirty days', async () => {
    const scheduleFolder = mkdtempSync(path.join(folder, 'schedule-'))
    const workers = [
      createService(openFolder({ folder: scheduleFolder })),
      createService(openFolder({ folder: scheduleFolder })),
    ]
    const countNewBackups = async () =>
      (await Promise.all(workers.map((worker) => worker.writeWhenDue()))).filter(Boolean).length
    clock.time += 6 * HOUR
    expect(await countNewBackups()).toBe(1)
    clock.time += 5 * HOUR
    expect(await countNewBackups()).toBe(0)
    clock.time += HOUR
    expect(await countNewBackups()).toBe(1)
    expect(listBackups(scheduleFolder)).toHaveLength(2)
    expect(await registry.metrics()).toContain(`ninefold_backup_timestamp_seconds ${clock.time / 1000}\n`)
    clock.time += 29 * 24 * HOUR
    expect(await countNewBackups()).toBe(1)
    expect(listBackups(scheduleFolder)).toHaveLength(3)
    clock.time += 24 * HOUR
    expect(await countNewBackups()).toBe(1)
    expect(listBackups(scheduleFolder)).toHaveLength(2)
    expect(await createService(null).writeWhenDue()).toBe(false)
  })

  test('alert operators once a day when they fail, and are retried', async () => {
    // A role without read access makes the backup fail.
    const failingService = createService(openFolder({ ownerUrl: app.database.appUrl }))
    const listAlerts = () =>
      app.mailer.outbox?.filter(({ subject }) => subject === 'Ninefold: backups are failing') ?? []
    clock.time += 6 * HOUR
    await expect(failingService.writeWhenDue()).rejects.toThrow()
    clock.time += HOUR
    await expect(failingService.writeWhenDue()).rejects.toThrow()
    expect(listAlerts().map(({ to }) => to)).toEqual(['operator@example.com'])
    clock.time += 23 * HOUR
    await expect(failingService.writeWhenDue()).rejects.toThrow()
    expect(listAlerts()).toHaveLength(2)
    expect(await createService(openFolder()).writeWhenDue()).toBe(true)
  })
})
