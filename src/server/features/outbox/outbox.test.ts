import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { outboxPage } from './routes.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.visitor('POST', '/api/auth/request-magic-link', { email: 'ann@example.com' })
  await app.queue.drain()
  await app.mailer.send({
    to: '<b>@example.com',
    subject: '<script>1</script>',
    text: '"><img src=x onerror=alert(1)>',
    replyTo: 'cy@example.com',
    headers: { 'List-Unsubscribe': '<https://ninefold.example/u?token=1>', 'X-Note': '<img src=x>' },
  })
})
afterAll(() => app.close())

const openOutbox = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url: '/dev/outbox', remoteAddress, headers })

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'Trust 7 the outbox shows its emails to this machine (%s)',
  async (address) => {
    const page = await openOutbox(address)
    expect(page.statusCode).toBe(200)
    expect(page.body).toMatch(/<a href="http:\/\/localhost:3000\/auth\/verify\?token=[\w-]{43}">/)
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  },
)

test.each([
  ['192.0.2.1', {}],
  ['2001:db8::1', {}],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { forwarded: 'for=192.0.2.1' }],
  ['127.0.0.1', { via: '1.1 proxy' }],
])('Trust 7 the outbox does not exist for %s with %j', async (address, headers) => {
  const response = await openOutbox(address, headers as Record<string, string>)
  expect(response.statusCode).toBe(404)
  expect(response.body).not.toContain('token')
})

test.each(['https://ninefold.example', 'http://10.0.0.5:3000', 'http://127.0.0.1.evil.example'])(
  'Trust 7 the outbox of an instance at %s does not exist, even behind a local proxy without headers',
  async (appUrl) => {
    const shell = await createAppShell({ appUrl, logLevel: 'silent', bodyLimit: 1024 })
    outboxPage(shell, app.mailer, appUrl)
    const page = await shell.inject({
      url: '/dev/outbox',
      remoteAddress: '127.0.0.1',
      headers: { host: 'localhost' },
    })
    expect([page.statusCode, page.body.includes('token')]).toEqual([404, false])
    await shell.close()
  },
)

test('Trust 8 the daily limit does not apply to emails in the outbox', async () => {
  const countEmails = () => app.mailer.outbox?.filter(({ to }) => to === 'deb@example.com').length
  for (let i = 0; i < 12; i++) {
    await app.visitor('POST', '/api/auth/request-magic-link', { email: 'deb@example.com' })
    // A random offset avoids the time of an older counter.
    await app.owner.run(
      `update rate_limits set window_start = window_start - (1000 + random()) * interval '1 second'`,
    )
  }
  await app.queue.drain()
  expect(countEmails()).toBe(12)
})

test("Trust 11 an email can't inject markup into the outbox", async () => {
  const { body } = await openOutbox('127.0.0.1')
  expect(body).not.toMatch(/<script|<img|<b>/)
  expect(body).toContain('&lt;script&gt;')
})

test('P08 the outbox shows the reply address and headers', async () => {
  const { body } = await openOutbox('127.0.0.1')
  expect(body).toContain('Reply-To: cy@example.com<br>')
  expect(body.replaceAll('<wbr>', '')).toContain(
    'List-Unsubscribe: &lt;https://ninefold.example/u?token=1&gt;',
  )
})
