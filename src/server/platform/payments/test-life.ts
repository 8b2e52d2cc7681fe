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
  /** Current period; if past due, the unpaid one. Times are ISO 8601. */
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
  billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  /** Value left of the old period after a switch. `amountCents` is what the card pays. */
  creditCents: number
  periodStart: string
  periodEnd: string
  attemptCount: number
  nextAttemptAt: string | null
  refundKey: string | null
}

/** Payment sources of a subscription: the card, and the credit used before it. */
export type TestPayer = { card: TestCard; balanceCents: number }

/** A subscription with its open invoice, if any, and its payment sources. */
export type TestLife = TestPayer & { subscription: TestSubscription; openInvoice: TestInvoice | null }

/** `pay` and `decline` set the outcome of the next renewal; `recover` pays the open invoice. */
export const TEST_STEPS = ['cancel', 'resume', 'pay', 'decline', 'recover'] as const
export type TestStep = (typeof TEST_STEPS)[number]

/** Result of a step, with the types of its events in order. */
export type TestOutcome = {
  subscription: TestSubscription
  invoice: TestInvoice | null
  events: TestEventType[]
  /** New credit of the customer; unchanged if omitted. */
  balanceCents?: number
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
 * Performs one step of a subscription. A renewal happens immediately and its period begins now, so that credits and
 * banners update at once.
 *
 * @param newInvoiceId of the invoice that a renewal opens
 * @returns null if the step doesn't apply
 */
export function stepOf(
  life: TestLife,
  step: TestStep,
  { at, newInvoiceId }: { at: Date; newInvoiceId: string },
): TestOutcome | null {
  const { subscription, openInvoice, card } = life
  if (subscription.status === 'canceled') return null
  if (step === 'cancel' || step === 'resume') return withScheduledEnd(subscription, step === 'cancel')
  if (step === 'recover') return openInvoice && card === '4242' ? payInvoice(subscription, openInvoice) : null
  if (openInvoice)
    return step === 'decline'
      ? declineInvoice(subscription, { ...openInvoice, attemptCount: openInvoice.attemptCount + 1 }, at)
      : null
  if (subscription.cancelAtPeriodEnd) return endSubscription(subscription, null)
  const { invoice, balanceCents } = createInvoice(life, {
    id: newInvoiceId,
    at,
    reason: 'subscription_cycle',
  })
  const isPaid = step === 'pay'
  // An invoice covered by credit can't be declined and needs no working card.
  if (isPaid ? invoice.amountCents > 0 && card !== '4242' : invoice.amountCents === 0) return null
  const renewed = { ...subscription, periodStart: invoice.periodStart, periodEnd: invoice.periodEnd }
  return { ...(isPaid ? payInvoice(renewed, invoice) : declineInvoice(renewed, invoice, at)), balanceCents }
}

type Switch = { period: BillingPeriod; at: Date; newInvoiceId: string }

/**
 * Starts a period of the other length, minus the value left of the old one.
 *
 * @returns `declined` when the card doesn't pay the difference; nothing changes then
 */
export function switchOf(life: TestLife, { period, at, newInvoiceId }: Switch): TestOutcome | 'declined' {
  const creditCents = unusedCents(life.subscription, at)
  const subscription = { ...life.subscription, billingPeriod: period }
  const { invoice, balanceCents } = createInvoice(
    { ...life, subscription },
    { id: newInvoiceId, at, reason: 'subscription_update', creditCents },
  )
  if (invoice.amountCents > 0 && life.card !== '4242') return 'declined'
  const { periodStart, periodEnd } = invoice
  return { ...payInvoice({ ...subscription, periodStart, periodEnd }, invoice), balanceCents }
}

/** Value of the unused part of the current period, in cents. */
function unusedCents({ billingPeriod, periodStart, periodEnd }: TestSubscription, at: Date): number {
  const [start, end] = [Date.parse(periodStart), Date.parse(periodEnd)]
  const unused = Math.min(1, Math.max(0, (end - at.getTime()) / (end - start)))
  return Math.round(centsOf(billingPeriod) * unused)
}

/** Price of a period, in cents. */
export function centsOf(period: BillingPeriod): number {
  return (period === 'yearly' ? PROFESSIONAL.yearlyPrice : PROFESSIONAL.monthlyPrice) * 100
}

/** Bounds of the period that begins at `start`. */
export function periodFrom(start: Date, period: BillingPeriod): { periodStart: string; periodEnd: string } {
  const end = addMonths(start, period === 'yearly' ? 12 : 1)
  return { periodStart: start.toISOString(), periodEnd: end.toISOString() }
}

function withScheduledEnd(subscription: TestSubscription, cancelAtPeriodEnd: boolean): TestOutcome | null {
  if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return null
  const updated = { ...subscription, cancelAtPeriodEnd }
  return { subscription: updated, invoice: null, events: ['customer.subscription.updated'] }
}

function payInvoice(subscription: TestSubscription, invoice: TestInvoice): TestOutcome {
  return {
    subscription: { ...subscription, status: 'active' },
    invoice: { ...invoice, status: 'paid', nextAttemptAt: null },
    events: ['invoice.paid', 'customer.subscription.updated'],
  }
}

/** Declines an attempt; after the first and three more the subscription ends. */
function declineInvoice(subscription: TestSubscription, invoice: TestInvoice, at: Date): TestOutcome {
  if (invoice.attemptCount > RETRIES) {
    const uncollectible: TestInvoice = { ...invoice, status: 'uncollectible', nextAttemptAt: null }
    const { events, ...end } = endSubscription(subscription, uncollectible)
    return { ...end, events: ['invoice.payment_failed', ...events] }
  }
  const nextAttemptAt = new Date(at.getTime() + RETRY_AFTER_MS).toISOString()
  return {
    subscription: { ...subscription, status: 'past_due' },
    invoice: { ...invoice, status: 'open', nextAttemptAt },
    events: ['invoice.payment_failed', 'customer.subscription.updated'],
  }
}

export function endSubscription(subscription: TestSubscription, invoice: TestInvoice | null): TestOutcome {
  return {
    subscription: { ...subscription, status: 'canceled', cancelAtPeriodEnd: false },
    invoice,
    events: ['customer.subscription.deleted'],
  }
}

type Bill = {
  id: string
  at: Date
  reason: TestInvoice['billingReason']
  creditCents?: number
}

/** Creates the invoice of a period that begins at `at`, with the customer's remaining credit. */
export function createInvoice(
  { subscription, balanceCents }: Pick<TestLife, 'subscription' | 'balanceCents'>,
  { id, at, reason, creditCents = 0 }: Bill,
): { invoice: TestInvoice; balanceCents: number } {
  const credit = creditCents + balanceCents
  const price = centsOf(subscription.billingPeriod)
  const invoice: TestInvoice = {
    id,
    subscriptionId: subscription.id,
    createdAt: at.toISOString(),
    amountCents: Math.max(0, price - credit),
    creditCents,
    status: 'open',
    billingReason: reason,
    ...periodFrom(at, subscription.billingPeriod),
    attemptCount: 1,
    nextAttemptAt: null,
    refundKey: null,
  }
  return { invoice, balanceCents: Math.max(0, credit - price) }
}
