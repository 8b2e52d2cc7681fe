import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSite } from '#server/platform/content/site.ts'
import { silentLog } from '#server/platform/log.ts'
import { dumpRows } from '#test/checks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type KeyInUse, keyAgesService } from './service.ts'

const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock })
})
afterAll(() => app.close())

const service = (keys: KeyInUse[]) =>
  keyAgesService(
    {
      ...{ db: app.db, clock, log: silentLog, mailer: app.mailer },
      ...{ site: readSite(null).site, adminEmails: ['operator@example.com'] },
    },
    keys,
  )
const passDays = (days: number) => {
  clock.time += days * 86_400_000
}

test('reminds operators once a month of keys older than ninety days, but not of changed ones', async () => {
  const keys = [
    { name: 'BACKUP_KEY', secret: 'canary-of-a-key' },
    { name: 'LLM_API_KEY', secret: 'another' },
  ]
  expect(await service(keys).remind()).toEqual([])
  passDays(89)
  const changedKeys = [
    { name: 'BACKUP_KEY', secret: 'canary-of-a-key' },
    { name: 'LLM_API_KEY', secret: 'new' },
  ]
  expect(await service(changedKeys).remind()).toEqual([])
  passDays(2)
  expect(await service(changedKeys).remind()).toEqual(['BACKUP_KEY'])
  expect(await service(changedKeys).remind()).toEqual([])
  const [email] = app.mailer.outbox ?? []
  expect(email?.subject).toBe('Ninefold: 1 key is due for rotation')
  expect(email?.text).toContain('BACKUP_KEY, in use since 2026-11-21')
  passDays(31)
  expect(await service(changedKeys).remind()).toEqual(['BACKUP_KEY'])
  expect(await dumpRows(app.owner)).not.toContain('canary-of-a-key')
})
