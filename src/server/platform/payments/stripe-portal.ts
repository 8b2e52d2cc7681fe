import Stripe from 'stripe'
import type { Payments } from './payments.ts'

/** Portal features: everything except changing the price, which only we offer. */
const FEATURES: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  customer_update: { enabled: true, allowed_updates: ['address', 'name', 'email', 'tax_id'] },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: { enabled: false, default_allowed_updates: [], products: [] },
}

const MARK = { ninefold: 'portal-1' }

/** Opens the provider's portal for a customer. Its URL identifies the customer, so it is a secret. */
export async function openPortal(
  stripe: Stripe,
  { customerId, returnUrl }: Parameters<Payments['openPortal']>[0],
): Promise<{ url: string }> {
  const configuration = await configurationOf(stripe)
  const session = await stripe.billingPortal.sessions.create({
    customer: customerId,
    return_url: returnUrl,
    ...(configuration && { configuration }),
  })
  return { url: session.url }
}

/** Finds or creates our configuration; undefined without permission, which selects the account's default. */
async function configurationOf(stripe: Stripe): Promise<string | undefined> {
  try {
    const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
    const existing = data.find(({ metadata }) => metadata?.ninefold === MARK.ninefold)
    if (existing) return existing.id
    const created = await stripe.billingPortal.configurations.create(
      { features: FEATURES, metadata: MARK },
      { idempotencyKey: `ninefold-${MARK.ninefold}` },
    )
    return created.id
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return undefined
    throw error
  }
}
