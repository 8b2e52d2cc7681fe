import { randomUUID } from 'node:crypto'

const PRICE = 'price_test_professional_monthly'

type SubscriptionEventOptions = {
  organizationId: string
  subscription?: string
  customer?: string
  price?: string
  currency?: string
}

/** Events as the provider's API shows them, of one customer and subscription of an organization. */
export function providerEvents(about: SubscriptionEventOptions) {
  const subscription = about.subscription ?? `sub_${about.organizationId}`
  const customer = about.customer ?? `cus_${about.organizationId}`
  const { price = PRICE, currency = 'usd' } = about
  const metadata = { organizationId: about.organizationId }
  const seconds = (time: string) => Date.parse(time) / 1000
  const event = (type: string, at: string, object: object) => ({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created: seconds(at),
    livemode: false,
    data: { object },
  })
  return {
    subscription(
      type: 'created' | 'updated' | 'deleted',
      status: string,
      at: string,
      period: [string, string],
    ) {
      const [start, end] = period
      const item = {
        price: { id: price, currency, unit_amount: 7900 },
        current_period_start: seconds(start),
        current_period_end: seconds(end),
      }
      const object = {
        id: subscription,
        object: 'subscription',
        customer,
        status,
        metadata,
        items: { data: [item] },
      }
      return event(`customer.subscription.${type}`, at, object)
    },
    invoice(
      outcome: 'paid' | 'payment_failed',
      reason: 'create' | 'cycle',
      at: string,
      period: [string, string],
    ) {
      const [start, end] = period
      return event(`invoice.${outcome}`, at, {
        id: `in_${subscription}_${start}`,
        object: 'invoice',
        customer,
        currency,
        billing_reason: `subscription_${reason}`,
        amount_paid: outcome === 'paid' ? 7900 : 0,
        attempt_count: 1,
        next_payment_attempt: null,
        parent: { type: 'subscription_details', subscription_details: { subscription, metadata } },
        lines: {
          data: [
            {
              period: { start: seconds(start), end: seconds(end) },
              pricing: { type: 'price_details', price_details: { price } },
            },
          ],
        },
      })
    },
  }
}

/** Three months in a row. */
export const FIRST_MONTH: [string, string] = ['2026-01-05T00:00:00Z', '2026-02-05T00:00:00Z']
export const SECOND_MONTH: [string, string] = ['2026-02-05T00:00:00Z', '2026-03-05T00:00:00Z']
export const THIRD_MONTH: [string, string] = ['2026-03-05T00:00:00Z', '2026-04-05T00:00:00Z']
