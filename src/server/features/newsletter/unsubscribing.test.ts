import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, openReadersApp, START } from '#test/workspaces/newsletter-readers.ts'

let readers: Awaited<ReturnType<typeof openReadersApp>>
beforeAll(async () => {
  readers = await openReadersApp()
})
afterAll(() => readers.app.close())
beforeEach(() => readers.reset())

describe('P06 unsubscribing', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

  test('every email names the one-click URL and the page; both end the subscription', async () => {
    const token = await readers.subscribeWithToken('ann@example.com')
    const [email] = readers.mailsTo('ann@example.com')
    expect(email?.headers).toEqual({
      'List-Unsubscribe': `<http://localhost:3000/api/newsletter/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect((await readers.unsubscribe(token)).body).toBe('{"ok":true}')
    expect(await readers.subscriptionOf('ann@example.com')).toMatchObject({
      subscribed: false,
      unsubscribedAt: new Date(START).toISOString(),
    })
  })

  test('accepts one click as mail providers send it: a form without cookie and Origin', async () => {
    for (const [i, headers, body] of [
      [1, FORM, 'List-Unsubscribe=One-Click'],
      [
        2,
        { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        'List-Unsubscribe=One-Click',
      ],
      [
        3,
        { 'content-type': 'multipart/form-data; boundary=b1' },
        '--b1\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b1--\r\n',
      ],
    ] as const) {
      const email = `p${i}@example.com`
      const token = await readers.subscribeWithToken(email)
      const url = /<(.+)>/.exec(readers.mailsTo(email)[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
      const { pathname, search } = new URL(url)
      expect(search).toBe(`?token=${token}`)
      const response = await readers.app.app.inject({
        method: 'POST',
        url: pathname + search,
        headers,
        payload: body,
      })
      expect([i, response.statusCode, response.headers['set-cookie']]).toEqual([i, 200, undefined])
      expect(await readers.isSubscribed(email)).toBe(false)
    }
  })

  test('rejects other forms and other sites', async () => {
    const token = await readers.subscribeWithToken('ann@example.com')
    const send = (payload: string, headers: Record<string, string> = FORM) =>
      readers.post(`unsubscribe?token=${token}`, payload, headers)
    expect((await send('')).statusCode).toBe(400)
    expect((await send('List-Unsubscribe=Other')).statusCode).toBe(400)
    expect((await send(`token=${token}`)).statusCode).toBe(400)
    expect((await send('x'.repeat(5000))).statusCode).toBe(413)
    const multipart = { 'content-type': 'multipart/form-data; boundary=b1' }
    expect((await send('--b1\r\n\r\nOne-Click\r\n--b1--', multipart)).statusCode).toBe(400)
    expect((await send('{', { 'content-type': 'application/json' })).statusCode).toBe(400)
    const crossSite = { ...FORM, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await send('List-Unsubscribe=One-Click', crossSite)).statusCode).toBe(403)
    expect((await readers.post('unsubscribe', 'List-Unsubscribe=One-Click', FORM)).statusCode).toBe(400)
    expect(await readers.isSubscribed('ann@example.com')).toBe(true)
  })

  test('opening the one-click URL shows the confirmation page and ends nothing', async () => {
    const token = await readers.subscribeWithToken('ann@example.com')
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await readers.app.app.inject({
        method,
        url: `/api/newsletter/unsubscribe?token=${token}`,
      })
      expect(response.headers.location).toBe(`/newsletter/unsubscribe?token=${token}`)
    }
    expect(await readers.isSubscribed('ann@example.com')).toBe(true)
  })

  test.each(['', '?token='])('also redirects to the page without a token (%s)', async (search) => {
    const response = await readers.app.visitor('GET', `/api/newsletter/unsubscribe${search}`)
    expect([response.status, response.headers.location]).toEqual([302, '/newsletter/unsubscribe'])
  })

  test('can be repeated, even years later; rejects an unknown token', async () => {
    const token = await readers.subscribeWithToken('ann@example.com')
    await readers.unsubscribe(token)
    const first = await readers.subscriptionOf('ann@example.com')
    readers.clock.time += 700 * DAY
    await readers.app.services.newsletter.removeOutdated()
    expect((await readers.unsubscribe(token)).statusCode).toBe(200)
    expect(await readers.subscriptionOf('ann@example.com')).toEqual(first)
    const response = await readers.unsubscribe('x'.repeat(43))
    expect([response.statusCode, Object.keys(response.json()).sort()]).toEqual([
      404,
      ['code', 'message', 'requestId'],
    ])
  })

  test('subscribing again needs a new confirmation; an older link does not work', async () => {
    const olderToken = await readers.requestToken('ann@example.com')
    await readers.confirm(olderToken)
    await readers.requestSubscription('ann@example.com')
    await readers.app.queue.drain()
    await readers.unsubscribe(readers.unsubscribeToken('ann@example.com'))
    expect((await readers.confirm(olderToken)).statusCode).toBe(404)
    readers.clock.time += HOUR
    await readers.requestSubscription('ann@example.com')
    await readers.app.queue.drain()
    expect(await readers.isSubscribed('ann@example.com')).toBe(false)
    expect((await readers.confirm(readers.confirmToken('ann@example.com'))).statusCode).toBe(200)
    expect(await readers.subscriptionOf('ann@example.com')).toEqual({
      subscribed: true,
      confirmedAt: new Date(START + HOUR).toISOString(),
      unsubscribedAt: null,
    })
  })
})
