import Stripe from 'stripe'
import { AppError } from '../errors.ts'
import type { Payments, PeriodQuote } from './payments.ts'
import type { StripePrices } from './stripe-prices.ts'
import { isoTime, unixSeconds } from './unix-time.ts'

type Request = Parameters<Payments['quotePeriod']>[0]
type Provider = { stripe: Stripe; prices: StripePrices }

/** Quotes a switch from the provider's invoice preview. */
export async function quotePeriod(provider: Provider, request: Request): Promise<PeriodQuote> {
  const { subscription, item, price } = await itemToSwitch(provider, request)
  const preview = await provider.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [{ id: item, price }],
      proration_behavior: 'always_invoice',
      proration_date: unixSeconds(request.at),
    },
  })
  const period = preview.lines.data.find(({ amount }) => amount > 0)
  const priceCents = sumOf(preview.lines.data, (amount) => amount > 0)
  if (!period) throw new AppError('unavailable', 'The payment provider quoted no price. Please try again.')
  return {
    at: request.at.toISOString(),
    priceCents,
    creditCents: -sumOf(preview.lines.data, (amount) => amount < 0),
    dueCents: preview.amount_due,
    periodEnd: isoTime(period.period.end),
  }
}

/** Switches the period, prorated as of the quote. A declined card fails the whole switch. */
export async function switchPeriod(
  provider: Provider,
  request: Request & { idempotencyKey: string },
): Promise<void> {
  const { subscription, item, price } = await itemToSwitch(provider, request)
  try {
    await provider.stripe.subscriptions.update(
      subscription.id,
      {
        items: [{ id: item, price }],
        proration_behavior: 'always_invoice',
        proration_date: unixSeconds(request.at),
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: request.idempotencyKey },
    )
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    throw new AppError(
      'conflict',
      'Your card was declined, so nothing changed. Update your card and try again.',
    )
  }
}

async function itemToSwitch({ stripe, prices }: Provider, { subscriptionId, period }: Request) {
  const { forSale, known } = await prices.load()
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  if (subscription.status === 'canceled') throw new AppError('conflict', 'This subscription has ended')
  const item = subscription.items.data.find((each) => known.some(({ id }) => id === each.price.id))
  const price = forSale.find((each) => each.period === period)
  if (!item || !price) throw new AppError('conflict', 'This plan is not available')
  if (known.find(({ id }) => id === item.price.id)?.period === period)
    throw new AppError('conflict', `Your subscription is already billed ${period}`)
  return { subscription, item: item.id, price: price.id }
}

function sumOf(lines: readonly { amount: number }[], counts: (amount: number) => boolean): number {
  return lines.reduce((sum, { amount }) => (counts(amount) ? sum + amount : sum), 0)
}
