import { afterEach, expect, test } from 'vitest'
import { createAppShell } from './app-shell.ts'
import { operatingRoutes } from './operating.ts'

const TOKEN = 'a token of the tests'.replaceAll(' ', '-')
let close: () => Promise<void> = async () => {}
afterEach(() => close())

async function shell(isReady: () => Promise<boolean>) {
  const app = await createAppShell({ appUrl: 'http://localhost', logLevel: 'silent', bodyLimit: 1024 })
  operatingRoutes(app, { isReady, measure: async () => {}, metricsToken: TOKEN })
  app.get('/contacts/:id', async () => 'x')
  close = () => app.close()
  return app
}

test('Trust 21 a process lives without its database, and is ready only with it, within 200 ms', async () => {
  const app = await shell(() => new Promise(() => {}))
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const begun = performance.now()
  const answer = await app.inject('/readyz')
  expect(performance.now() - begun).toBeLessThan(2000)
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: 'unavailable' }])
})

test('Trust 21 errors and old schemas are not ready, and nothing says why', async () => {
  const app = await shell(() => Promise.reject(new Error('password of ninefold_app is wrong')))
  const answer = await app.inject('/readyz')
  expect([answer.statusCode, answer.body]).toEqual([503, '{"status":"unavailable"}'])
})

test('Trust 21 a process that is told to stop is not ready from then on, and still serves', async () => {
  const app = await shell(async () => true)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  app.door.startClosing()
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/contacts/1')).statusCode).toBe(200)
})

test('Trust 25 metrics are for this machine or whoever holds the token, and name routes instead of what was asked', async () => {
  const app = await shell(async () => true)
  await app.inject('/contacts/canary-of-metrics')
  const at = (remoteAddress: string, headers = {}) => app.inject({ url: '/metrics', remoteAddress, headers })
  expect((await at('192.0.2.1')).statusCode).toBe(404)
  expect((await at('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(404)
  expect((await at('192.0.2.1', { authorization: `Bearer ${TOKEN}x` })).statusCode).toBe(404)
  expect((await at('192.0.2.1', { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
  const { body } = await at('127.0.0.1')
  expect(body).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/contacts\/:id",status="2xx"\} \d/,
  )
  expect(body).not.toContain('canary')
})
