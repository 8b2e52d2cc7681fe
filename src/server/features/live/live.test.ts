import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createEventBuffer, type Events, openEvents } from '#server/platform/events.ts'
import { silentLog } from '#server/platform/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { type LiveService, liveService } from './service.ts'

const ORGANIZATION_ID = parseOrganizationId('01a1fb73-535a-7a90-8288-0cbccfe06c47')
const OTHER_ORGANIZATION_ID = parseOrganizationId('01a1fb73-535a-7a90-8288-0cbccfe06c48')

let database: TestDatabase
let db: Database
let firstProcess: Events
let secondProcess: Events
let live: LiveService
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.appUrl, { log: silentLog, max: 2 })
  firstProcess = openEvents(database.appUrl, silentLog)
  secondProcess = openEvents(database.appUrl, silentLog)
  await Promise.all([firstProcess.start(), secondProcess.start()])
  live = liveService({ events: secondProcess, db })
})
afterAll(async () => {
  live.closeAll()
  await Promise.all([firstProcess.stop(), secondProcess.stop()])
  await db.close()
  await database.drop()
})

/** Opens a stream in the second process as a page that read its data `missed` milliseconds ago. */
function listen(missed?: number): LiveEvent[] {
  const events: LiveEvent[] = []
  const response = new PassThrough().on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().split('\n'))
      if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as LiveEvent)
  })
  const isStillMember = async () => true
  const reader = { organizationId: ORGANIZATION_ID, userId: 'u', role: 'MEMBER', access: 'all' } as const
  live.stream(reader, response as never, { isStillMember, missed })
  return events
}

const publish = (organizationId: typeof ORGANIZATION_ID, event: LiveEvent) =>
  db.tenant(organizationId, async (tx) => firstProcess.publish(tx, organizationId, event))

test("Trust 24 sends changes made between the page's reads and its stream, each once", async () => {
  const earlyEvents = listen()
  const startedAt = performance.now()
  await vi.waitFor(() => expect(secondProcess.recent(ORGANIZATION_ID, 0)).not.toBeNull(), { timeout: 5000 })
  await publish(OTHER_ORGANIZATION_ID, { type: 'contacts.changed' })
  for (const count of [1, 2, 3]) {
    await publish(ORGANIZATION_ID, { type: 'contact.changed', contactId: 'c1' })
    await vi.waitFor(() => expect(earlyEvents).toHaveLength(count))
  }
  const lateEvents = listen(Math.floor(performance.now() - startedAt) - 1000)
  await vi.waitFor(() => expect(lateEvents).toEqual([{ type: 'contact.changed', contactId: 'c1' }]))
  await publish(ORGANIZATION_ID, { type: 'notifications.changed' })
  await vi.waitFor(() => expect(lateEvents.at(-1)).toEqual({ type: 'notifications.changed' }))
})

test('asks a reader to resync after an absence longer than the buffer', async () => {
  const events = listen(3_000_000)
  await vi.waitFor(() => expect(events).toEqual([{ type: 'resync' }]))
})

test('a process covers only the time of its connection and its buffer', () => {
  let time = 1000
  const buffer = createEventBuffer(() => time)
  const event: LiveEvent = { type: 'contacts.changed' }
  expect(buffer.since('a', 0)).toBeNull()
  buffer.start()
  time += 500
  buffer.add('a', event)
  expect([buffer.since('a', 400), buffer.since('b', 400), buffer.since('a', 501)]).toEqual([
    [event],
    [],
    null,
  ])
  time += 50_000
  expect(buffer.since('a', 60_000)).toBeNull()
  for (let i = 0; i < 10_000; i++) buffer.add('b', { type: 'contact.changed', contactId: String(i) })
  time += 10
  expect([buffer.since('a', 5), buffer.since('a', 20)]).toEqual([[], null])
})
