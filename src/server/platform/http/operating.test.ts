import { afterEach, expect, test } from 'vitest'
import { createAppShell } from './app-shell.ts'
import { createRateLimiter } from './limits.ts'
import { operatingRoutes } from './operating.ts'

const TOKEN = 'a token of the tests'.replaceAll(' ', '-')
let close: () => Promise<void> = async () => {}
afterEach(() => close())

async function shell(
  isReady: () => Promise<boolean>,
  { appUrl = 'http://localhost', take = createRateLimiter() } = {},
) {
  const app = await createAppShell({ appUrl, logLevel: 'silent', bodyLimit: 1024 })
  operatingRoutes(app, { isReady, measure: async () => {}, metricsToken: TOKEN, appUrl, take })
  app.get('/contacts/:id', async () => 'x')
  close = () => app.close()
  return app
}

test('Trust 21 is alive without the database, and ready only with it, within 200 ms', async () => {
  const app = await shell(() => new Promise(() => {}))
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const startedAt = performance.now()
  const response = await app.inject('/readyz')
  expect(performance.now() - startedAt).toBeLessThan(2000)
  expect([response.statusCode, response.json()]).toEqual([503, { status: 'unavailable' }])
})

test('Trust 21 is not ready after errors or with an old schema, without details', async () => {
  const app = await shell(() => Promise.reject(new Error('password of ninefold_app is wrong')))
  const response = await app.inject('/readyz')
  expect([response.statusCode, response.body]).toEqual([503, '{"status":"unavailable"}'])
})

test('Trust 21 is not ready but still serves while stopping', async () => {
  const app = await shell(async () => true)
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  app.door.startClosing()
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  expect((await app.inject('/contacts/1')).statusCode).toBe(200)
})

test('Trust 25 serves metrics to this machine or with the token, with routes instead of URLs', async () => {
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

test.each(['https://ninefold.example', 'http://192.0.2.7:3000', 'http://localhost.evil.example'])(
  'Trust 25 requires the token for metrics at %s, even behind a local proxy without headers',
  async (appUrl) => {
    const app = await shell(async () => true, { appUrl })
    const at = (headers: Record<string, string>) =>
      app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { host: 'localhost', ...headers } })
    expect((await at({})).statusCode).toBe(404)
    expect((await at({ authorization: `Bearer ${TOKEN}` })).statusCode).toBe(200)
  },
)

test('Trust 22 queries the database a few times a second during a flood of readiness checks', async () => {
  let requestCount = 0
  const app = await shell(async () => {
    requestCount += 1
    return true
  })
  const checkReadiness = (remoteAddress: string) => app.inject({ url: '/readyz', remoteAddress })
  const statuses: number[] = []
  for (let i = 0; i < 300; i++)
    statuses.push((await checkReadiness(`2001:db8::${i.toString(16)}`)).statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const refusal = await checkReadiness('2001:db8::ffff')
  expect([refusal.statusCode, refusal.headers['retry-after']]).toEqual([429, '1'])
  // The balancer's own network is another one.
  expect((await checkReadiness('192.0.2.1')).statusCode).toBe(200)
  expect(requestCount).toBeLessThan(20)
})

test('Trust 21 repeats the check of a silent database', async () => {
  let isSilent = true
  const app = await shell(() => (isSilent ? new Promise(() => {}) : Promise.resolve(true)))
  expect((await app.inject('/readyz')).statusCode).toBe(503)
  isSilent = false
  await expect.poll(async () => (await app.inject('/readyz')).statusCode, { timeout: 5000 }).toBe(200)
})
