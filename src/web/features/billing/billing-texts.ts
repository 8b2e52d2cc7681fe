import type { Billing, BillingInvoice } from '#contract/billing.ts'
import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import { formatLastDay, formatMomentDay } from '#web/lib/format.ts'
import type { BadgeProps } from '#web/ui/badge.tsx'

interface StatusBadge {
  label: string
  tone: BadgeProps['tone']
}

/** The facts about a subscription that decide its banner. */
export type SubscriptionState = Pick<Billing, 'status'> &
  Partial<
    Pick<
      Billing,
      | 'isAgreed'
      | 'periodEnd'
      | 'trialEnd'
      | 'cancelAtPeriodEnd'
      | 'failedAttempts'
      | 'nextAttemptAt'
      | 'refundPending'
      | 'retainedUntil'
    >
  >

export interface Notice {
  title: string
  text: string
  /** The button shown to owners. */
  action: 'card' | 'plan' | 'resume' | null
}

/** The banner for a subscription that needs attention; null if none does. */
export function noticeOf(subscription: SubscriptionState): Notice | null {
  const { status, periodEnd, trialEnd, refundPending, retainedUntil } = subscription
  if (refundPending && status !== 'canceled') {
    return {
      title: 'Your refund is on its way',
      text: "We're waiting for the payment provider to confirm it. You don't need to do anything.",
      action: null,
    }
  }
  if (status === 'past_due') {
    return {
      title: "Your last payment didn't go through",
      text: overdueText(subscription),
      action: 'card',
    }
  }
  if (status === 'canceled') {
    return {
      title: 'Your subscription has ended',
      text: retainedUntil
        ? `Your contacts stay saved until ${formatMomentDay(retainedUntil)}. Choose a plan to use them again.`
        : 'Choose a plan to use your contacts again.',
      action: 'plan',
    }
  }
  if (status === 'trialing') {
    return {
      title: "Your trial doesn't include contacts",
      text: `${trialEnd ? `It runs until ${formatMomentDay(trialEnd)}. ` : ''}Choose a plan to use contacts now.`,
      action: 'plan',
    }
  }
  if (status === 'active' && !subscription.isAgreed && subscription.cancelAtPeriodEnd && periodEnd) {
    return {
      title: `Your subscription ends on ${formatMomentDay(periodEnd)}`,
      text: 'You have full access until then. Resume it to keep your plan.',
      action: 'resume',
    }
  }
  return null
}

function overdueText({ failedAttempts = 0, nextAttemptAt }: SubscriptionState): string {
  const failedText = failedAttempts > 1 ? `${failedAttempts} attempts have failed. ` : ''
  const nextText = nextAttemptAt ? `The next attempt is on ${formatMomentDay(nextAttemptAt)}. ` : ''
  return `${failedText}${nextText}Your contacts are locked until the invoice is paid. Update your card to fix this. If every attempt fails, the subscription ends.`
}

const STATUS_BADGES: Record<Billing['status'], StatusBadge> = {
  active: { label: 'Active', tone: 'green' },
  past_due: { label: 'Payment overdue', tone: 'red' },
  trialing: { label: 'Trial', tone: 'blue' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  incomplete: { label: 'Not subscribed', tone: 'neutral' },
}

/** The label and color of a status. */
export function statusBadge({ status, cancelAtPeriodEnd, isAgreed }: SubscriptionState): StatusBadge {
  if (status === 'active' && isAgreed) return { label: 'Custom plan', tone: 'green' }
  if (status === 'active' && cancelAtPeriodEnd) return { label: 'Ending', tone: 'yellow' }
  return STATUS_BADGES[status]
}

/** A note for the owner about a card subscription that runs beside a custom plan. */
export function cardSubscriptionText(cardSubscription: NonNullable<Billing['beside']>): string {
  const { period, periodEnd, cancelAtPeriodEnd } = cardSubscription
  const day = formatMomentDay(periodEnd)
  const nextText = cancelAtPeriodEnd
    ? `It ends on ${day}.`
    : `It renews on ${day}. Cancel it if you don't need it.`
  return `You also have a ${period} subscription paid by card. ${nextText}`
}

/** The name of a plan as sold. */
export function planName(plan: string | null): string {
  return [PROFESSIONAL, ENTERPRISE].find(({ id }) => id === plan)?.name ?? plan ?? 'No plan'
}

/** `$79 per month`; null for a plan without a list price. */
export function priceText({ plan, period }: Pick<Billing, 'plan' | 'period'>): string | null {
  if (plan !== PROFESSIONAL.id || !period) return null
  return period === 'yearly'
    ? `$${PROFESSIONAL.yearlyPrice} per year`
    : `$${PROFESSIONAL.monthlyPrice} per month`
}

/** Label and date of the next renewal, payment attempt or end; null where there is none. */
export function periodLine(
  subscription: SubscriptionState & Pick<Billing, 'canceledAt'>,
): [string, string] | null {
  const { status, periodEnd, nextAttemptAt, canceledAt, cancelAtPeriodEnd } = subscription
  if (status === 'canceled') return canceledAt ? ['Ended on', formatMomentDay(canceledAt)] : null
  // An overdue subscription's current period is the unpaid one, so its end date says nothing.
  if (status === 'past_due') return nextAttemptAt ? ['Next attempt on', formatMomentDay(nextAttemptAt)] : null
  if (!periodEnd || status === 'incomplete') return null
  if (subscription.isAgreed) return ['Last day', formatLastDay(periodEnd)]
  return [cancelAtPeriodEnd ? 'Ends on' : 'Renews on', formatMomentDay(periodEnd)]
}

const INVOICE_BADGES: Record<BillingInvoice['status'], StatusBadge> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Open', tone: 'yellow' },
  paid: { label: 'Paid', tone: 'green' },
  uncollectible: { label: 'Not paid', tone: 'red' },
  void: { label: 'Void', tone: 'neutral' },
}

export function invoiceBadge({ status, refunded }: Pick<BillingInvoice, 'status' | 'refunded'>): StatusBadge {
  return refunded ? { label: 'Refunded', tone: 'neutral' } : INVOICE_BADGES[status]
}

/** Cents as `$79.00`, or in the invoice's own currency. */
export function amountText(invoice: Pick<BillingInvoice, 'amountCents' | 'currency'>): string {
  const currency = invoice.currency.toUpperCase()
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(invoice.amountCents / 100)
}
