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
  billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  /** Of a switch: what was left of the old period. The amount is what the card pays. */
  creditCents: number
  periodStart: string
  periodEnd: string
  attemptCount: number
  nextAttemptAt: string | null
  refundKey: string | null
}

/** Who pays for a subscription: the card, and the credit that pays before it. */
export type TestPayer = { card: TestCard; balanceCents: number }

/** A subscription with its open invoice, if there is one, and who pays. */
export type TestLife = TestPayer & { subscription: TestSubscription; open: TestInvoice | null }

/** `pay` and `decline` are what the next renewal comes to, `recover` pays the open invoice. */
export const TEST_STEPS = ['cancel', 'resume', 'pay', 'decline', 'recover'] as const
export type TestStep = (typeof TEST_STEPS)[number]

/** Where a step leads, and the types of the events that tell of it, in their order. */
export type TestOutcome = {
  subscription: TestSubscription
  invoice: TestInvoice | null
  events: TestEventType[]
  /** The customer's credit from now on; as before where it is not named. */
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
  if (step === 'cancel' || step === 'resume') return withScheduledEnd(subscription, step === 'cancel')
  if (step === 'recover') return open && card === '4242' ? payInvoice(subscription, open) : null
  if (open)
    return step === 'decline'
      ? declineInvoice(subscription, { ...open, attemptCount: open.attemptCount + 1 }, at)
      : null
  if (subscription.cancelAtPeriodEnd) return endSubscription(subscription, null)
  const { invoice, balanceCents } = createInvoice(life, {
    id: newInvoiceId,
    at,
    reason: 'subscription_cycle',
  })
  const isPaid = step === 'pay'
  // What credit covers is not declined, and needs no card that pays.
  if (isPaid ? invoice.amountCents > 0 && card !== '4242' : invoice.amountCents === 0) return null
  const renewed = { ...subscription, periodStart: invoice.periodStart, periodEnd: invoice.periodEnd }
  return { ...(isPaid ? payInvoice(renewed, invoice) : declineInvoice(renewed, invoice, at)), balanceCents }
}

type Switch = { period: BillingPeriod; at: Date; newInvoiceId: string }

/**
 * A period of the other length begins, less what is left of the old one.
 *
 * @returns `declined` when the card does not pay the difference: nothing changes then
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

/** What the unused part of the running period cost, in cents. */
function unusedCents({ billingPeriod, periodStart, periodEnd }: TestSubscription, at: Date): number {
  const [start, end] = [Date.parse(periodStart), Date.parse(periodEnd)]
  const unused = Math.min(1, Math.max(0, (end - at.getTime()) / (end - start)))
  return Math.round(centsOf(billingPeriod) * unused)
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

function withScheduledEnd(subscription: TestSubscription, cancelAtPeriodEnd: boolean): TestOutcome | null {
  if (subscription.cancelAtPeriodEnd === cancelAtPeriodEnd) return null
  const changed = { ...subscription, cancelAtPeriodEnd }
  return { subscription: changed, invoice: null, events: ['customer.subscription.updated'] }
}

function payInvoice(subscription: TestSubscription, invoice: TestInvoice): TestOutcome {
  return {
    subscription: { ...subscription, status: 'active' },
    invoice: { ...invoice, status: 'paid', nextAttemptAt: null },
    events: ['invoice.paid', 'customer.subscription.updated'],
  }
}

/** After the first attempt and three more the subscription ends. */
function declineInvoice(subscription: TestSubscription, invoice: TestInvoice, at: Date): TestOutcome {
  if (invoice.attemptCount > RETRIES) {
    const lost: TestInvoice = { ...invoice, status: 'uncollectible', nextAttemptAt: null }
    const { events, ...end } = endSubscription(subscription, lost)
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

/** The invoice of a period that begins then, and the credit that the customer has left after it. */
function createInvoice(
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
