// The list of contacts in the public API against the list of the screens, what checking a key takes, and what events cost.
import assert from 'node:assert/strict'
import { createApiKey, type ShownApiKey } from '#contract/api-keys.ts'
import { listContacts } from '#contract/contacts.ts'
import { listContacts as listApiContacts } from '#contract/v1/contacts.ts'
import { createKeySessions } from '#server/features/api-keys/service/key-sessions.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { type Call, quantile } from '#test/product/load.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { measureEvents } from './events.ts'
import { compare } from './load.ts'
import { startUnlimited } from './unlimited-product.ts'

const PAGE_SIZE = 50
const CHECKS = 20_000
/** Least share of the screens' rate that the public list reaches. */
const GOAL = 0.9
const KEY_CHECK_GOAL_MS = 0.1

export async function measurePublicApi(context: BenchContext): Promise<Measurement[]> {
  const { seconds, rounds, cookie } = context
  const product = await startUnlimited(context)
  const key = await createKey(product.url, context)
  const byKey: Call = {
    path: `${listApiContacts.path}?limit=${PAGE_SIZE}`,
    headers: { authorization: `Bearer ${key}` },
  }
  const onScreen: Call = { path: `${listContacts.path}?limit=${PAGE_SIZE}`, headers: { cookie } }
  await assertFull(product.url, byKey)
  await assertFull(product.url, onScreen)
  const targetOf = (call: Call) => ({ url: product.url, next: () => call })
  const results = await compare(
    { product: targetOf(byKey), baseline: targetOf(onScreen) },
    { seconds, rounds, settle: async () => {} },
  )
  const { perSecond: value, p50, p99 } = results.product
  const baseline = results.baseline.perSecond
  return [
    {
      operation: 'list by API key',
      value,
      p50,
      p99,
      baseline,
      goal: GOAL,
      note: 'limit: list of the screens',
    },
    await measureKeyCheck(context, key),
    ...(await measureEvents(context, product.url)),
  ]
}

async function createKey(url: string, { organizationId, cookie }: BenchContext): Promise<string> {
  const response = await fetch(url + createApiKey.path.replace('{id}', organizationId), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Benchmark', scopes: ['contacts:read'] }),
  })
  assert.equal(response.status, 201)
  return ((await response.json()) as ShownApiKey).key
}

async function assertFull(url: string, { path, headers }: Call): Promise<void> {
  const response = await fetch(url + path, { headers })
  const answer = (await response.json()) as unknown[] | { data: unknown[] }
  assert.equal('data' in answer ? answer.data.length : answer.length, PAGE_SIZE, path)
}

/** The part before a request's own statements: finding the cached key, its end and its networks. */
async function measureKeyCheck({ ownerUrl, after }: BenchContext, key: string): Promise<Measurement> {
  const db = openDatabase(ownerUrl, { log: silentLog, max: 1 })
  after(() => db.close())
  const sessions = createKeySessions(db)
  const use = { ip: '127.0.0.1', site: { origin: 'http://localhost:3000', organizationId: null } }
  await sessions.sessionOf(key, use)
  const times: number[] = []
  for (let n = 0; n < CHECKS; n++) {
    const startedAt = performance.now()
    const cached = sessions.cachedSession(key, use)
    times.push(performance.now() - startedAt)
    assert.ok(cached)
  }
  const [value = 0, p50, p99] = [0.5, 0.5, 0.99].map((share) => quantile(times, share))
  return {
    ...{ operation: 'check of a cached key', value, unit: 'ms', p50, p99 },
    ...{ goal: KEY_CHECK_GOAL_MS, isLowerBetter: true },
  }
}
