import { createStripePayments } from '#server/platform/payments/stripe-payments.ts'
import { deliverEvents, startStripeServer } from './fakes/stripe-server.ts'

export const SECRET_KEY = 'sk_test_0123456789abcdef'
const WEBHOOK = 'whsec_0123456789abcdef'
export const ORGANIZATION = '0198c0de-0000-7000-8000-000000000001'
export const EMAIL = 'pat@example.com'

type Wish = { key?: string; customerId?: string; email?: string; period?: 'monthly' | 'yearly' }

/** The payments of one organization at a fake provider, with a clock that stands still and a log that can be read. */
export async function startStripeAccount({ timeoutMs = 2000 } = {}) {
  const now = () => new Date('2026-03-01T12:00:00Z')
  const stripe = await startStripeServer({ secretKey: SECRET_KEY, now })
  const logged: string[] = []
  const write = (...entry: unknown[]) => void logged.push(JSON.stringify(entry))
  const payments = await createStripePayments({
    settings: { secretKey: SECRET_KEY, webhookSecrets: [WEBHOOK], apiUrl: stripe.url },
    clock: { now },
    log: { debug: write, info: write, warn: write, error: write },
    timeoutMs,
  })

  const checkout = (wish: Wish = {}) =>
    payments.openCheckout({
      organizationId: ORGANIZATION,
      customerEmail: wish.email ?? EMAIL,
      customerId: wish.customerId ?? null,
      plan: 'professional',
      period: wish.period ?? 'monthly',
      successUrl: 'https://app.example.com/checkout-return?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://app.example.com/onboarding',
      idempotencyKey: wish.key ?? 'checkout-1',
    })

  return {
    ...{ stripe, payments, logged, checkout },
    /** A paid checkout, as the provider knows it. */
    async subscribe(wish: Wish = {}) {
      const { url } = await checkout(wish)
      await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
      const { subscription, invoice, customer } = stripe.world.sessions.get(url.split('/').at(-1) ?? '') ?? {}
      return { subscriptionId: subscription ?? '', invoiceId: invoice ?? '', customerId: customer ?? '' }
    },
    /** Sends what the provider has told so far, and reads it as the webhook does. */
    async told() {
      const read: ReturnType<typeof payments.verifyEvent>[] = []
      const webhook = async (body: string, signature: string) => {
        read.push(payments.verifyEvent(Buffer.from(body), signature))
        return { status: 200 }
      }
      await deliverEvents(stripe.world.events, webhook, { secrets: [WEBHOOK], now })
      return read
    },
    stop: () => stripe.stop(),
  }
}
export type StripeAccount = Awaited<ReturnType<typeof startStripeAccount>>

/** How a call was refused: code and words. */
export const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => `${error.code}: ${error.message}`,
  )
