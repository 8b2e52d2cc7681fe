import type { Billing, BillingInvoice } from '#contract/billing.ts'
import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import { formatMomentDay } from '#web/lib/format.ts'

type Tone = 'neutral' | 'green' | 'yellow' | 'red' | 'blue'

/** What a banner needs to know of an organization's subscription. */
export type SubscriptionState = Pick<
  Billing,
  | 'status'
  | 'isAgreed'
  | 'periodEnd'
  | 'trialEnd'
  | 'cancelAtPeriodEnd'
  | 'failedAttempts'
  | 'nextAttemptAt'
  | 'refundPending'
  | 'retainedUntil'
>

export interface Notice {
  title: string
  text: string
  /** What an owner can do about it. */
  action: 'card' | 'plan' | 'resume' | null
}

/** What somebody has to know of their subscription now, and what to do; null where all is as it should be. */
export function noticeOf(subscription: SubscriptionState): Notice | null {
  const { status, periodEnd, trialEnd, refundPending, retainedUntil } = subscription
  if (refundPending && status !== 'canceled') {
    return {
      title: 'Your refund is on its way',
      text: 'The payment provider has been asked and has not confirmed it yet. Nothing more needs to be done.',
      action: null,
    }
  }
  switch (status) {
    case 'past_due':
      return {
        title: 'Your last payment did not go through',
        text: overdueText(subscription),
        action: 'card',
      }
    case 'canceled':
      return {
        title: 'Your subscription has ended',
        text: `${retainedUntil ? `Your contacts are kept until ${formatMomentDay(retainedUntil)}. ` : ''}Choose a plan to use your contacts again.`,
        action: 'plan',
      }
    case 'trialing':
      return {
        title: 'Your trial does not include contacts',
        text: `${trialEnd ? `It runs until ${formatMomentDay(trialEnd)}. ` : ''}Choose a plan to use contacts now.`,
        action: 'plan',
      }
    case 'active':
      if (subscription.isAgreed) return null
      return subscription.cancelAtPeriodEnd && periodEnd
        ? {
            title: `Your subscription ends on ${formatMomentDay(periodEnd)}`,
            text: 'Until then everything stays open. Resume it and it renews as before.',
            action: 'resume',
          }
        : null
    default:
      return null
  }
}

function overdueText({ failedAttempts, nextAttemptAt }: SubscriptionState): string {
  const failed = failedAttempts > 1 ? `${failedAttempts} attempts have failed. ` : ''
  const next = nextAttemptAt ? `The next attempt is on ${formatMomentDay(nextAttemptAt)}. ` : ''
  return `${failed}${next}Your contacts are locked until the invoice is paid: update the card. If no attempt succeeds, the subscription ends.`
}

/** The word for a status, and its colour. */
export function statusBadge({ status, cancelAtPeriodEnd, isAgreed }: SubscriptionState): {
  label: string
  tone: Tone
} {
  switch (status) {
    case 'active':
      if (isAgreed) return { label: 'Agreed', tone: 'green' }
      return cancelAtPeriodEnd ? { label: 'Ending', tone: 'yellow' } : { label: 'Active', tone: 'green' }
    case 'past_due':
      return { label: 'Payment overdue', tone: 'red' }
    case 'trialing':
      return { label: 'Trial', tone: 'blue' }
    case 'canceled':
      return { label: 'Canceled', tone: 'neutral' }
    case 'incomplete':
      return { label: 'Not subscribed', tone: 'neutral' }
  }
}

/** What an owner should know of a subscription by card that runs beside an agreed plan. */
export function cardSubscriptionText({
  period,
  periodEnd,
  cancelAtPeriodEnd,
}: NonNullable<Billing['beside']>): string {
  const day = formatMomentDay(periodEnd)
  const next = cancelAtPeriodEnd
    ? `It ends on ${day}.`
    : `It renews on ${day}; cancel it if it is not needed.`
  return `Beside this plan a ${period} subscription is paid by card. ${next}`
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

/** The day that matters next: when it renews, is tried again, ends or ended; null where there is none. */
export function periodLine(
  subscription: SubscriptionState & Pick<Billing, 'canceledAt'>,
): [string, string] | null {
  const { status, periodEnd, nextAttemptAt, canceledAt, cancelAtPeriodEnd } = subscription
  if (status === 'canceled') return canceledAt ? ['Ended on', formatMomentDay(canceledAt)] : null
  // The period that an overdue subscription stands in is the one that is not paid.
  if (status === 'past_due') return nextAttemptAt ? ['Next attempt on', formatMomentDay(nextAttemptAt)] : null
  if (!periodEnd || status === 'incomplete') return null
  return [cancelAtPeriodEnd ? 'Ends on' : 'Renews on', formatMomentDay(periodEnd)]
}

const INVOICE_BADGES: Record<BillingInvoice['status'], { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  open: { label: 'Open', tone: 'yellow' },
  paid: { label: 'Paid', tone: 'green' },
  uncollectible: { label: 'Not paid', tone: 'red' },
  void: { label: 'Void', tone: 'neutral' },
}

export function invoiceBadge({ status, refunded }: Pick<BillingInvoice, 'status' | 'refunded'>) {
  return refunded ? { label: 'Refunded', tone: 'neutral' as const } : INVOICE_BADGES[status]
}

/** Cents as `$79.00`, or in the currency it was. */
export function amountText({
  amountCents,
  currency,
}: Pick<BillingInvoice, 'amountCents' | 'currency'>): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(
    amountCents / 100,
  )
}
