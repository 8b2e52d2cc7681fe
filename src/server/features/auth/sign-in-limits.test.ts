import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'

/** Higher than the requests of all tests before the last. */
const EMAILS_PER_HOUR = 100

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ sendsEmail: true, signInMailsPerHour: EMAILS_PER_HOUR })
})
afterAll(() => app.close())

const requestLink = (email: string, remoteAddress: string) =>
  app.app.inject({ method: 'POST', url: '/api/auth/request-magic-link', payload: { email }, remoteAddress })

async function countEmailsTo(email: string): Promise<number> {
  await app.queue.drain()
  return app.mailer.outbox?.filter(({ to }) => to === email).length ?? 0
}

/** Ages all counts by some minutes, never to exactly the time of an older count. */
const ageCounts = (minutes: number) =>
  app.owner.run(
    `update rate_limits set window_start = window_start - make_interval(mins => $1) - random() * interval '1 second'`,
    [minutes],
  )

test('Trust 8 sends three links per address in 15 minutes, and the same response to a fourth request', async () => {
  const responses = []
  for (let i = 0; i < 4; i++) responses.push(await requestLink('ann@example.com', `192.0.2.${i}`))
  expect(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).toEqual(
    Array(4).fill('200 {"ok":true}'),
  )
  expect(await countEmailsTo('ann@example.com')).toBe(3)

  await requestLink('ann+another@example.com', '192.0.2.9')
  expect(await countEmailsTo('ann+another@example.com')).toBe(0)
  await requestLink('bo@example.com', '192.0.2.9')
  expect(await countEmailsTo('bo@example.com')).toBe(1)
})

test('Trust 8 applies the limit to any 15 minutes', async () => {
  for (let i = 0; i < 3; i++) await requestLink('cy@example.com', `192.0.2.2${i}`)
  await ageCounts(13)
  await requestLink('cy@example.com', '192.0.2.23')
  expect(await countEmailsTo('cy@example.com')).toBe(3)
  await ageCounts(4)
  await requestLink('cy@example.com', '192.0.2.24')
  expect(await countEmailsTo('cy@example.com')).toBe(4)
})

test('Trust 8 emails three of ten concurrent requests for one address', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, i) => requestLink('di@example.com', `192.0.2.${100 + i}`)))
  expect(await countEmailsTo('di@example.com')).toBe(3)
})

