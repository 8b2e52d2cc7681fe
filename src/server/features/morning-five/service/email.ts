import type { Site } from '#contract/site.ts'
import type { TodayItem } from '#contract/today.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { unsubscribeHeaders } from '#server/platform/mail/unsubscribe-headers.ts'

const COUNTS = ['No people', 'One person', 'Two people', 'Three people', 'Four people', 'Five people']

/**
 * The email of one morning. Email is read on lock screens and over shoulders: it has first names, last initials and
 * neutral reasons only. The product shows the facts behind a reason after signing in.
 */
export function morningFiveEmail(
  member: { email: string; firstName: string | null; day: string },
  items: readonly Pick<TodayItem, 'contact' | 'reason'>[],
  { token, origin, site: { brand } }: { token: string; origin: string; site: Site },
): Email {
  const entries = items.map(
    ({ contact, reason }, index) =>
      `${index + 1}. ${shortName(contact)}\n   ${reason}\n   ${origin}/dashboard?${new URLSearchParams({ contact: contact.id })}`,
  )
  const greeting = member.firstName ? `Good morning, ${plainName(member.firstName)}.` : 'Good morning.'
  const unsubscribe = `${origin}/morning-five/unsubscribe?token=${token}`
  return {
    to: member.email,
    subject: `Your Morning Five for ${dayText(member.day)}`,
    text: `${greeting} ${COUNTS[items.length] ?? 'People'} to contact today:\n\n${entries.join('\n\n')}\n\nSign in to see their phone numbers, the full reasons and what to say. Check the calling hours there before you call.\n\nUnsubscribe: ${unsubscribe}\nDays and time: ${origin}/settings/profile\n\n--\n${brand.legalName}\n${brand.postalAddress}\n`,
    headers: unsubscribeHeaders(`${origin}/api/morning-five/unsubscribe?token=${token}`),
  }
}

/** `Hazel R.` */
function shortName({ firstName, lastName }: { firstName: string; lastName: string | null }): string {
  const initial = Array.from(plainName(lastName ?? ''))[0]
  return [plainName(firstName), initial && `${initial.toUpperCase()}.`].filter(Boolean).join(' ')
}

/** `Friday, November 20` */
function dayText(day: string): string {
  const format = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', format)
}
