import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const ask = (email: string, remoteAddress: string) =>
  app.app.inject({ method: 'POST', url: '/api/auth/request-magic-link', payload: { email }, remoteAddress })

async function mailsTo(email: string): Promise<number> {
  await app.queue.drain()
  return app.mailer.outbox?.filter(({ to }) => to === email).length ?? 0
}

/** Lets so many minutes pass for everything counted so far; never to the very time of an older count. */
const pass = (minutes: number) =>
  app.owner.run(
    `update rate_limits set window_start = window_start - make_interval(mins => $1) - random() * interval '1 second'`,
    [minutes],
  )

test('Trust 8 an address gets three links in 15 minutes; the fourth request is answered alike and mails nothing', async () => {
  const answers = []
  for (let i = 0; i < 4; i++) answers.push(await ask('ann@example.com', `192.0.2.${i}`))
  expect(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
    Array(4).fill('200 {"ok":true}'),
  )
  expect(await mailsTo('ann@example.com')).toBe(3)

  await ask('ann+another@example.com', '192.0.2.9')
  expect(await mailsTo('ann+another@example.com')).toBe(0)
  await ask('bo@example.com', '192.0.2.9')
  expect(await mailsTo('bo@example.com')).toBe(1)
})

test('Trust 8 the limit holds over any 15 minutes, not only between fixed borders', async () => {
  for (let i = 0; i < 3; i++) await ask('cy@example.com', `192.0.2.2${i}`)
  await pass(13)
  await ask('cy@example.com', '192.0.2.23')
  expect(await mailsTo('cy@example.com')).toBe(3)
  await pass(4)
  await ask('cy@example.com', '192.0.2.24')
  expect(await mailsTo('cy@example.com')).toBe(4)
})

test('Trust 8 of ten requests of one address at once three are mailed', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, i) => ask('di@example.com', `192.0.2.${100 + i}`)))
  expect(await mailsTo('di@example.com')).toBe(3)
})

test.each([
  ['IPv4', (i: number) => (i % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'), '198.51.100.8'],
  ['IPv6 /64', (i: number) => `2001:db8:0:1::${i + 1}`, '2001:db8:0:2::1'],
])(
  'Trust 8 a network (%s) gets ten requests in 15 minutes, whatever the addresses',
  async (kind, ip, neighbour) => {
    const address = (i: number) => `${kind.replace(/\W/g, '')}.${i}@example.com`
    for (let i = 0; i < 10; i++) expect((await ask(address(i), ip(i))).statusCode).toBe(200)

    const refused = await ask(address(10), ip(10))
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBe(900)
    expect(refused.json()).toMatchObject({ code: 'rate_limited' })
    expect(await mailsTo(address(10))).toBe(0)

    expect((await ask(address(11), neighbour)).statusCode).toBe(200)
    await pass(17)
    expect((await ask(address(12), ip(12))).statusCode).toBe(200)
  },
)

test('Trust 8 a header does not make another network', async () => {
  const from = (i: number) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/request-magic-link',
      payload: { email: `spoof${i}@example.com` },
      headers: { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` },
      remoteAddress: '198.51.100.99',
    })
  const answers = []
  for (let i = 0; i < 11; i++) answers.push((await from(i)).statusCode)
  expect(answers).toEqual([...Array(10).fill(200), 429])
})

test('A02 a network that tries too many tokens is sent away without a look at them', async () => {
  const link = new URL(await app.services.auth.issueLink('eve@example.com'))
  const take = (query: string) =>
    app.app.inject({ url: `/api/auth/verify-magic-link${query}`, remoteAddress: '198.51.100.150' })
  for (let i = 0; i < 30; i++) await take(`?token=guess${i}`)
  expect((await take(link.search)).headers.location).toBe('/auth/verify?error=too_many')
  await pass(17)
  expect((await take(link.search)).headers.location).toBe('/dashboard')
})

test('Trust 8 the counts keep no address in readable form', async () => {
  const rows = await app.owner.rows<{ bucket: string }>('select distinct bucket from rate_limits')
  expect(rows.length).toBeGreaterThan(20)
  for (const { bucket } of rows) expect(bucket).toMatch(/^magic-link:(network|address|take):[0-9a-f]{64}$/)
})
