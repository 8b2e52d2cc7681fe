import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { numberOf, rowsOf } from '#test/product/invariants.ts'
import { pollUntil } from '#test/product/load.ts'
import { type Product, startProduct } from '#test/product/product.ts'

const WRITES = 1000
const SENDERS = 8
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
  const { client } = await becomeSubscriber(product, 'hooks@example.com')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await client.json('POST', '/api/v1/webhook-endpoints', { url, eventTypes: ['contact.created'] })

  let sent = 0
  const write = async () => {
    while (sent < WRITES) {
      const body = { firstName: 'Kill', lastName: `Write ${sent++}` }
      // Refused while the process is down, and every tenth one is invalid.
      await client.send('POST', '/api/contacts', sent % 10 === 0 ? { firstName: '' } : body).catch(() => {})
    }
  }
  const writing = Promise.all(Array.from({ length: SENDERS }, write))
  for (const count of [150, 400]) {
    await pollUntil(
      async () => (await numberOf(ownerUrl, 'select count(*) from contacts')) >= count || sent >= WRITES,
      ARRIVAL_TIMEOUT_MS,
      5,
    )
    await product.kill()
    await product.restart()
  }
  await writing

  const contacts = await rowsOf<{ id: string }>(ownerUrl, 'select id from contacts order by id')
  const events = await rowsOf<{ id: string }>(
    ownerUrl,
    "select id from events where type = 'contact.created'",
  )
  expect(contacts.length).toBeGreaterThan(400)
  expect(events.length).toBe(contacts.length)
  await pollUntil(async () => events.every(({ id }) => received.has(id)), ARRIVAL_TIMEOUT_MS, 100)
  const told = [...received.values()].map((body) => (JSON.parse(body) as { data: { id: string } }).data.id)
  expect(told.toSorted()).toEqual(contacts.map(({ id }) => id))
}, 400_000)
