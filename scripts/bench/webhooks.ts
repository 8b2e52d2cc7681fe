// Deliveries of events to 50 webhook endpoints, against a bare loop of the same signed POSTs, each over a connection of its own.
import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { numberOf, rowsOf } from '#test/product/invariants.ts'
import { pollUntil, send } from '#test/product/load.ts'
import type { BenchContext, Measurement } from './bench-part.ts'

const ENDPOINTS = 50
const EVENTS = 100
const DELIVERIES = ENDPOINTS * EVENTS
/** As many as the product has on their way at most. */
const BARE_IN_FLIGHT = ENDPOINTS * 4
const WAIT_TIMEOUT_MS = 120_000

export async function measureWebhooks(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, organizationId, cookie } = context
  let arrivals = 0
  const receiver = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      arrivals += 1
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const { port } = receiver.address() as AddressInfo
  const product = await context.start(ownerUrl, { LOG_LEVEL: 'error', OUTBOUND_ALLOW: '127.0.0.1' })
  for (let index = 0; index < ENDPOINTS; index++) {
    const { status } = await send(product.url, {
      method: 'POST',
      path: '/api/v1/webhook-endpoints',
      headers: { cookie },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/${index}`, eventTypes: ['contact.created'] }),
    })
    assert.equal(status, 201, 'An endpoint was not added')
  }
  // Waits for the sweep once, which is no part of the rate.
  const wakeAndMeasure = async () => {
    await rowsOf(ownerUrl, QUEUE_EVENTS, [organizationId, EVENTS])
    const before = arrivals
    await pollUntil(async () => arrivals > before, WAIT_TIMEOUT_MS, 2)
    const [startedAt, counted] = [performance.now(), arrivals]
    await pollUntil(async () => arrivals - before >= DELIVERIES, WAIT_TIMEOUT_MS, 2)
    return ((arrivals - counted) / (performance.now() - startedAt)) * 1000
  }
  const rates = [await wakeAndMeasure(), await wakeAndMeasure(), await wakeAndMeasure()].toSorted(
    (a, b) => a - b,
  )
  const [, value = 0] = rates
  await pollUntil(
    async () =>
      (await numberOf(ownerUrl, 'select count(*) from webhook_deliveries where arrived_at is null')) === 0,
    WAIT_TIMEOUT_MS,
    20,
  )
  const baseline = await postBare(port)
  return [
    { operation: 'webhook deliveries, 50 endpoints', value, baseline, goal: 0.3 },
    { operation: 'webhook deliveries a second', value, goal: 300 },
  ]
}

const perSecond = (startedAt: number) => (DELIVERIES / (performance.now() - startedAt)) * 1000

const QUEUE_EVENTS = `with added as (
    insert into events (organization_id, id, type, contact_ids)
    select $1, gen_random_uuid(), 'contact.created', array[gen_random_uuid()] from generate_series(1, $2)
    returning organization_id, id)
  insert into webhook_deliveries (organization_id, endpoint_id, event_id)
  select a.organization_id, e.id, a.id from added a join webhook_endpoints e using (organization_id)`

/** Signs and posts the same bodies without a database. @returns requests per second */
async function postBare(port: number): Promise<number> {
  const secret = randomBytes(32)
  let left = DELIVERIES
  const startedAt = performance.now()
  const post = async () => {
    while (left-- > 0) {
      const id = randomUUID()
      const seconds = Math.floor(Date.now() / 1000)
      const body = JSON.stringify({
        type: 'contact.created',
        timestamp: new Date().toISOString(),
        data: { id },
      })
      const signature = createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')
      await new Promise<void>((resolve, reject) => {
        const headers = {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(seconds),
          'webhook-signature': `v1,${signature}`,
        }
        request({ host: '127.0.0.1', port, path: '/', method: 'POST', agent: false, headers }, (response) =>
          response.resume().on('end', resolve),
        )
          .on('error', reject)
          .end(body)
      })
    }
  }
  await Promise.all(Array.from({ length: BARE_IN_FLIGHT }, post))
  return perSecond(startedAt)
}
