import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataSource, ModelStatus } from '#contract/data-sources.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }
const SOURCE: DataSource = {
  name: 'Acme',
  purpose: 'People',
  variable: 'ACME_KEY',
  on: true,
  calls: 7,
  matches: 4,
  failures: 2,
  costUsd: 1.12,
  breaker: 'half-open',
  lastFailureAt: '2026-03-10T11:59:00.000Z',
}
const MODEL: ModelStatus = {
  name: 'small-model',
  host: 'llm.example.com',
  calls: 5,
  failures: 1,
  breaker: 'closed',
  lastAnswerAt: '2026-03-10T11:59:30.000Z',
  lastFailureAt: '2026-03-10T11:58:00.000Z',
  lastFailure: 'The language model did not answer in time',
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    clock,
    adminEmails: ['op@example.com'],
    providerStatuses: () => [SOURCE],
    modelStatus: () => MODEL,
  })
})
afterAll(() => app.close())

test('A28 shows an operator the status of each source and file', async () => {
  await app.owner.run(
    `insert into reference_files (name, file, sha256, list_date, loaded_at, rows, refused, skipped_sample, checked_at, problem)
     values ('public_records', 'county.csv', 'abc', '2026-03-01', '2026-03-02T08:00:00Z', 120, 3,
             '[{"line": 7, "reason": "no date"}]', '2026-03-10T08:00:00Z', 'It could not be read')`,
  )
  const operator = await app.signIn('op@example.com')
  const response = await operator.request('GET', '/api/admin/providers')
  expect(response.status).toBe(200)
  expect(response.json).toEqual({
    since: '2026-03-10T12:00:00.000Z',
    sources: [SOURCE],
    files: [
      {
        purpose: 'Documents of courts and counties',
        variable: 'PUBLIC_RECORDS_FILE',
        file: 'county.csv',
        listDate: '2026-03-01',
        loadedAt: '2026-03-02T08:00:00.000Z',
        rows: 120,
        refused: 3,
        skippedSample: [{ line: 7, reason: 'no date' }],
        problem: 'It could not be read',
      },
    ],
    model: MODEL,
  })
})

test("A35 rejects an organization's owner and a visitor", async () => {
  const ann = await app.subscriber('ann@example.com')
  expect((await ann.request('GET', '/api/admin/providers')).status).toBe(403)
  expect((await app.visitor('GET', '/api/admin/providers')).status).toBe(401)
})
