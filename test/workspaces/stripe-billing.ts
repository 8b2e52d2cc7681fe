import { createStripePayments } from '#server/platform/payments/stripe-payments.ts'
import { deliverEvents, startStripeServer } from '../fakes/stripe-server.ts'
import { startPaymentsApp } from './payments.ts'

const SECRET_KEY = 'sk_test_0123456789abcdef'
const WEBHOOK_SECRET = 'whsec_fedcba9876543210'
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Billing with the fake payment provider, whose events arrive only when a test delivers them. */
export async function startStripeBilling() {
  let now = () => new Date()
  const stripe = await startStripeServer({ secretKey: SECRET_KEY, now: () => now() })
  const settings = { secretKey: SECRET_KEY, webhookSecrets: [WEBHOOK_SECRET], apiUrl: stripe.url }
  const app = await startPaymentsApp({ provider: (deps) => createStripePayments({ settings, ...deps }) })
  now = app.clock.now
  // The product redirects browsers to https pages only.
  const { openCheckout } = app.payments
  app.payments.openCheckout = async (request) => {
    const response = await openCheckout(request)
    return { ...response, url: response.url.replace('http:', 'https:') }
  }

  const deliver = (events: Parameters<typeof deliverEvents>[0]) =>
    deliverEvents(
      events,
      async (body, signature) => ({ status: (await app.webhook(body, signature)).statusCode }),
      { secrets: [WEBHOOK_SECRET], now: app.clock.now },
    )
  /** Takes the events since the last call; events that aren't delivered are lost. */
  const takeEvents = () => stripe.state.events.splice(0)

  /** Creates an owner who opened the checkout. */
  async function startCheckout() {
    const organization = await app.createOrganization()
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/stripe/create-checkout-session',
      headers: { 'x-test-user': organization },
      payload: { organizationId: organization, billingPeriod: 'monthly' },
    })
    const session = (response.json() as { url: string }).url.split('/').at(-1) ?? ''
    return { organization, session }
  }

  return {
    ...app,
    ...{ stripe, deliver, takeEvents, startCheckout },
    /** Creates an owner whose paid checkout was delivered. */
    async createSubscriber() {
      const { organization, session } = await startCheckout()
      takeEvents()
      stripe.state.pay(session)
      await deliver(takeEvents())
      const subscription = [...stripe.state.subscriptions.values()].at(-1)
      if (!subscription) throw new Error('the provider opened no subscription')
      return { organization, subscription }
    },
    /** Sets the clock to a provider time in seconds plus some milliseconds. */
    setTime(seconds: number, ms: number): void {
      app.clock.time = seconds * 1000 + ms
    },
    /** Number of requests to one path of the provider. */
    countReads: (id: string) =>
      stripe.calls.filter(({ method, path }) => method === 'GET' && path.endsWith(id)).length,
    /** Notifications to owners, oldest first. */
    listNotifications: (organization: string) =>
      app.rows<{ title: string }>(
        'select title from notifications where organization_id = $1 order by created_at, title',
        [organization],
      ),
    /** Starts an empty instance more than a year later. */
    async clear(): Promise<void> {
      await app.rows('delete from organizations')
      app.clock.time += 400 * DAY
      stripe.calls.splice(0)
    },
    async close(): Promise<void> {
      await app.close()
      await stripe.stop()
    },
  }
}
export type StripeBilling = Awaited<ReturnType<typeof startStripeBilling>>
