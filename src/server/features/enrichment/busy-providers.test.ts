import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ContactSummary } from '#contract/contacts.ts'
import { createDisabledProviders } from '#server/platform/providers/data-providers.ts'
import { createSampleProviders } from '#server/platform/providers/sample/sample-provider.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const CREDITS = 50
const PEOPLE = 30 // more than one batch
const clock = { time: Date.parse('2026-03-10T12:00:00Z'), now: () => new Date(clock.time) }
const sample = createSampleProviders(clock.now)
let isBusy = true
let requestCount = 0

let app: TestApp
let ann: Person
beforeAll(async () => {
  const providers: typeof sample = {
    ...createDisabledProviders(),
    async person(query, signal) {
      requestCount += 1
      if (isBusy) return { status: 'rate_limited', provider: 'People Data Labs', retryAfterSeconds: 60 }
      return sample.person(query, signal)
    },
  }
  app = await createTestApp({ clock, providers })
})
afterAll(() => app.close())
beforeEach(() => {
  isBusy = true
  requestCount = 0
})

const countByStatus = async () =>
  Object.fromEntries(
    (
      await app.owner.rows<{ status: string; count: number }>(
        'select status, count(*)::int as count from enrichments where organization_id = $1 group by 1',
        [ann.organizationId],
      )
    ).map(({ status, count }) => [status, count]),
  )

async function waitAMinute(): Promise<void> {
  clock.time += 61_000
  await app.owner.run("update enrichments set lease_until = lease_until - interval '61 seconds'")
  await app.services.enrichment.sweep()
  await app.queue.drain()
}

test('A18 A26 an import waits for a rate-limiting provider and pays once per match', async () => {
  ann = await app.subscriber('ann@example.com', CREDITS)
  const rows = Array.from({ length: PEOPLE }, (_, i) => `Ada${i},Okafor,ada${i}@example.com,,,,,`)
  const file = ['First Name,Last Name,Email,Phone,Address,City,State,Zip', ...rows].join('\n')
  const response = await ann.request('POST', '/api/contacts/import/csv', file, {
    'content-type': 'text/plain',
    prefer: 'respond-async',
  })
  expect(response.status).toBe(202)
  await app.queue.drain()
  const perBatch = requestCount
  expect(perBatch).toBeLessThan(PEOPLE)
  expect(await countByStatus()).toEqual({ running: perBatch, waiting: PEOPLE - perBatch })

  await app.services.enrichment.sweep()
  await app.queue.drain()
  expect(requestCount).toBe(perBatch) // no request before the pause is over

  isBusy = false
  await waitAMinute()
  const { matched = 0, no_match = 0, ...otherStatuses } = await countByStatus()
  expect([matched + no_match, otherStatuses]).toEqual([PEOPLE, {}])
  expect(matched).toBeGreaterThan(PEOPLE / 2)
  expect(await balanceOf(app.owner, ann.organizationId)).toBe(CREDITS - matched)
})

test('A18 a single enrichment fails immediately and costs nothing', async () => {
  ann = await app.subscriber('bo@example.com', CREDITS)
  const contact = { firstName: 'Bo', lastName: 'Okafor', email: 'bo.okafor@example.com' }
  const { id } = (await ann.request('POST', '/api/contacts', contact)).json as ContactSummary
  const response = await withJobsRunning(app, ann.request('POST', `/api/contacts/${id}/enrich`))
  expect(response.status).toBe(503)
  expect(await countByStatus()).toEqual({ failed: 1 })
  expect(await balanceOf(app.owner, ann.organizationId)).toBe(CREDITS)
})
