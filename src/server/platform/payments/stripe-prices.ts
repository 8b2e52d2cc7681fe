import Stripe from 'stripe'
import type { BillingPeriod } from '#contract/billing.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { ConfigError } from '../config-error.ts'
import { idOf } from './stripe-client.ts'
import type { KnownPrice } from './stripe-events.ts'

type ExpectedPrice = {
  period: BillingPeriod
  /** The name by which the provider finds its price: ids differ between accounts and modes. */
  lookupKey: string
  cents: number
  interval: 'month' | 'year'
}

const CURRENCY = 'usd'

/** What the plans page says, as the provider must have it. */
const EXPECTED_PRICES: readonly ExpectedPrice[] = [
  {
    period: 'monthly',
    lookupKey: 'ninefold_professional_monthly',
    cents: PROFESSIONAL.monthlyPrice * 100,
    interval: 'month',
  },
  {
    period: 'yearly',
    lookupKey: 'ninefold_professional_yearly',
    cents: PROFESSIONAL.yearlyPrice * 100,
    interval: 'year',
  },
]

type Prices = {
  /** One a period, at the amounts of the plans page. */
  forSale: readonly KnownPrice[]
  /** These, and those of the same product that subscriptions from before may still be on. */
  known: readonly KnownPrice[]
}

export type StripePrices = {
  /** Asks the provider once; again only when that failed. @throws {ConfigError} that says what to put right */
  load(): Promise<Prices>
  /** What was loaded, prices that are sold no more among it; null before. */
  known(): readonly KnownPrice[] | null
}

/** The provider's prices of our plans, held against what the product says they cost. */
export function stripePrices(stripe: Stripe): StripePrices {
  let found: Prices | null = null
  let loading: Promise<Prices> | null = null
  return {
    known: () => found?.known ?? null,
    load() {
      if (found) return Promise.resolve(found)
      loading ??= findPrices(stripe)
        .then((prices) => {
          found = prices
          return prices
        })
        .finally(() => {
          loading = null
        })
      return loading
    },
  }
}

async function findPrices(stripe: Stripe): Promise<Prices> {
  try {
    const lookupKeys = EXPECTED_PRICES.map(({ lookupKey }) => lookupKey)
    const { data } = await stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: 10 })
    let product = data.map((price) => idOf(price.product))[0]
    const forSale: KnownPrice[] = []
    const products = new Set<string>()
    for (const wanted of EXPECTED_PRICES) {
      let price = data.find((one) => one.lookup_key === wanted.lookupKey)
      if (!price) {
        product ??= await createProduct(stripe)
        price = await createPrice(stripe, wanted, product)
      }
      requireEqual(price, wanted)
      forSale.push({ id: price.id, plan: 'professional', period: wanted.period })
      products.add(idOf(price.product))
    }
    const known = [...forSale]
    for (const one of products) known.push(...(await formerPrices(stripe, one, forSale)))
    return { forSale, known }
  } catch (error) {
    throw toConfigError(error)
  }
}

/**
 * The other prices of a product, archived ones too: whoever subscribed at one goes on paying it after the plans page
 * says another.
 */
async function formerPrices(
  stripe: Stripe,
  product: string,
  forSale: readonly KnownPrice[],
): Promise<KnownPrice[]> {
  const former: KnownPrice[] = []
  for await (const { id, currency, recurring } of stripe.prices.list({ product, limit: 100 })) {
    if (currency !== CURRENCY || recurring?.interval_count !== 1) continue
    const wanted = EXPECTED_PRICES.find(({ interval }) => interval === recurring.interval)
    if (!wanted || forSale.some((one) => one.id === id)) continue
    former.push({ id, plan: 'professional', period: wanted.period })
  }
  return former
}

async function createProduct(stripe: Stripe): Promise<string> {
  const product = await stripe.products.create(
    {
      name: PROFESSIONAL.name,
      description: PROFESSIONAL.description,
      metadata: { ninefold_plan: PROFESSIONAL.id },
    },
    { idempotencyKey: 'ninefold-product-professional' },
  )
  return product.id
}

function createPrice(stripe: Stripe, wanted: ExpectedPrice, product: string): Promise<Stripe.Price> {
  const { lookupKey, cents, interval } = wanted
  return stripe.prices.create(
    {
      product,
      lookup_key: lookupKey,
      currency: CURRENCY,
      unit_amount: cents,
      recurring: { interval, interval_count: 1 },
    },
    // With the product, so that a price of a product that is gone is not answered from memory.
    { idempotencyKey: `ninefold-price-${lookupKey}-${cents}-${product}` },
  )
}

/** @throws {ConfigError} when a customer would pay something else than the plans page says */
function requireEqual(price: Stripe.Price, wanted: ExpectedPrice): void {
  const recurring = price.recurring
  const isEqual =
    price.unit_amount === wanted.cents &&
    price.currency === CURRENCY &&
    price.billing_scheme === 'per_unit' &&
    recurring?.interval === wanted.interval &&
    recurring.interval_count === 1 &&
    recurring.usage_type === 'licensed'
  if (isEqual) return
  throw new ConfigError(
    `The price ${price.id} with lookup key ${wanted.lookupKey} is not what the product says:\n` +
      `  it must be ${wanted.cents} cents (${CURRENCY}) every ${wanted.interval}, a fixed price per unit.\n` +
      'Archive it and move its lookup key to a price that is.',
  )
}

/** What an operator can put right becomes a {ConfigError}; everything else stays as it is. */
function toConfigError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new ConfigError('STRIPE_SECRET_KEY: the payment provider does not accept this key')
  const isRefused =
    error instanceof Stripe.errors.StripePermissionError ||
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError
  if (!isRefused) return error
  const lines = EXPECTED_PRICES.map(
    ({ lookupKey, cents, interval }) => `  ${lookupKey}: ${cents} cents (${CURRENCY}) every ${interval}`,
  )
  return new ConfigError(
    `STRIPE_SECRET_KEY: this key could not find or create the prices of the plan (${error.code ?? error.type}). ` +
      `Let it read prices, and create these with their lookup keys:\n${lines.join('\n')}`,
  )
}
