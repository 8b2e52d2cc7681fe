import type { Site } from '#contract/site.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import type { EmailKind } from '../store.ts'

/** Facts of an email; amounts in cents, times ISO 8601. */
export type PaymentFailed = { attempt: number; nextAttemptAt: string | null }
export type SubscriptionEnded = { isRefunded: boolean; retainedUntil: string }
export type DuplicateSubscription = { amountCents: number }
export type LowCredits = { left: number; granted: number }

type EmailContext = { site: Site; origin: string }
type EmailText = { subject: string; lines: string[] }

const numberFormat = new Intl.NumberFormat('en-US')
const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** An email to an owner. Contains no contacts, and links only to the product itself. */
export function emailOf(kind: EmailKind, facts: unknown, to: string, context: EmailContext): Email {
  const { subject, lines } = TEXTS[kind](facts as never, context)
  const { mailboxes, brand } = context.site
  return { to, replyTo: mailboxes.support, subject, text: `${[...lines, brand.team].join('\n\n')}\n` }
}

/** The stored facts of a kind match the parameter of its function. */
const TEXTS: Record<EmailKind, (facts: never, context: EmailContext) => EmailText> = {
  ...{ payment_failed: paymentFailed, subscription_ended: subscriptionEnded },
  ...{ double_checkout: duplicateSubscription, credits_low: creditsLow },
}

function paymentFailed({ attempt, nextAttemptAt }: PaymentFailed, { site, origin }: EmailContext): EmailText {
  const nextAttempt = nextAttemptAt
    ? `We'll try again on ${dateFormat.format(new Date(nextAttemptAt))}. We make up to ${site.terms.paymentRetries} more attempts, then your subscription ends.`
    : "We won't try again automatically."
  return {
    subject: `Your ${site.brand.name} payment didn't go through`,
    lines: [
      attempt > 1
        ? `Attempt ${attempt} to renew your subscription was declined.`
        : "We couldn't renew your subscription because your payment was declined.",
      `Your contacts are locked until the payment goes through. Nothing is deleted. ${nextAttempt}`,
      `Update your card under "Change card": ${origin}/settings/billing`,
    ],
  }
}

function subscriptionEnded(
  { isRefunded, retainedUntil }: SubscriptionEnded,
  { site, origin }: EmailContext,
): EmailText {
  return {
    subject: `Your ${site.brand.name} subscription has ended`,
    lines: [
      isRefunded
        ? 'Your subscription has ended. Your refund is on its way to your card, usually within 5–10 days.'
        : "Your subscription has ended. We won't charge you again.",
      `Your contacts are locked. We store them until ${dateFormat.format(new Date(retainedUntil))}. Until then, you can export them, or subscribe again to pick up where you left off.`,
      `${origin}/settings/billing`,
    ],
  }
}

function duplicateSubscription(
  { amountCents }: DuplicateSubscription,
  { site, origin }: EmailContext,
): EmailText {
  return {
    subject: `We refunded a duplicate ${site.brand.name} subscription`,
    lines: [
      'Your organization paid for two subscriptions. The first one continues unchanged.',
      `We ended the second one. ${dollarFormat.format(amountCents / 100)} is on its way to your card, usually within 5–10 days.`,
      `${origin}/settings/billing`,
    ],
  }
}

function creditsLow({ left, granted }: LowCredits, { site, origin }: EmailContext): EmailText {
  return {
    subject: `${left === 0 ? 'No' : numberFormat.format(left)} ${site.brand.name} ${left === 1 ? 'credit' : 'credits'} left`,
    lines: [
      `You have ${numberFormat.format(left)} of this month's ${numberFormat.format(granted)} credits left.`,
      'When they run out, enrichment pauses until your next monthly credits arrive. Everything else keeps working.',
      `${origin}/settings/billing`,
    ],
  }
}
