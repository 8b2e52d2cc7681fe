import { createStripePayments } from '#server/platform/payments/stripe-payments.ts'
import { deliverEvents, startStripeServer } from '../fakes/stripe-server.ts'

export const SECRET_KEY = 'sk_test_0123456789abcdef'
const WEBHOOK = 'whsec_0123456789abcdef'
export const ORGANIZATION = '0198c0de-0000-7000-8000-000000000001'
export const EMAIL = 'pat@example.com'

type CheckoutOptions = { key?: string; customerId?: string; email?: string; period?: 'monthly' | 'yearly' }

/** Payments of one organization at a fake provider, with a fixed clock and a readable log. */
export async function startStripeAccount({ timeoutMs = 2000 } = {}) {
  const now = () => new Date('2026-03-01T12:00:00Z')
  const stripe = await startStripeServer({ secretKey: SECRET_KEY, now })
  const logLines: string[] = []
  const write = (...entry: unknown[]) => void logLines.push(JSON.stringify(entry))
  const payments = await createStripePayments({
    settings: { secretKey: SECRET_KEY, webhookSecrets: [WEBHOOK], apiUrl: stripe.url },
    clock: { now },
    log: { debug: write, info: write, warn: write, error: write },
    timeoutMs,
  })

  const checkout = (options: CheckoutOptions = {}) =>
    payments.openCheckout({
      organizationId: ORGANIZATION,
      customerEmail: options.email ?? EMAIL,
      customerId: options.customerId ?? null,
      period: options.period ?? 'monthly',
      successUrl: 'https://app.example.com/checkout-return?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://app.example.com/onboarding',
      idempotencyKey: options.key ?? 'checkout-1',
    })

  return {
    ...{ stripe, payments, logLines, checkout },
    /** Creates a paid checkout at the provider. */
    async subscribe(options: CheckoutOptions = {}) {
      const { url } = await checkout(options)
      await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
      const { subscription, invoice, customer } = stripe.state.sessions.get(url.split('/').at(-1) ?? '') ?? {}
      return { subscriptionId: subscription ?? '', invoiceId: invoice ?? '', customerId: customer ?? '' }
    },
    /** Reads the provider's events so far as the webhook would. */
    async readEvents() {
      const events: ReturnType<typeof payments.verifyEvent>[] = []
      const webhook = async (body: string, signature: string) => {
        events.push(payments.verifyEvent(Buffer.from(body), signature))
        return { status: 200 }
      }
      await deliverEvents(stripe.state.events, webhook, { secrets: [WEBHOOK], now })
      return events
    },
    stop: () => stripe.stop(),
  }
}
export type StripeAccount = Awaited<ReturnType<typeof startStripeAccount>>

/** Code and message of a refused call. */
export const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => `${error.code}: ${error.message}`,
  )