test.each([
  ['IPv4', (i: number) => (i % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'), '198.51.100.8'],
  ['IPv6 /64', (i: number) => `2001:db8:0:1::${i + 1}`, '2001:db8:0:2::1'],
])(
  'Trust 8 allows a network (%s) ten requests in 15 minutes for any addresses',
  async (protocol, ipOf, neighborIp) => {
    const emailOf = (i: number) => `${protocol.replace(/\W/g, '')}.${i}@example.com`
    for (let i = 0; i < 10; i++) expect((await requestLink(emailOf(i), ipOf(i))).statusCode).toBe(200)

    const response = await requestLink(emailOf(10), ipOf(10))
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBe(900)
    expect(response.json()).toMatchObject({ code: 'rate_limited' })
    expect(await countEmailsTo(emailOf(10))).toBe(0)

    expect((await requestLink(emailOf(11), neighborIp)).statusCode).toBe(200)
    await ageCounts(17)
    expect((await requestLink(emailOf(12), ipOf(12))).statusCode).toBe(200)
  },
)

test('Trust 8 ignores forwarding headers of unknown proxies', async () => {
  const requestFrom = (i: number) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/request-magic-link',
      payload: { email: `spoof${i}@example.com` },
      headers: { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` },
      remoteAddress: '198.51.100.99',
    })
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await requestFrom(i)).statusCode)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

test("Trust 8 sends a mailbox ten emails a day; refused requests don't count", async () => {
  let callerCount = 0
  const requestLinks = async (count: number) => {
    for (let i = 0; i < count; i++)
      expect((await requestLink('fay@example.com', `192.0.2.${callerCount++}`)).body).toBe('{"ok":true}')
  }
  for (const emailCount of [3, 6, 9, 10, 10]) {
    await requestLinks(5)
    expect(await countEmailsTo('fay@example.com')).toBe(emailCount)
    await ageCounts(20)
  }
  await requestLink('fay+again@example.com', '192.0.2.200')
  expect(await countEmailsTo('fay+again@example.com')).toBe(0)
  await ageCounts(24 * 60)
  await requestLinks(1)
  expect(await countEmailsTo('fay@example.com')).toBe(11)
})

test("Trust 8 doesn't count an email that no server accepted", async () => {
  const { send } = app.mailer
  app.mailer.send = async () => {
    throw new Error('away')
  }
  try {
    await requestLink('gil@example.com', '192.0.2.210')
    for (let i = 0; i < 12; i++) await expect(app.queue.drain()).rejects.toThrow('away')
  } finally {
    app.mailer.send = send
  }
  expect(await countEmailsTo('gil@example.com')).toBe(1)
})

test("Trust 8 allows a network a hundred requests a day; refused ones don't count", async () => {
  const requestFrom = (i: number) => requestLink(`${i}.hal@example.com`, '203.0.113.20')
  for (let i = 0; i < 100; i++) {
    if (i % 10 === 0 && i > 0) {
      expect((await requestFrom(1000 + i)).statusCode).toBe(429)
      await ageCounts(20)
    }
    expect([i, (await requestFrom(i)).statusCode]).toEqual([i, 200])
  }
  await ageCounts(20)
  const response = await requestFrom(100)
  expect([response.statusCode, response.json().code]).toEqual([429, 'rate_limited'])
  // The first of the hundred requests is 200 minutes older than the last.
  expect(Number(response.headers['retry-after']) / 60).toBeCloseTo(24 * 60 - 200, -1)
  expect((await requestLink('101.hal@example.com', '203.0.113.21')).statusCode).toBe(200)
  await ageCounts(24 * 60)
  expect((await requestFrom(102)).statusCode).toBe(200)
  await app.queue.drain()
})

test('A02 rejects a network with too many tokens without checking them', async () => {
  const link = new URL(await app.services.auth.issueLink('eve@example.com'))
  const openLink = (query: string) =>
    app.app.inject({ url: `/api/auth/verify-magic-link${query}`, remoteAddress: '198.51.100.150' })
  for (let i = 0; i < 30; i++) await openLink(`?token=guess${i}`)
  expect((await openLink(link.search)).headers.location).toBe('/auth/verify?error=too_many')
  await ageCounts(17)
  expect((await openLink(link.search)).headers.location).toBe('/dashboard')
})

test('Trust 8 stores no readable address in its counts', async () => {
  const rows = await app.owner.rows<{ bucket: string }>('select distinct bucket from rate_limits')
  expect(rows.length).toBeGreaterThan(20)
  for (const { bucket } of rows)
    expect(bucket).toMatch(
      /^magic-link:((network|network-day|address|take|look|mailed:address):[0-9a-f]{64}|mailed)$/,
    )
})

// Comes last, because it exhausts the hourly limit.
test('Trust 8 stops emails beyond the hourly limit, with the same response for everyone', async () => {
  await ageCounts(24 * 60 + 1)
  for (let i = 0; i < EMAILS_PER_HOUR + 3; i++)
    expect((await requestLink(`ivy${i}@example.com`, `203.0.114.${i}`)).body).toBe('{"ok":true}')
  await app.queue.drain()
  const hourlyCount = await app.owner.row(
    `select sum(hits)::int as mailed from rate_limits where bucket = 'magic-link:mailed' and window_start > now() - interval '1 hour'`,
  )
  expect(hourlyCount).toEqual({ mailed: EMAILS_PER_HOUR })
  expect(await countEmailsTo(`ivy${EMAILS_PER_HOUR}@example.com`)).toBe(0)
  // Strangers who exhaust the limit can't lock out users with an account or learn who has one.
  await app.services.auth.ensureUser('known@example.com')
  expect((await requestLink('known@example.com', '203.0.115.7')).body).toBe('{"ok":true}')
  expect(await countEmailsTo('known@example.com')).toBe(1)
  expect((await requestLink('unknown@example.com', '203.0.115.8')).body).toBe('{"ok":true}')
  expect(await countEmailsTo('unknown@example.com')).toBe(0)
  await ageCounts(61)
  await requestLink('jo@example.com', '203.0.115.1')
  expect(await countEmailsTo('jo@example.com')).toBe(1)
})
