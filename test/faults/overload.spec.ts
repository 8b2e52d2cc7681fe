import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { type Call, type CallResult, sendContinuously } from '#test/product/load.ts'
import { type Product, startProduct } from '#test/product/product.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => product?.stop())

let visitorCount = 0
/** Builds each call as a different visitor, so that no limit per caller applies. */
function nextVisitorCall(): Call {
  const n = visitorCount++
  return {
    path: '/api/blog/posts',
    headers: { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` },
  }
}
const sendLoad = (connections: number, milliseconds: number, next: () => Call = nextVisitorCall) =>
  sendContinuously(product.url, { connections, next, signal: AbortSignal.timeout(milliseconds) })
const withStatus = (outcomes: readonly CallResult[], status: number) =>
  outcomes.filter((outcome) => outcome.status === status)

test('Trust 22 a flood from one organization does not block another', async () => {
  const [flooder, bystander] = await Promise.all(
    ['flood@example.com', 'other@example.com'].map(async (email) => {
      const { client } = await becomeSubscriber(product, email, `Company of ${email}`)
      return client
    }),
  )
  const load = sendLoad(200, 3000, () => ({
    path: '/api/contacts',
    headers: { cookie: flooder?.cookie() ?? '' },
  }))
  const statuses: number[] = []
  for (let i = 0; i < 25; i++) statuses.push((await bystander?.send('GET', '/api/contacts'))?.status ?? 0)
  const rejectedResults = (await load).filter(({ status }) => status === 429 || status === 503)
  expect(statuses).toEqual(statuses.map(() => 200))
  expect(rejectedResults.filter(({ retryAfter }) => !retryAfter)).toEqual([])
})

test('Trust 22 hundreds of slow clients block no other client', async () => {
  const { port } = new URL(product.url)
  const sockets: Socket[] = []
  const head =
    'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'
  for (let i = 0; i < 300; i++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}) // the server may cut them off
    socket.write(i % 2 ? 'GET /api/blog/posts HTTP/1.1\r\nX-' : head)
    sockets.push(socket)
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const outcomes = await sendLoad(4, 1500)
  for (const socket of sockets) socket.destroy()
  expect(withStatus(outcomes, 200)).toHaveLength(outcomes.length)
  expect(outcomes.length).toBeGreaterThan(0)
})
