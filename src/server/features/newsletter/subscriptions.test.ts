import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digest } from '#server/platform/ids.ts'
import { dumpRows } from '#test/checks.ts'
import { DAY, HOUR, openReadersApp, START } from '#test/workspaces/newsletter-readers.ts'

let readers: Awaited<ReturnType<typeof openReadersApp>>
beforeAll(async () => {
  readers = await openReadersApp()
})
afterAll(() => readers.app.close())
beforeEach(() => readers.reset())

describe('P06 subscribing', () => {
  test('subscribes no one before the emailed link is confirmed', async () => {
    const response = await readers.requestSubscription('  Ann@Example.COM ')
    expect([response.statusCode, response.body]).toEqual([200, '{"ok":true}'])
    await readers.app.queue.drain()
    expect(await readers.subscriptionOf('ann@example.com')).toEqual({
      subscribed: true,
      confirmedAt: null,
      unsubscribedAt: null,
    })
    const confirmation = await readers.confirm(readers.confirmToken('ann@example.com'))
    expect([confirmation.statusCode, confirmation.body]).toEqual([200, '{"ok":true}'])
    expect(await readers.subscriptionOf('ann@example.com')).toMatchObject({
      subscribed: true,
      confirmedAt: new Date(START).toISOString(),
    })
  })

  test('responds and stores the same for known, ended and unknown addresses', async () => {
    await readers.subscribed('known@example.com')
    await readers.unsubscribe(await readers.subscribeWithToken('ended@example.com'))
    const countRequests = () =>
      readers.app.owner.row('select count(*)::int as requests from newsletter_requests')
    const responses = []
    for (const email of ['known@example.com', 'ended@example.com', 'nobody@example.com']) {
      const subscriptions = JSON.stringify(
        await readers.app.owner.rows('select * from newsletter_subscriptions order by id'),
      )
      const { statusCode, body, headers } = await readers.requestSubscription(email)
      responses.push([statusCode, body, Object.keys(headers).sort().join()])
      expect(
        JSON.stringify(await readers.app.owner.rows('select * from newsletter_subscriptions order by id')),
      ).toBe(subscriptions)
    }
    expect(new Set(responses.map(String)).size).toBe(1)
    expect(await countRequests()).toEqual({ requests: 3 })
    await readers.app.queue.drain()
    expect(await countRequests()).toEqual({ requests: 0 })
  })

  test.each([
    '',
    'ann',
    'a@b',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@b.com\nbcc: c@d.com',
    5,
    null,
  ])('rejects %j as an address', async (email) => {
    const response = await readers.post('subscribe', { email } as object)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields.email).toBeTruthy()
  })

  test("rejects an empty address with the form's message", async () => {
    expect((await readers.requestSubscription('')).json().message).toBe('Please enter your email address')
  })

  test('responds the same to a bot but sends no email', async () => {
    const [personResponse, botResponse] = [
      await readers.requestSubscription('ann@example.com'),
      await readers.requestSubscription('bot@example.com', { website: 'x' }),
    ]
    expect([botResponse.statusCode, botResponse.body]).toEqual([
      personResponse.statusCode,
      personResponse.body,
    ])
    await readers.app.queue.drain()
    expect(readers.mailsTo('bot@example.com')).toEqual([])
    expect(await dumpRows(readers.app.owner)).not.toContain('bot@example.com')
  })

  test('sends three links a day to an address from any network, with the same response', async () => {
    const responses = []
    for (const email of ['cy@example.com', 'cy+1@example.com', 'cy@example.com', 'cy@example.com'])
      responses.push((await readers.requestSubscription(email)).body)
    await readers.app.queue.drain()
    expect(new Set(responses)).toEqual(new Set(['{"ok":true}']))
    expect(readers.app.mailer.outbox).toHaveLength(3)
    await readers.app.owner.run(`update rate_limits set window_start = window_start - interval '25 hours'`)
    await readers.requestSubscription('cy@example.com')
    await readers.app.queue.drain()
    expect(readers.app.mailer.outbox).toHaveLength(4)
  })

  test('reminds a subscriber of the subscription once a day, even with two concurrent requests', async () => {
    await readers.subscribed('di@example.com')
    await readers.requestSubscription('di@example.com')
    await readers.requestSubscription('di@example.com')
    const ids = (await readers.app.owner.rows<{ id: string }>('select id from newsletter_requests')).map(
      ({ id }) => id,
    )
    await Promise.all(ids.map((id) => readers.app.services.newsletter.answerRequest(id)))
    const countReminders = () =>
      readers.mailsTo('di@example.com').filter(({ text }) => text.includes('already subscribed')).length
    expect(countReminders()).toBe(1)
    expect(await readers.isSubscribed('di@example.com')).toBe(true)
    await readers.app.owner.run('truncate rate_limits')
    readers.clock.time += 23 * HOUR
    await readers.requestSubscription('di@example.com')
    await readers.app.queue.drain()
    expect(countReminders()).toBe(1)
    readers.clock.time += 2 * HOUR
    await readers.requestSubscription('di@example.com')
    await readers.app.queue.drain()
    expect(countReminders()).toBe(2)
  })

  test('tells a network with too many requests when to retry', async () => {
    const askFromNetwork = (i: number) =>
      readers.post('subscribe', { email: `n${i}@example.com` }, {}, '192.0.2.5')
    for (let i = 0; i < 10; i++) expect((await askFromNetwork(i)).statusCode).toBe(200)
    const limited = await askFromNetwork(10)
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(14 * 60)
  })

  test('stores tokens only as hashes', async () => {
    await readers.requestSubscription('eve@example.com')
    expect(JSON.stringify(readers.app.queue.pendingJobs)).not.toContain('eve@example.com')
    await readers.app.queue.drain()
    const [confirmToken, unsubscribeToken] = [
      readers.confirmToken('eve@example.com'),
      await readers.subscribeWithToken('fay@example.com'),
    ]
    const content = (await dumpRows(readers.app.owner)) + JSON.stringify(readers.app.queue.pendingJobs)
    for (const token of [confirmToken, unsubscribeToken]) {
      expect(token).toHaveLength(43)
      expect(content).not.toContain(token)
      expect(content).toContain(digest(token))
    }
  })
})

