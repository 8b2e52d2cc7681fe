import type { PrivacyKind } from '#contract/privacy-requests.ts'
import type { Site } from '#contract/site.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { CLOSED_MONTHS, CONFIRM_DAYS } from '../limits.ts'
import type { IdentifiedRequest, Reminder, RequestRow } from '../store/requests.ts'

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const REQUEST_TEXTS: Record<PrivacyKind, string> = {
  access: 'to see the data we hold about you',
  correction: 'to correct data about you',
  erasure: 'to erase data about you',
  objection: 'not to be contacted or scored anymore',
  portability: 'to receive a copy of data about you',
}

/** Contains nothing that the sender typed, so that the form can't send texts to other people. */
export function confirmationEmail(
  { email, kind }: Pick<IdentifiedRequest, 'email' | 'kind'>,
  link: string,
  site: Site,
): Email {
  const { name, team } = site.brand
  return {
    to: email,
    replyTo: site.mailboxes.dataProtection,
    headers: { 'Auto-Submitted': 'auto-replied' },
    subject: `Confirm your privacy request to ${name}`,
    text: [
      `We received a request from this email address ${REQUEST_TEXTS[kind]}. To confirm that it was you, open this page and press the button:`,
      link,
      `We answer within ${site.terms.privacyRequestDays} days of your confirmation. The link expires in ${CONFIRM_DAYS} days. If you didn't make this request, you can ignore this email and nothing will happen.`,
      `${team}\n`,
    ].join('\n\n'),
  }
}

export function outcomeEmail(request: IdentifiedRequest, site: Site): Email {
  const { name, team } = site.brand
  return {
    to: request.email,
    replyTo: site.mailboxes.dataProtection,
    subject: `Your privacy request to ${name}`,
    text: [...outcomeOf(request, name), `${team}\n`].join('\n\n'),
  }
}

const ANONYMIZED_TEXT = `We store a record of your request and what we did for ${CLOSED_MONTHS} months, without your name and address.`
const RETAINED_TEXT = `We store your request, with your name and address, for ${CLOSED_MONTHS} months as proof of what we did, then delete it.`

function outcomeOf({ status, answer }: RequestRow, name: string): string[] {
  if (status === 'erased')
    return [
      `As you asked, we erased all contacts with your data at ${name}, your data in other people's imports, and your messages to us. We permanently store a hash of your address so that no one can add it again.`,
      ANONYMIZED_TEXT,
    ]
  if (status === 'objected')
    return [
      `As you asked, you're marked as do not contact everywhere at ${name}, and no one can add this address again. We permanently store a hash of it for that purpose.`,
      RETAINED_TEXT,
    ]
  if (status === 'rejected')
    return [`We couldn't fulfill your privacy request to ${name} for this reason:`, answer ?? '']
  return [answer ?? '']
}

/** Ids and dates only; names stay in the console. */
export function reminderEmail(reminders: readonly Reminder[], appUrl: string, now: Date) {
  const isOverdue = ({ dueAt }: Reminder) => Date.parse(dueAt) <= now.getTime()
  const lines = reminders.map(
    (one) =>
      `- ${one.kind}, ${isOverdue(one) ? 'OVERDUE since' : 'due on'} ${LONG_DAY.format(new Date(one.dueAt))} (${one.id})`,
  )
  const overdue = reminders.filter(isOverdue).length
  const subject = overdue > 0 ? 'Privacy requests are overdue' : 'Privacy requests are due soon'
  const text = `${subject}:\n\n${lines.join('\n')}\n\nAnswer them at ${appUrl}/admin/privacy-requests\n`
  return { subject, text }
}
