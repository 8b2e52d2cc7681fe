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
import { dump } from '#test/checks.ts'
import { databaseUrl, onServer } from '#test/on-server.ts'
import { createObjects } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { backupsService } from './service.ts'

const clock = { time: Date.now(), now: () => new Date(clock.time) }
const HOUR = 3_600_000

let app: TestApp
let folder: string
let target: string
beforeAll(async () => {
  app = await createTestApp({ clock, adminEmails: ['operator@example.com'] })
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-backups-'))
  chmodSync(folder, 0o700)
  target = databaseUrl(
    inject('templateDatabase').maintenanceUrl,
    `ninefold_back_${randomBytes(6).toString('hex')}`,
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
  await onServer(inject('templateDatabase').maintenanceUrl, (client) =>
    client.query(`drop database if exists ${nameOf(target)} with (force)`),
  )
})

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const service = (to: BackupFolder | null) =>
  backupsService(
    {
      ...{ db: app.db, clock, log: silentLog, mailer: app.mailer },
      ...{ site: readSite(null).site, adminEmails: ['operator@example.com'] },
    },
    to,
  )
const here = (options: { folder?: string; ownerUrl?: string } = {}) =>
  openBackupFolder({ folder, ownerUrl: app.database.ownerUrl, keys: [], product: '0.1.0', ...options })
const backupsIn = (where: string) => readdirSync(where).filter((name) => name.startsWith('ninefold-'))

async function add(person: Person, contact: object): Promise<string> {
  const answer = await person.request('POST', '/api/contacts', contact)
  expect(answer.status).toBe(201)
  return (answer.json as { id: string }).id
}

/** The backup of the folder, restored with its erasure log. */
async function restored(): Promise<Database> {
  const [file] = backupsIn(folder)
  await onServer(inject('templateDatabase').maintenanceUrl, (client) =>
    client.query(`create database ${nameOf(target)}`),
  )
  await restore({
    file: path.join(folder, file ?? ''),
    erasureLog: path.join(folder, ERASURE_LOG_FILE),
    ...{ keys: [], replace: false, keepSessions: false, adminEmails: [], ownerUrl: target, appUrl: null },
    printLine: () => {},
  })
  return openDatabase(target, { log: silentLog, max: 2 })
}

describe('Trust 25 erasures after a backup', () => {
  test('are replayed on restore, and nothing else is erased', async () => {
    const ann = await app.subscriber('ann@example.com')
    const goldcrest = {
      firstName: 'Goldcrest',
      lastName: 'One',
      email: 'goldcrest@example.com',
      phone: '6305550171',
    }
    const ids = await Promise.all([
      add(ann, goldcrest),
      add(ann, { firstName: 'Goldcrest', lastName: 'Two', email: 'goldcrest2@example.com' }),
    ])
    const kept = await add(ann, { firstName: 'Stays', lastName: 'Here', email: 'stays@example.com' })
    const leaving = await app.subscriber('smew@example.com')
    await createObjects(app, leaving, 'Smew')
    const helper = await app.member('dipper@example.com', ann.organizationId, 'MEMBER')
    await app.owner.run(
      `insert into contact_submissions (first_name, last_name, email, subject, message)
       values ('Pochard', 'Common', 'pochard@example.com', 'general', 'Hello')`,
    )
    const backups = service(here())
    expect(await backups.writeWhenDue()).toBe(true)

    // After the backup: one deleted, one deleted and suppressed, an organization, an account, and a person's request.
    const noCalls = { doNotContact: true, channel: 'call' }
    expect((await ann.request('PATCH', `/api/contacts/${ids[1]}/do-not-contact`, noCalls)).status).toBe(200)
    const lifted = { doNotContact: false, channel: 'text', reason: 'Asked for a text' }
    for (const change of [{ ...noCalls, channel: 'text' }, lifted])
      expect((await ann.request('PATCH', `/api/contacts/${ids[1]}/do-not-contact`, change)).status).toBe(200)
    expect((await ann.request('DELETE', `/api/contacts/${ids[1]}`)).status).toBe(204)
    expect((await ann.request('DELETE', `/api/contacts/${ids[0]}?suppress=1`)).status).toBe(204)
    const name = 'Company of smew@example.com'
    expect(
      (await leaving.request('POST', `/api/organizations/${leaving.organizationId}/erase`, { name })).status,
    ).toBe(202)
    await app.queue.drain()
    expect((await helper.request('POST', '/api/profile/delete', { email: helper.email })).status).toBe(204)
    const request = randomUUID()
    await app.owner.run(
      `insert into privacy_requests (id, kind, name, email, status, created_at, confirmed_at, due_at, work, next_work_at)
       values ($1, 'erasure', 'Pochard', 'pochard@example.com', 'working', $2, $2, $2, 'erase', $2)`,
      [request, clock.now()],
    )
    await app.services.privacyRequests.work(request)
    expect(await backups.copyErasures()).toBeGreaterThan(4)
    expect(await backups.copyErasures()).toBe(0)
    const erased = /goldcrest|smew|dipper|pochard/i
    // The erasure log contains only ids and hashes.
    expect(readFileSync(path.join(folder, ERASURE_LOG_FILE), 'utf8')).not.toMatch(erased)

    const owner = await restored()
    try {
      const left = (await dump(owner)).split('\n').filter((line) => erased.test(line))
      // The first worker that starts erases outside of organizations.
      expect(left.filter((line) => !/pochard/i.test(line))).toEqual([])
      expect(await owner.row('select work, status from privacy_requests where id = $1', [request])).toEqual({
        work: 'erase',
        status: 'working',
      })
      expect(await owner.row('select first_name from contacts where id = $1', [kept])).toEqual({
        firstName: 'Stays',
      })
      // Suppressed people can't be added, and everyone has to sign in again.
      const sums = 'select encode(key, $1) as key from suppressions order by 1'
      expect(await owner.rows(sums, ['hex'])).toEqual(await app.owner.rows(sums, ['hex']))
      const blocked =
        'select encode(key, $1) as key, channel, source, lifted_at from channel_opt_outs order by 1, 2'
      const before = await app.owner.rows<{ channel: string; liftedAt: string | null }>(blocked, ['hex'])
      expect(new Set(before.map(({ channel, liftedAt }) => [channel, liftedAt !== null].join()))).toEqual(
        new Set(['call,false', 'text,true']),
      )
      expect(await owner.rows(blocked, ['hex'])).toEqual(before)
      expect(await owner.rows('select 1 from sessions')).toEqual([])
      const journal = 'select count(*)::int as n from erasure_log where kind = $1 and copied_at is not null'
      expect(await owner.row(journal, ['organization'])).toEqual({ n: 1 })
    } finally {
      await owner.close()
    }
  })
})

describe('backups by schedule', () => {
  test('are made every six hours by one of several workers, and stored for thirty days', async () => {
    const own = mkdtempSync(path.join(folder, 'schedule-'))
    const workers = [service(here({ folder: own })), service(here({ folder: own }))]
    const tick = async () =>
      (await Promise.all(workers.map((one) => one.writeWhenDue()))).filter(Boolean).length
    clock.time += 6 * HOUR
    expect(await tick()).toBe(1)
    clock.time += 5 * HOUR
    expect(await tick()).toBe(0)
    clock.time += HOUR
    expect(await tick()).toBe(1)
    expect(backupsIn(own)).toHaveLength(2)
    expect(await registry.metrics()).toContain(`ninefold_backup_timestamp_seconds ${clock.time / 1000}\n`)
    clock.time += 29 * 24 * HOUR
    expect(await tick()).toBe(1)
    expect(backupsIn(own)).toHaveLength(3)
    clock.time += 24 * HOUR
    expect(await tick()).toBe(1)
    expect(backupsIn(own)).toHaveLength(2)
    expect(await service(null).writeWhenDue()).toBe(false)
  })

  test('alert operators once a day when they fail, and are retried', async () => {
    // A role without read access makes the backup fail.
    const failing = service(here({ ownerUrl: app.database.appUrl }))
    const mails = () =>
      app.mailer.outbox?.filter(({ subject }) => subject === 'Ninefold: backups are failing') ?? []
    clock.time += 6 * HOUR
    await expect(failing.writeWhenDue()).rejects.toThrow()
    clock.time += HOUR
    await expect(failing.writeWhenDue()).rejects.toThrow()
    expect(mails().map(({ to }) => to)).toEqual(['operator@example.com'])
    clock.time += 23 * HOUR
    await expect(failing.writeWhenDue()).rejects.toThrow()
    expect(mails()).toHaveLength(2)
    expect(await service(here()).writeWhenDue()).toBe(true)
  })
})