describe('P06 confirming', () => {
  test('link scanners change nothing and leave the link usable', async () => {
    const token = await readers.requestToken('ann@example.com')
    for (const method of ['GET', 'HEAD'] as const)
      for (const path of ['/newsletter/confirm', '/api/newsletter/confirm'])
        await readers.app.app.inject({ method, url: `${path}?token=${token}` })
    expect(await readers.isSubscribed('ann@example.com')).toBe(false)
    expect((await readers.confirm(token)).statusCode).toBe(200)
  })

  test('a second click on the button gets the same response', async () => {
    const token = await readers.requestToken('ann@example.com')
    await readers.confirm(token)
    const first = await readers.subscriptionOf('ann@example.com')
    readers.clock.time += HOUR
    expect((await readers.confirm(token)).statusCode).toBe(200)
    expect(await readers.subscriptionOf('ann@example.com')).toEqual(first)
  })

  test('a link works for seven days', async () => {
    const token = await readers.requestToken('ann@example.com')
    readers.clock.time += 7 * DAY
    const expired = await readers.confirm(token)
    expect([expired.statusCode, expired.json().code]).toEqual([404, 'not_found'])
    expect(await readers.isSubscribed('ann@example.com')).toBe(false)
    readers.clock.time -= 1
    expect((await readers.confirm(token)).statusCode).toBe(200)
  })

  test('rejects unknown, malformed and wrong tokens, and requests from other sites', async () => {
    const token = await readers.requestToken('ann@example.com')
    const otherToken = await readers.subscribeWithToken('bo@example.com')
    for (const invalidToken of ['x', `${token.slice(0, -1)}~`, otherToken, digest(token)])
      expect((await readers.confirm(invalidToken)).statusCode).toBe(404)
    for (const body of [{}, { token: '' }, { token: 5 }, { token, more: 1 }])
      expect((await readers.post('confirm', body)).statusCode).toBe(400)
    expect((await readers.post('confirm', { token }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect(await readers.isSubscribed('ann@example.com')).toBe(false)
  })
})
