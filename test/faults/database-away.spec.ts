import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { type FaultProxy, startFaultProxy } from '#test/product/fault-proxy.ts'
import { brokenInvariants, numberOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'

let proxy: FaultProxy
let product: Product
let client: Client
beforeAll(async () => {
  const routeDatabase = async (ownerUrl: string) => {
    proxy = await startFaultProxy(ownerUrl)
    return proxy.through(ownerUrl)
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
function keepCalling(until: AbortSignal): { outcomes: CallOutcome[]; ended: Promise<unknown> } {
  const outcomes: CallOutcome[] = []
  let turn = 0
  const keepSending = async () => {
    while (!until.aborted) {
      const startedAt = performance.now()
      const n = turn++
      const body = { firstName: 'Row', lastName: `N${n}`, email: `n${n}@example.com` }
      const response = await (n % 4
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
  return { outcomes, ended: Promise.all(Array.from({ length: 4 }, keepSending)) }
}

/** Time limit for effects to show, on a busy machine. */
const SOON = { timeout: 10_000 }

const list = async () => (await client.send('GET', '/api/contacts')).status

test('Trust 21 without its database the server responds 503 within 5 s, and recovers by itself', async () => {
  const stop = new AbortController()
  const { outcomes, ended } = keepCalling(stop.signal)
  const countCreated = () => outcomes.filter(({ id }) => id).length
  await expect.poll(countCreated, SOON).toBeGreaterThan(0)
  await proxy.refuse(true)
  await expect.poll(list, SOON).toBe(503)
  expect((await client.send('GET', '/readyz')).status).toBe(503)
  expect((await client.send('GET', '/healthz')).status).toBe(200)
  await proxy.refuse(false)
  await expect.poll(list, { timeout: 3000 }).toBe(200)
  await expect.poll(() => client.send('GET', '/readyz').then(({ status }) => status), SOON).toBe(200)
  const before = countCreated()
  await expect.poll(countCreated, SOON).toBeGreaterThan(before)
  stop.abort()
  await ended
  const statuses = new Set(outcomes.map(({ status }) => status))
  expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(5000)
  const createdIds = outcomes.flatMap(({ id }) => (id ? [`'${id}'`] : []))
  const countStored = `select count(*) from contacts where id in (${createdIds})`
  expect(await numberOf(product.database.ownerUrl, countStored)).toBe(createdIds.length)
  expect(await brokenInvariants(product.database.ownerUrl)).toEqual([])
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
  await expect.poll(list, SOON).toBe(200)
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
  expect(await brokenInvariants(ownerUrl)).toEqual([])
}, 120_000)
