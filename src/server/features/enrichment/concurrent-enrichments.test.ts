import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createDisabledProviders } from '#server/platform/providers/data-providers.ts'
import type { DataProviders } from '#server/platform/providers/provider.ts'
import { createSampleProviders } from '#server/platform/providers/sample/sample-provider.ts'
import { balanceOf } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }
const sample = createSampleProviders(clock.now)
/** Called before the provider responds. Every person matches. */
let beforeResponse: (email: string | null) => Promise<unknown> = async () => {}
/** Person with a property too large for the table. */
let unstorableEmail: string | null = null
/** Highest number of concurrent requests. */
let [openRequests, maxOpenRequests] = [0, 0]

const providers: DataProviders = {
  ...createDisabledProviders(),
  async property(query, signal) {
    openRequests += 1
    maxOpenRequests = Math.max(maxOpenRequests, openRequests)
    await beforeResponse(query.email)
    openRequests -= 1
    const result = await sample.property(
      { ...query, firstName: 'Laura', lastName: 'Bennett', email: null },
      signal,
    )
    if (result.status !== 'match') throw new Error('This person has a home')
    const [home] = result.data
    return query.email === unstorableEmail ? { ...result, data: [{ ...home!, squareFeet: 3e9 }] } : result
  },
}

let app: TestApp
let ann: Person
let testCount = 0
beforeAll(async () => {
  app = await createTestApp({ clock, providers })
})
afterAll(() => app.close())
beforeEach(() => {
  beforeResponse = async () => {}
  unstorableEmail = null
  maxOpenRequests = 0
  testCount += 1
})

const emailOf = (i: number) => `ada${i}@${testCount}.example`

/** Imports people whose enrichments wait for later credits. */
async function queueEnrichments(count: number, credits: number): Promise<void> {
  ann = await app.subscriber(`ann${testCount}@example.com`, credits)
  const rows = Array.from({ length: count }, (_, i) => `Ada${i},Okafor,${emailOf(i)},,,,,`)
  const file = ['First Name,Last Name,Email,Phone,Address,City,State,Zip', ...rows].join('\n')
  const headers = { 'content-type': 'text/plain', prefer: 'respond-async' }
  await app.owner.run('update organizations set credits = 0 where id = $1', [ann.organizationId])
  expect((await ann.request('POST', '/api/contacts/import/csv', file, headers)).status).toBe(202)
  await app.queue.drain()
  await app.owner.run('update organizations set credits = $2 where id = $1', [ann.organizationId, credits])
}

const runWaiting = () => app.services.enrichment.runWaiting(parseOrganizationId(ann.organizationId))

async function countByStatus(): Promise<Record<string, number>> {
  const rows = await app.owner.rows<{ status: string; count: number }>(
    'select status, count(*)::int as count from enrichments where organization_id = $1 group by 1',
    [ann.organizationId],
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

test('A18 a late response delays only its own contact, and results are stored together', async () => {
  await queueEnrichments(60, 60)
  let respond = () => {}
  const lateResponse = new Promise<void>((resolve) => {
    respond = resolve
  })
  beforeResponse = async (email) => email === emailOf(3) && lateResponse
  const querySpy = vi.spyOn(pg.Client.prototype, 'query')
  const running = runWaiting()
  while ((await countByStatus()).matched !== 59) await yieldToEventLoop()
  expect(await countByStatus()).toEqual({ matched: 59, running: 1 })
  respond()
  await running
  const statements = querySpy.mock.calls.filter(
    ([query]) => !JSON.stringify(query).includes('group by 1'),
  ).length
  querySpy.mockRestore()
  expect(await countByStatus()).toEqual({ matched: 60 })
  expect(await balanceOf(app.owner, ann.organizationId)).toBe(0)
  expect(statements / 60).toBeLessThan(3) // about forty if each is stored separately
  expect(maxOpenRequests).toBeLessThanOrEqual(24) // with any number waiting
})

test("A18 A28 only the result that can't be stored fails, and its credit is refunded", async () => {
  await queueEnrichments(20, 60)
  unstorableEmail = emailOf(7)
  await expect(runWaiting()).rejects.toThrow(/out of range/)
  expect(await countByStatus()).toEqual({ matched: 19, running: 1 })
  for (let attempt = 1; (await countByStatus()).running; attempt++) {
    expect(attempt).toBeLessThan(10)
    await app.owner.run(
      `update enrichments set lease_until = now() - interval '1 second' where organization_id = $1 and status = 'running'`,
      [ann.organizationId],
    )
    await app.services.enrichment.sweep()
    await app.queue.drain().catch(() => {})
  }
  expect(await countByStatus()).toEqual({ matched: 19, failed: 1 })
  expect(await balanceOf(app.owner, ann.organizationId)).toBe(41)
})

test('Trust 18 25 credits enrich 25 waiting contacts, with any number of workers', async () => {
  await queueEnrichments(40, 25)
  await Promise.all([runWaiting(), runWaiting(), runWaiting()])
  expect(await countByStatus()).toEqual({ matched: 25, waiting: 15 })
  expect(await balanceOf(app.owner, ann.organizationId)).toBe(0)
})
