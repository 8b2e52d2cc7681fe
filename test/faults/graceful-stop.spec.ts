import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { becomeSubscriber } from '#test/product/client.ts'
import { sendContinuously } from '#test/product/load.ts'
import { type Product, startProduct } from '#test/product/product.ts'

let product: Product | undefined
let collector: Server | undefined
afterEach(async () => {
  await product?.stop()
  collector?.close()
})

/** Receives traces like an OpenTelemetry collector and stores them as text. */
async function startCollector() {
  const received: string[] = []
  collector = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    request.on('end', () => {
      received.push(`${request.url} ${text}`)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => collector?.once('listening', resolve))
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, received }
}

test('Trust 21 25 SIGTERM under load loses no request, ends in time, and sends the last traces without personal data', async () => {
  const { url, received } = await startCollector()
  product = await startProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    TRUST_PROXY: '127.0.0.1',
  })
  const { client } = await becomeSubscriber(product, 'canary.owner@example.com')
  const person = { firstName: 'Canarina', lastName: 'Tracewell', email: 'canarina@example.com' }
  const { id } = await client.json<{ id: string }>('POST', '/api/contacts', person)
  expect((await client.send('POST', `/api/contacts/${id}/enrich`)).status).toBeLessThan(500)
  expect((await client.send('GET', '/api/contacts?search=tracewell')).status).toBe(200)

  let calls = 0
  const nextCall = () => ({
    path: calls % 2 ? '/api/blog/posts' : '/api/instance',
    // Each call comes from another address, so that no rate limit applies.
    headers: { 'x-forwarded-for': `10.0.${(calls >> 8) & 255}.${calls++ & 255}` },
  })
  const load = sendContinuously(product.url, {
    connections: 16,
    next: nextCall,
    signal: AbortSignal.timeout(60_000),
  })
  await wait(1500) // wait for the load
  const startedAt = performance.now()
  const exit = product.end('SIGTERM')
  expect(await exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - startedAt).toBeLessThan(10_000)

  const outcomes = await load
  const droppedCalls = outcomes.filter(({ status, error }) => status !== 200 && error !== 'ECONNREFUSED')
  expect(droppedCalls).toEqual([])
  expect(outcomes.filter(({ status }) => status === 200).length).toBeGreaterThan(50)

  const traces = received.join('\n')
  const spanNames = [
    'POST /api/contacts',
    'GET /api/contacts',
    'database tenant',
    'provider person',
    'job enrich-contact',
  ]
  expect(spanNames.filter((name) => !traces.includes(`"name":"${name}"`))).toEqual([])
  expect(received.every((line) => line.startsWith('/v1/traces '))).toBe(true)
  expect(/canar|tracewell|@example\.com/i.exec(traces)).toBeNull()
}, 120_000)
