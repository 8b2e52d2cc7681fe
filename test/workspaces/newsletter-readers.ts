import { createTestApp } from '../test-app.ts'

export const START = Date.parse('2026-11-20T10:00:00Z')
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The test application with the jobs of the newsletter, a stopped clock, and readers who subscribe and confirm. */
export async function openReadersApp() {
  const clock = { time: START, now: () => new Date(clock.time) }
  const app = await createTestApp({ clock })
  let network = 0
  const nextAddress = () => `10.0.${network >> 8}.${network++ & 255}`

  const post = (
    verb: string,
    payload: object | string,
    headers: Record<string, string> = {},
    ip = nextAddress(),
  ) => app.app.inject({ method: 'POST', url: `/api/newsletter/${verb}`, payload, headers, remoteAddress: ip })
  const requestSubscription = (email: string, extraFields: object = {}) =>
    post('subscribe', { email, ...extraFields })
  const confirm = (token: string) => post('confirm', { token })

  const emailsTo = (email: string) => (app.mailer.outbox ?? []).filter(({ to }) => to === email)
  const tokenIn = (email: string, page: string) =>
    new RegExp(`http://localhost:3000/newsletter/${page}\\?token=([\\w-]{43})\\n`).exec(
      emailsTo(email)[0]?.text ?? '',
    )?.[1] ?? ''
  const confirmToken = (email: string) => tokenIn(email, 'confirm')
  const unsubscribeToken = (email: string) => tokenIn(email, 'unsubscribe')

  const subscriptionOf = (email: string) =>
    app.owner.row<{ subscribed: boolean; confirmedAt: string | null; unsubscribedAt: string | null }>(
      'select subscribed, confirmed_at, unsubscribed_at from newsletter_subscriptions where email = $1',
      [email],
    )

  async function requestToken(email: string): Promise<string> {
    await requestSubscription(email)
    await app.queue.drain()
    return confirmToken(email)
  }

  async function subscribeAndConfirm(email: string): Promise<void> {
    const { statusCode } = await confirm(await requestToken(email))
    if (statusCode !== 200) throw new Error(`The subscription was not confirmed: ${statusCode}`)
  }

  return {
    ...{
      app,
      clock,
      post,
      requestSubscription,
      confirm,
      mailsTo: emailsTo,
      confirmToken,
      unsubscribeToken,
      subscriptionOf,
    },
    requestToken,
    subscribed: subscribeAndConfirm,
    unsubscribe: (token: string) => post('unsubscribe', { token }),
    async isSubscribed(email: string): Promise<boolean> {
      const row = await subscriptionOf(email)
      return Boolean(row?.subscribed && row.confirmedAt)
    },
    /** Unsubscribe token as sent in emails to a subscriber. */
    async subscribeWithToken(email: string): Promise<string> {
      await subscribeAndConfirm(email)
      await requestSubscription(email)
      await app.queue.drain()
      return unsubscribeToken(email)
    },
    async reset(): Promise<void> {
      clock.time = START
      ;(app.mailer.outbox as unknown[]).splice(0)
      await app.owner.run('truncate newsletter_subscriptions, newsletter_requests, rate_limits cascade')
    },
  }
}
