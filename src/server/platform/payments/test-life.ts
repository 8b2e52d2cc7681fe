import type { BillingPeriod } from '#contract/billing.ts'
import { addMonths } from '#domain/billing/credit-months.ts'
import { PROFESSIONAL } from '#domain/billing/plans.ts'

/** Last digits of the two test cards: the first pays, the second is declined. */
export type TestCard = '4242' | '0341'

export type TestSubscription = {
  id: string
  customerId: string
  organizationId: string
  billingPeriod: BillingPeriod
  status: 'active' | 'past_due' | 'canceled'
  /** The running period; of a subscription that is past due the one that is not paid. Times are ISO 8601. */
  periodStart: string
  periodEnd: string
  cancelAtPeriodEnd: boolean
  createdAt: string
  lastEventAt: string
}

export type TestInvoice = {
  id: string
  subscriptionId: string
  createdAt: string
  amountCents: number
  status: 'open' | 'paid' | 'uncollectible' | 'void'
  billingReason: 'subscription_create' | 'subscription_cycle'
  periodStart: string
  periodEnd: string
  attemptCount: number
  nextAttemptAt: string | null
  refundKey: string | null
}

/** A subscription with its open invoice, if there is one, and the card that pays. */
export type TestLife = { subscription: TestSubscription; open: TestInvoice | null; card: TestCard }

/** `pay` and `decline` are what the next renewal comes to, `recover` pays the open invoice. */
export const TEST_STEPS = ['cancel', 'resume', 'pay', 'decline', 'recover'] as const
export type TestStep = (typeof TEST_STEPS)[number]

/** Where a step leads, and the types of the events that tell of it, in their order. */
export type TestOutcome = {
  subscription: TestSubscription
  invoice: TestInvoice | null
  events: TestEventType[]
}
export type TestEventType =
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed'
  | 'refund.created'

const RETRIES = 3
const RETRY_AFTER_MS = 3 * 24 * 3600 * 1000

/**
 * One step in the life of a subscription. A renewal takes place at the moment it is asked for: its period begins then,
 * so that credits and banners follow at once.
 *
 * @param newInvoiceId of the invoice that a renewal opens
 * @returns null when the step makes no sense now
 */
export function stepOf(
  life: TestLife,
  step: TestStep,
  { at, newInvoiceId }: { at: Date; newInvoiceId: string },
): TestOutcome | null {
  const { subscription, open, card } = life
  if (subscription.status === 'canceled') return null
  if (step === 'cancel' || step === 'resume') return scheduled(subscription, step === 'cancel')
  if (step === 'recover') return open && card === '4242' ? paid(subscription, open) : null
  if (open)
    return step === 'decline'
      ? declined(subscription, { ...open, attemptCount: open.attemptCount + 1 }, at)
      : null
  if (subscription.cancelAtPeriodEnd) return ended(subscription, null)
  if (step === 'pay' && card !== '4242') return null
  const invoice = renewalOf(subscription, newInvoiceId, at)
  const renewed = { ...subscription, periodStart: invoice.periodStart, periodEnd: invoice.periodEnd }
  return step === 'pay' ? paid(renewed, invoice) : declined(renewed, invoice, at)
}

/** The price of a period, in cents. */
export function centsOf(period: BillingPeriod): number {
  return (period === 'yearly' ? PROFESSIONAL.yearlyPrice : PROFESSIONAL.monthlyPrice) * 100
}

/** The period that begins then. */
export function periodFrom(start: Date, period: BillingPeriod): { periodStart: string; periodEnd: string } {
  const end = addMonths(start, period === 'yearly' ? 12 : 1)
  return { periodStart: start.toISOString(), periodEnd: end.toISOString() }
}

function scheduled(subscription: TestSubscription, cancelAtPeriodEnd: boolean): TestOutcome | null {
  if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return null
  const changed = { ...subscription, cancelAtPeriodEnd }
  return { subscription: changed, invoice: null, events: ['customer.subscription.updated'] }
}

function paid(subscription: TestSubscription, invoice: TestInvoice): TestOutcome {
  return {
    subscription: { ...subscription, status: 'active' },
    invoice: { ...invoice, status: 'paid', nextAttemptAt: null },
    events: ['invoice.paid', 'customer.subscription.updated'],
  }
}

/** After the first attempt and three more the subscription ends. */
function declined(subscription: TestSubscription, invoice: TestInvoice, at: Date): TestOutcome {
  if (invoice.attemptCount > RETRIES) {
    const lost: TestInvoice = { ...invoice, status: 'uncollectible', nextAttemptAt: null }
    const { events, ...end } = ended(subscription, lost)
    return { ...end, events: ['invoice.payment_failed', ...events] }
  }
  const nextAttemptAt = new Date(at.getTime() + RETRY_AFTER_MS).toISOString()
  return {
    subscription: { ...subscription, status: 'past_due' },
    invoice: { ...invoice, status: 'open', nextAttemptAt },
    events: ['invoice.payment_failed', 'customer.subscription.updated'],
  }
}

export function ended(subscription: TestSubscription, invoice: TestInvoice | null): TestOutcome {
  return {
    subscription: { ...subscription, status: 'canceled', cancelAtPeriodEnd: false },
    invoice,
    events: ['customer.subscription.deleted'],
  }
}

function renewalOf(subscription: TestSubscription, id: string, at: Date): TestInvoice {
  return {
    id,
    subscriptionId: subscription.id,
    createdAt: at.toISOString(),
    amountCents: centsOf(subscription.billingPeriod),
    status: 'open',
    billingReason: 'subscription_cycle',
    ...periodFrom(at, subscription.billingPeriod),
    attemptCount: 1,
    nextAttemptAt: null,
    refundKey: null,
  }
}
