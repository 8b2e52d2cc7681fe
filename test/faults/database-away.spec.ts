import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { type FaultProxy, startFaultProxy } from '#test/product/fault-proxy.ts'
import { findBrokenInvariants, numberOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'

let proxy: FaultProxy
let product: Product
let client: Client
beforeAll(async () => {
  const routeDatabase = async (ownerUrl: string) => {
    proxy = await startFaultProxy(ownerUrl)
    return proxy.urlThrough(ownerUrl)
  }
  product = await startProduct({}, { routeDatabase })
  client = (await becomeSubscriber(product, 'caller@example.com')).client
}, 120_000)
afterAll(async () => {
  await product?.stop()
  await proxy?.stop()
})

type CallOutcome = { status: number; ms: number; id?: string }

/** Reads and writes continuously, several calls at once, until stopped. */
function keepCalling(signal: AbortSignal): { outcomes: CallOutcome[]; finished: Promise<unknown> } {
  const outcomes: CallOutcome[] = []
  let callCount = 0
  const keepSending = async () => {
    while (!signal.aborted) {
      const startedAt = performance.now()
      const callNumber = callCount++
      const body = { firstName: 'Row', lastName: `N${callNumber}`, email: `n${callNumber}@example.com` }
      const response = await (callNumber % 4
        ? client.send('GET', '/api/contacts')
        : client.send('POST', '/api/contacts', body))
      const { id } = (await response.json()) as { id?: string }
      outcomes.push({
        status: response.status,
        ms: performance.now() - startedAt,
        ...(response.status === 201 && { id }),
      })
      await wait(40)
    }
  }
  return { outcomes, finished: Promise.all(Array.from({ length: 4 }, keepSending)) }
}

/** Time limit for effects to show, on a busy machine. */
const EFFECT_TIMEOUT = { timeout: 10_000 }

const readListStatus = async () => (await client.send('GET', '/api/contacts')).status

test('Trust 21 without its database the server responds 503 within 5 s, and recovers by itself', async () => {
  const stop = new AbortController()
  const { outcomes, finished } = keepCalling(stop.signal)
  const countCreated = () => outcomes.filter(({ id }) => id).length
  await expect.poll(countCreated, EFFECT_TIMEOUT).toBeGreaterThan(0)
  await proxy.refuse(true)
  await expect.poll(readListStatus, EFFECT_TIMEOUT).toBe(503)
  expect((await client.send('GET', '/readyz')).status).toBe(503)
  expect((await client.send('GET', '/healthz')).status).toBe(200)
  await proxy.refuse(false)
  await expect.poll(readListStatus, { timeout: 3000 }).toBe(200)
  await expect
    .poll(() => client.send('GET', '/readyz').then(({ status }) => status), EFFECT_TIMEOUT)
    .toBe(200)
  const countBeforeRecovery = countCreated()
  await expect.poll(countCreated, EFFECT_TIMEOUT).toBeGreaterThan(countBeforeRecovery)
  stop.abort()
  await finished
  const statuses = new Set(outcomes.map(({ status }) => status))
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(5000)
  const createdIds = outcomes.flatMap(({ id }) => (id ? [`'${id}'`] : []))
  const countStored = `select count(*) from contacts where id in (${createdIds})`
  expect(await numberOf(product.database.ownerUrl, countStored)).toBe(createdIds.length)
  expect(await findBrokenInvariants(product.database.ownerUrl)).toEqual([])
}, 120_000)

test('Trust 21 requests to a silent database fail instead of waiting forever', async () => {
  proxy.blackHole(true)
  const requests = Array.from({ length: 14 }, () =>
    client.send('GET', '/api/contacts').then(({ status }) => status),
  )
  // Waiting requests use the whole pool, so later ones are refused soon.
  expect(await Promise.race(requests)).toBe(503)
  expect((await client.send('GET', '/healthz')).status).toBe(200)
  proxy.blackHole(false)
  await expect.poll(readListStatus, EFFECT_TIMEOUT).toBe(200)
  const statuses = await Promise.all(requests)
  expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
}, 120_000)

test('Trust 19 a retry after a lost response finds the result of the first attempt', async () => {
  const body = { firstName: 'Lost', lastName: 'Reply', email: 'lost.reply@example.com' }
  const loss = proxy.loseReply({ marker: body.email, request: 'commit', reply: 'COMMIT' })
  const [first] = await Promise.all([client.send('POST', '/api/contacts', body), loss])
  expect(first.status).toBe(503)
  expect((await client.send('POST', '/api/contacts', body)).status).toBe(409)
  const { ownerUrl } = product.database
  expect(await numberOf(ownerUrl, `select count(*) from contacts where email = '${body.email}'`)).toBe(1)
  expect(await findBrokenInvariants(ownerUrl)).toEqual([])
}, 120_000)
