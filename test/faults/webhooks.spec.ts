import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { rowsOf, waitForNumber } from '#test/product/invariants.ts'
import { pollUntil } from '#test/product/load.ts'
import { type Product, startProduct } from '#test/product/product.ts'

const WRITES = 1000
const PEOPLE = 8
/** Only the first contact of an organization can have it. */
const TAKEN = 'taken@example.com'
/** A claim of a killed process runs out after half a minute. */
const ARRIVAL_TIMEOUT_MS = 120_000

let product: Product
const received = new Map<string, string>()
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    received.set(String(request.headers['webhook-id']), body)
    response.writeHead(204).end()
  })
})
afterEach(async () => {
  await product?.stop()
  receiver.closeAllConnections()
  receiver.close()
})

test('A40 each committed event arrives and none of a rolled-back write, with kill -9 during 1,000 writes', async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  product = await startProduct({ OUTBOUND_ALLOW: '127.0.0.1' })
  const { ownerUrl } = product.database
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  // Several people, because the writes of one are limited.
  const clients: Client[] = []
  for (let index = 0; index < PEOPLE; index++) {
    const { client } = await becomeSubscriber(product, `hooks-${index}@example.com`)
    await client.json('POST', '/api/v1/webhook-endpoints', { url, eventTypes: ['contact.created'] })
    clients.push(client)
  }

  let sent = 0
  const write = async (client: Client) => {
    while (sent < WRITES) {
      const number = sent++
      const body = { firstName: 'Kill', lastName: `Write ${number}` }
      // Every tenth one is rolled back.
      const response = await client
        .send('POST', '/api/contacts', number % 10 === 0 ? { ...body, email: TAKEN } : body)
        .catch(() => null)
      if (response === null || response.status === 429 || response.status === 503) {
        sent -= 1
        await wait(20)
      }
    }
  }
  const writing = Promise.all(clients.map(write))
  for (const count of [150, 400]) {
    await waitForNumber(ownerUrl, 'select count(*) from contacts', count, ARRIVAL_TIMEOUT_MS)
    await product.kill()
    await product.restart()
  }
  await writing

  const contacts = await rowsOf<{ id: string }>(ownerUrl, 'select id from contacts order by id')
  const events = await rowsOf<{ id: string }>(
    ownerUrl,
    "select id from events where type = 'contact.created'",
  )
  expect(contacts.length).toBeGreaterThan(800)
  expect(events.length).toBe(contacts.length)
  await pollUntil(async () => events.every(({ id }) => received.has(id)), ARRIVAL_TIMEOUT_MS, 100)
  const told = [...received.values()].map((body) => (JSON.parse(body) as { data: { id: string } }).data.id)
  expect(told.toSorted()).toEqual(contacts.map(({ id }) => id))
}, 400_000)
