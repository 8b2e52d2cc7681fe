import Stripe from 'stripe'
import type { BillingPeriod } from '#contract/billing.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'
import { cacheResult } from '../cache-result.ts'
import { ConfigError } from '../config-error.ts'
import { idOf } from './stripe-client.ts'
import type { KnownPrice } from './stripe-events.ts'

type ExpectedPrice = {
  period: BillingPeriod
  /** Stable name of the price; ids differ between accounts and modes. */
  lookupKey: string
  cents: number
  interval: 'month' | 'year'
}

const CURRENCY = 'usd'

/** Prices of the plans page, which the provider must match. */
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

export type StripePrices = ReturnType<typeof stripePrices>
type LoadedPrices = Awaited<ReturnType<typeof findPrices>>

/** Loads the provider's prices of our plans and checks their amounts. */
export function stripePrices(stripe: Stripe) {
  let loaded: LoadedPrices | null = null
  return {
    /** Loaded prices, including former ones; null before loading. */
    known: () => loaded?.known ?? null,
    /** Loads the prices once, and again only after a failure. @throws {ConfigError} that says what to fix */
    load: cacheResult(async () => {
      loaded = await findPrices(stripe)
      return loaded
    }),
  }
}

/** Finds one price per period, and former prices that older subscriptions may still use. */
async function findPrices(stripe: Stripe) {
  try {
    const lookupKeys = EXPECTED_PRICES.map(({ lookupKey }) => lookupKey)
    const { data } = await stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: 10 })
    let product = data.map((price) => idOf(price.product))[0]
    const forSale: KnownPrice[] = []
    const products = new Set<string>()
    for (const expected of EXPECTED_PRICES) {
      let price = data.find((each) => each.lookup_key === expected.lookupKey)
      if (!price) {
        product ??= await createProduct(stripe)
        price = await createPrice(stripe, expected, product)
      }
      requireEqual(price, expected)
      forSale.push({ id: price.id, period: expected.period })
      products.add(idOf(price.product))
    }
    const known = [...forSale]
    for (const productId of products) known.push(...(await formerPrices(stripe, productId, forSale)))
    return { forSale, known }
  } catch (error) {
    throw toConfigError(error)
  }
}

/**
 * Lists the other prices of a product, including archived ones, because older subscriptions keep their price.
 */
async function formerPrices(
  stripe: Stripe,
  product: string,
  forSale: readonly KnownPrice[],
): Promise<KnownPrice[]> {
  const former: KnownPrice[] = []
  for await (const { id, currency, recurring } of stripe.prices.list({ product, limit: 100 })) {
    if (currency !== CURRENCY || recurring?.interval_count !== 1) continue
    const expected = EXPECTED_PRICES.find(({ interval }) => interval === recurring.interval)
    if (!expected || forSale.some((each) => each.id === id)) continue
    former.push({ id, period: expected.period })
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

function createPrice(stripe: Stripe, expected: ExpectedPrice, product: string): Promise<Stripe.Price> {
  const { lookupKey, cents, interval } = expected
  return stripe.prices.create(
    {
      product,
      lookup_key: lookupKey,
      currency: CURRENCY,
      unit_amount: cents,
      recurring: { interval, interval_count: 1 },
    },
    // Includes the product, so that a price of a deleted product isn't returned from the idempotency cache.
    { idempotencyKey: `ninefold-price-${lookupKey}-${cents}-${product}` },
  )
}

/** @throws {ConfigError} when customers would pay another amount than the plans page says */
function requireEqual(price: Stripe.Price, expected: ExpectedPrice): void {
  const recurring = price.recurring
  const isEqual =
    price.unit_amount === expected.cents &&
    price.currency === CURRENCY &&
    price.billing_scheme === 'per_unit' &&
    recurring?.interval === expected.interval &&
    recurring.interval_count === 1 &&
    recurring.usage_type === 'licensed'
  if (isEqual) return
  throw new ConfigError(
    `The price ${price.id} with lookup key ${expected.lookupKey} does not match the plans page:\n` +
      `  it must be ${expected.cents} cents (${CURRENCY}) every ${expected.interval}, a fixed price per unit.\n` +
      'Archive it and move its lookup key to a matching price.',
  )
}

/** Converts errors an operator can fix to a {ConfigError}; leaves others unchanged. */
function toConfigError(error: unknown): unknown {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return new ConfigError('STRIPE_SECRET_KEY: the payment provider rejected this key')
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
      `Allow it to read prices, and create these with their lookup keys:\n${lines.join('\n')}`,
  )
}
