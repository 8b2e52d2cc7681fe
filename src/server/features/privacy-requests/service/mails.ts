import type { PrivacyKind } from '#contract/privacy-requests.ts'
import type { Site } from '#contract/site.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { CLOSED_MONTHS, CONFIRM_DAYS } from '../policy.ts'
import type { IdentifiedRequest, Reminder, RequestRow } from '../store/requests.ts'

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const REQUEST_TEXTS: Record<PrivacyKind, string> = {
  access: 'to see the data we hold about you',
  correction: 'to correct data about you',
  erasure: 'to erase data about you',
  objection: 'not to be contacted or scored any more',
  portability: 'to receive a copy of data about you',
}

/** Holds nothing that the sender typed: the form cannot carry words to somebody else's mailbox. */
export function confirmMail(
  { email, kind }: Pick<IdentifiedRequest, 'email' | 'kind'>,
  link: string,
  site: Site,
): Mail {
  const { name, team } = site.brand
  return {
    to: email,
    replyTo: site.mailboxes.dataProtection,
    headers: { 'Auto-Submitted': 'auto-replied' },
    subject: `Confirm your privacy request to ${name}`,
    text: [
      `Somebody, probably you, asked ${name} ${REQUEST_TEXTS[kind]}. To confirm that it was you, open this page and press the button:`,
      link,
      `From then on we answer within ${site.terms.privacyRequestDays} days. The link works for ${CONFIRM_DAYS} days. If it was not you, ignore this mail: nothing happens then.`,
      `${team}\n`,
    ].join('\n\n'),
  }
}

export function outcomeMail(request: IdentifiedRequest, site: Site): Mail {
  const { name, team } = site.brand
  return {
    to: request.email,
    replyTo: site.mailboxes.dataProtection,
    subject: `Your privacy request to ${name}`,
    text: [...outcomeOf(request, name), `${team}\n`].join('\n\n'),
  }
}

const ANONYMIZED_TEXT = `Of your request itself we keep for ${CLOSED_MONTHS} months, without your name and address, that there was one and what was done.`
const RETAINED_TEXT = `Your request itself, with your name and address, is kept for ${CLOSED_MONTHS} months as proof of what was done, and erased then.`

function outcomeOf({ status, answer }: RequestRow, name: string): string[] {
  if (status === 'erased')
    return [
      `As you asked, we erased the contacts with your data at ${name}, what imports of others held of you, and what you wrote to us. A hash of your address is kept for good, so that nobody can add it again.`,
      ANONYMIZED_TEXT,
    ]
  if (status === 'objected')
    return [
      `As you asked, you are marked at ${name} as a person who must not be contacted, and nobody can add this address anew. A hash of it is kept for good for that.`,
      RETAINED_TEXT,
    ]
  if (status === 'rejected')
    return [`We could not do what you asked of ${name}, for this reason:`, answer ?? '']
  return [answer ?? '']
}

/** For operators: ids and days alone, names stay in the console. */
export function reminderMail(
  to: string,
  reminders: readonly Reminder[],
  { site, appUrl, now }: { site: Site; appUrl: string; now: Date },
): Mail {
  const isOverdue = ({ dueAt }: Reminder) => Date.parse(dueAt) <= now.getTime()
  const lines = reminders.map(
    (one) =>
      `- ${one.kind}, ${isOverdue(one) ? 'OVERDUE since' : 'due on'} ${LONG_DAY.format(new Date(one.dueAt))} (${one.id})`,
  )
  const overdue = reminders.filter(isOverdue).length
  const subject = overdue > 0 ? 'Privacy requests are overdue' : 'Privacy requests are due soon'
  return {
    to,
    subject: `${site.brand.name}: ${subject}`,
    text: `${subject}:\n\n${lines.join('\n')}\n\nAnswer them at ${appUrl}/admin/privacy-requests\n`,
  }
}
