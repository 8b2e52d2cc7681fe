import type { Site } from '#contract/site.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import type { MailKind } from '../store.ts'

/** What a mail tells of; amounts in cents, times ISO 8601. */
export type PaymentFailed = { attempt: number; nextAttemptAt: string | null }
export type SubscriptionEnded = { isRefunded: boolean; retainedUntil: string }
export type DoubleCheckout = { amountCents: number }
export type LowCredits = { left: number; granted: number }

type MailContext = { site: Site; appUrl: string }
type MailText = { subject: string; lines: string[] }

const counts = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A mail for an owner. It names no contact and holds no link but those of the product itself. */
export function mailOf(kind: MailKind, facts: unknown, to: string, { site, appUrl }: MailContext): Mail {
  const { subject, lines } = textOf(kind, facts, { site, appUrl })
  return {
    to,
    replyTo: site.mailboxes.support,
    subject,
    text: `${[...lines, site.brand.team].join('\n\n')}\n`,
  }
}

function textOf(kind: MailKind, facts: unknown, about: MailContext): MailText {
  // Each kind is stored with the facts that its own function takes.
  if (kind === 'payment_failed') return paymentFailed(facts as PaymentFailed, about)
  if (kind === 'subscription_ended') return subscriptionEnded(facts as SubscriptionEnded, about)
  if (kind === 'double_checkout') return doubleCheckout(facts as DoubleCheckout, about)
  return creditsLow(facts as LowCredits, about)
}

function paymentFailed({ attempt, nextAttemptAt }: PaymentFailed, { site, appUrl }: MailContext): MailText {
  const next = nextAttemptAt
    ? `We try again on ${dayText(nextAttemptAt)}. Up to ${site.terms.paymentRetries} further attempts are made, then the subscription ends.`
    : 'No further attempt is planned.'
  return {
    subject: `The payment for ${site.brand.name} failed`,
    lines: [
      attempt > 1
        ? `Attempt ${attempt} to renew your subscription was declined.`
        : 'The payment that renews your subscription was declined.',
      `Until it is paid, contacts are locked. Nothing is deleted. ${next}`,
      `Update the card under "Change card": ${appUrl}/settings/billing`,
    ],
  }
}

function subscriptionEnded(
  { isRefunded, retainedUntil }: SubscriptionEnded,
  { site, appUrl }: MailContext,
): MailText {
  return {
    subject: `Your ${site.brand.name} subscription has ended`,
    lines: [
      isRefunded
        ? 'Your subscription has ended, and your payment is on the way back to your card. That takes the bank some days.'
        : 'Your subscription has ended, and no further payment is taken.',
      `Contacts are locked and kept until ${dayText(retainedUntil)}. Until then you can export them or subscribe again, and everything is as it was.`,
      `${appUrl}/settings/billing`,
    ],
  }
}

function doubleCheckout({ amountCents }: DoubleCheckout, { site, appUrl }: MailContext): MailText {
  return {
    subject: `A second ${site.brand.name} subscription was paid back`,
    lines: [
      'Two checkouts were paid for your organization. The first subscription goes on unchanged.',
      `The second one was ended, and ${money(amountCents)} are on the way back to the card. That takes the bank some days.`,
      `${appUrl}/settings/billing`,
    ],
  }
}

function creditsLow({ left, granted }: LowCredits, { site, appUrl }: MailContext): MailText {
  return {
    subject: `${left === 0 ? 'No' : counts.format(left)} ${site.brand.name} credits are left`,
    lines: [
      `Of the ${counts.format(granted)} credits of this month, ${counts.format(left)} are left.`,
      'Once they are used up, look-ups wait until the next month is granted. Everything else goes on.',
      `${appUrl}/settings/billing`,
    ],
  }
}

function dayText(time: string): string {
  return days.format(new Date(time))
}

function money(cents: number): string {
  return dollars.format(cents / 100)
}
