import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY, openReadersApp } from '#test/workspaces/newsletter-readers.ts'

let readers: Awaited<ReturnType<typeof openReadersApp>>
beforeAll(async () => {
  readers = await openReadersApp()
})
afterAll(() => readers.app.close())
beforeEach(() => readers.reset())
afterEach(() => vi.restoreAllMocks())

describe('P06 requests and retention', () => {
  test('responds immediately while the mail server is unavailable, and sends the email once later', async () => {
    vi.spyOn(readers.app.mailer, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    expect((await readers.requestSubscription('ann@example.com')).statusCode).toBe(200)
    await expect(readers.app.queue.drain()).rejects.toThrow('ECONNREFUSED')
    await readers.app.queue.drain()
    expect(readers.mailsTo('ann@example.com')).toEqual([])
    readers.clock.time += 30_000
    for (let i = 0; i < 3; i++) {
      await readers.app.services.newsletter.sweep()
      await readers.app.queue.drain()
    }
    expect(readers.mailsTo('ann@example.com')).toHaveLength(1)
    expect((await readers.confirm(readers.confirmToken('ann@example.com'))).statusCode).toBe(200)
    expect(await readers.app.owner.row('select count(*)::int as tokens from newsletter_tokens')).toEqual({
      tokens: 1,
    })
  })

  test('deletes an unconfirmed address after 30 days, but no confirmed or ended subscription', async () => {
    await readers.requestToken('never@example.com')
    await readers.subscribed('ann@example.com')
    await readers.unsubscribe(await readers.subscribeWithToken('ended@example.com'))
    const listEmails = async () => {
      await readers.app.services.newsletter.removeOutdated()
      return (
        await readers.app.owner.rows<{ email: string }>(
          'select email from newsletter_subscriptions order by email',
        )
      ).map(({ email }) => email)
    }
    readers.clock.time += 29 * DAY
    expect(await listEmails()).toContain('never@example.com')
    readers.clock.time += 2 * DAY
    expect(await listEmails()).toEqual(['ann@example.com', 'ended@example.com'])
  })
})
