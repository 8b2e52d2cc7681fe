import { MONTHLY_CREDITS } from './monthly-credits.ts'

/** Prices in whole US dollars. */
export const PROFESSIONAL = {
  id: 'professional',
  name: 'Professional',
  monthlyPrice: 79,
  yearlyPrice: 790,
  monthlyCredits: MONTHLY_CREDITS,
  description: 'For agents and teams who work their own contacts.',
  features: [
    '1,000 contact verifications per month',
    'Advanced 9D scoring with AI insights',
    'Full risk intelligence',
    'Priority support',
    'Automated tasks',
    'Advanced analytics',
  ],
} as const

export const ENTERPRISE = {
  id: 'enterprise',
  name: 'Enterprise',
  description: 'For brokerages with several organizations.',
  features: [
    'Unlimited verifications',
    'White-label options',
    'Custom integrations',
    'Dedicated success manager',
    'Advanced analytics',
    'Multi-org management',
    'SLA guarantees',
  ],
} as const

/** True while an organization's plan includes white label. */
export function includesWhiteLabel(organization: {
  subscriptionPlan: string | null
  subscriptionStatus: string
}): boolean {
  return organization.subscriptionPlan === ENTERPRISE.id && organization.subscriptionStatus === 'active'
}

/** Savings of a yearly plan over twelve monthly payments, in whole percent. */
export function yearlySavingPercent(plan: { monthlyPrice: number; yearlyPrice: number }): number {
  return Math.round((1 - plan.yearlyPrice / (12 * plan.monthlyPrice)) * 100)
}
