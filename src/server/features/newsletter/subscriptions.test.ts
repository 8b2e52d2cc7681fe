import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { digest } from '#server/platform/ids.ts'
import { dump } from '#test/checks.ts'
import { DAY, HOUR, newsletterReaders, START } from '#test/workspaces/newsletter-readers.ts'

let readers: Awaited<ReturnType<typeof newsletterReaders>>
beforeAll(async () => {
  readers = await newsletterReaders()
})
afterAll(() => readers.app.close())
beforeEach(() => readers.forget())

describe('P06 subscribing', () => {
  test('subscribes no one before the emailed link is confirmed', async () => {
    const answer = await readers.ask('  Ann@Example.COM ')
    expect([answer.statusCode, answer.body]).toEqual([200, '{"ok":true}'])
    await readers.app.queue.drain()
    expect(await readers.subscriptionOf('ann@example.com')).toEqual({
      subscribed: true,
      confirmedAt: null,
      unsubscribedAt: null,
    })
    const confirmed = await readers.confirm(readers.confirmToken('ann@example.com'))
    expect([confirmed.statusCode, confirmed.body]).toEqual([200, '{"ok":true}'])
    expect(await readers.subscriptionOf('ann@example.com')).toMatchObject({
      subscribed: true,
      confirmedAt: new Date(START).toISOString(),
    })
  })

  test('responds and stores the same for known, ended and unknown addresses', async () => {
    await readers.subscribed('known@example.com')
    await readers.unsubscribe(await readers.subscribedWithToken('ended@example.com'))
    const stored = () => readers.app.owner.row('select count(*)::int as requests from newsletter_requests')
    const answers = []
    for (const email of ['known@example.com', 'ended@example.com', 'nobody@example.com']) {
      const before = JSON.stringify(
        await readers.app.owner.rows('select * from newsletter_subscriptions order by id'),
      )
      const { statusCode, body, headers } = await readers.ask(email)
      answers.push([statusCode, body, Object.keys(headers).sort().join()])
      expect(
        JSON.stringify(await readers.app.owner.rows('select * from newsletter_subscriptions order by id')),
      ).toBe(before)
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(await stored()).toEqual({ requests: 3 })
    await readers.app.queue.drain()
    expect(await stored()).toEqual({ requests: 0 })
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
  ])('refuses %j as an address', async (email) => {
    const answer = await readers.post('subscribe', { email } as object)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.email).toBeTruthy()
  })

  test("rejects an empty address with the form's message", async () => {
    expect((await readers.ask('')).json().message).toBe('Please enter your email address')
  })

  test('responds the same to a bot but sends no email', async () => {
    const [person, program] = [
      await readers.ask('ann@example.com'),
      await readers.ask('bot@example.com', { website: 'x' }),
    ]
    expect([program.statusCode, program.body]).toEqual([person.statusCode, person.body])
    await readers.app.queue.drain()
    expect(readers.mailsTo('bot@example.com')).toEqual([])
    expect(await dump(readers.app.owner)).not.toContain('bot@example.com')
  })

  test('sends three links a day to an address from any network, with the same response', async () => {
    const answers = []
    for (const email of ['cy@example.com', 'cy+1@example.com', 'cy@example.com', 'cy@example.com'])
      answers.push((await readers.ask(email)).body)
    await readers.app.queue.drain()
    expect(new Set(answers)).toEqual(new Set(['{"ok":true}']))
    expect(readers.app.mailer.outbox).toHaveLength(3)
    await readers.app.owner.run(`update rate_limits set window_start = window_start - interval '25 hours'`)
    await readers.ask('cy@example.com')
    await readers.app.queue.drain()
    expect(readers.app.mailer.outbox).toHaveLength(4)
  })

  test('tells a subscriber once a day, even with two concurrent requests', async () => {
    await readers.subscribed('di@example.com')
    await readers.ask('di@example.com')
    await readers.ask('di@example.com')
    const ids = (await readers.app.owner.rows<{ id: string }>('select id from newsletter_requests')).map(
      ({ id }) => id,
    )
    await Promise.all(ids.map((id) => readers.app.services.newsletter.answerRequest(id)))
    const emails = () =>
      readers.mailsTo('di@example.com').filter(({ text }) => text.includes('already subscribed')).length
    expect(emails()).toBe(1)
    expect(await readers.isMailed('di@example.com')).toBe(true)
    await readers.app.owner.run('truncate rate_limits')
    readers.clock.time += 23 * HOUR
    await readers.ask('di@example.com')
    await readers.app.queue.drain()
    expect(emails()).toBe(1)
    readers.clock.time += 2 * HOUR
    await readers.ask('di@example.com')
    await readers.app.queue.drain()
    expect(emails()).toBe(2)
  })

  test('tells a network with too many requests when to retry', async () => {
    const from = (i: number) => readers.post('subscribe', { email: `n${i}@example.com` }, {}, '192.0.2.5')
    for (let i = 0; i < 10; i++) expect((await from(i)).statusCode).toBe(200)
    const refused = await from(10)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60)
  })

  test('stores tokens only as hashes', async () => {
    await readers.ask('eve@example.com')
    expect(JSON.stringify(readers.app.queue.waiting)).not.toContain('eve@example.com')
    await readers.app.queue.drain()
    const [open, ended] = [
      readers.confirmToken('eve@example.com'),
      await readers.subscribedWithToken('fay@example.com'),
    ]
    const all = (await dump(readers.app.owner)) + JSON.stringify(readers.app.queue.waiting)
    for (const token of [open, ended]) {
      expect(token).toHaveLength(43)
      expect(all).not.toContain(token)
      expect(all).toContain(digest(token))
    }
  })
})

describe('P06 confirming', () => {
  test('link scanners change nothing and leave the link usable', async () => {
    const token = await readers.askedToken('ann@example.com')
    for (const method of ['GET', 'HEAD'] as const)
      for (const path of ['/newsletter/confirm', '/api/newsletter/confirm'])
        await readers.app.app.inject({ method, url: `${path}?token=${token}` })
    expect(await readers.isMailed('ann@example.com')).toBe(false)
    expect((await readers.confirm(token)).statusCode).toBe(200)
  })

  test('a second click on the button gets the same response', async () => {
    const token = await readers.askedToken('ann@example.com')
    await readers.confirm(token)
    const first = await readers.subscriptionOf('ann@example.com')
    readers.clock.time += HOUR
    expect((await readers.confirm(token)).statusCode).toBe(200)
    expect(await readers.subscriptionOf('ann@example.com')).toEqual(first)
  })

  test('a link works for seven days', async () => {
    const token = await readers.askedToken('ann@example.com')
    readers.clock.time += 7 * DAY
    const late = await readers.confirm(token)
    expect([late.statusCode, late.json().code]).toEqual([404, 'not_found'])
    expect(await readers.isMailed('ann@example.com')).toBe(false)
    readers.clock.time -= 1
    expect((await readers.confirm(token)).statusCode).toBe(200)
  })

  test('rejects unknown, malformed and wrong tokens, and requests from other sites', async () => {
    const token = await readers.askedToken('ann@example.com')
    const other = await readers.subscribedWithToken('bo@example.com')
    for (const wrong of ['x', `${token.slice(0, -1)}~`, other, digest(token)])
      expect((await readers.confirm(wrong)).statusCode).toBe(404)
    for (const body of [{}, { token: '' }, { token: 5 }, { token, more: 1 }])
      expect((await readers.post('confirm', body)).statusCode).toBe(400)
    expect((await readers.post('confirm', { token }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(
      403,
    )
    expect(await readers.isMailed('ann@example.com')).toBe(false)
  })
})
