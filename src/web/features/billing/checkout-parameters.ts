import { type BillingPeriod, billingPeriod } from '#contract/billing.ts'
import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import type { Account } from '#web/features/auth/auth-queries.ts'
import { checkoutUrl, urls } from '#web/lib/urls.ts'

export interface CheckoutOrder {
  plan: typeof PROFESSIONAL.id | typeof ENTERPRISE.id
  billing: BillingPeriod
  /** Organization id from the URL, not validated. */
  org: string
}

/** The order in the checkout URL; null unless plan, billing and org are all valid. */
export function checkoutOrder(query: URLSearchParams): CheckoutOrder | null {
  const plan = [PROFESSIONAL.id, ENTERPRISE.id].find((id) => id === query.get('plan'))
  const billing = billingPeriod.safeParse(query.get('billing')).data
  const org = query.get('org')
  return plan && billing && org ? { plan, billing, org } : null
}

/**
 * The page /subscribe forwards to; null while the account is loading. Missing parameters default to the monthly
 * Professional plan for the user's own organization.
 */
export function subscribeTarget(query: URLSearchParams, account: Account): string | null {
  const org = query.get('org') || account.user?.organizationId
  if (org) {
    const plan = query.get('plan') || PROFESSIONAL.id
    return checkoutUrl({ plan, billing: query.get('period') || 'monthly', org })
  }
  if (account.state === 'loading') return null
  return account.state === 'visitor' ? urls.pricing : urls.onboarding
}

/** Checks a URL from the payment API before the browser is sent there: https, or this site. */
export function isCheckoutUrl(text: string, origin: string): boolean {
  if (!text) return false
  try {
    const url = new URL(text, origin)
    return url.protocol === 'https:' || url.origin === origin
  } catch {
    return false
  }
}
