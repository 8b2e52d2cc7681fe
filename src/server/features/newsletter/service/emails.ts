import type { Site } from '#contract/site.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { unsubscribeHeaders } from '#server/platform/mail/unsubscribe-headers.ts'
import { CONFIRM_DAYS } from '../limits.ts'
import type { IssuePost } from '../store/issues.ts'

type EmailContext = { site: Site; appUrl: string }

export function confirmationEmail(to: string, token: string, { site, appUrl }: EmailContext): Email {
  const { name } = site.brand
  return {
    to,
    subject: `Confirm your subscription to the ${name} newsletter`,
    text: `Please confirm your ${name} newsletter subscription:\n\n${appUrl}/newsletter/confirm?token=${token}\n\nThe link expires in ${CONFIRM_DAYS} days. If you didn't sign up, you can ignore this email and we won't send you anything else.\n${footer(site)}`,
  }
}

export function subscribedAlreadyEmail(to: string, token: string, { site, appUrl }: EmailContext): Email {
  const { name } = site.brand
  return {
    to,
    subject: `You're already subscribed to the ${name} newsletter`,
    text: `We got a request to subscribe this address to the ${name} newsletter. You're already subscribed, so there's nothing you need to do.\n${unsubscribeLine(appUrl, token)}${footer(site)}`,
    headers: unsubscribeHeaders(oneClickUrl(appUrl, token)),
  }
}

/** One issue for one recipient. */
export function issueEmail(
  to: string,
  token: string,
  posts: readonly IssuePost[],
  { site, appUrl }: EmailContext,
): Email {
  const { name } = site.brand
  const items = posts.map(({ title, slug, excerpt }) =>
    [
      oneLine(title),
      ...(excerpt ? [oneLine(excerpt)] : []),
      `${appUrl}/blog/${encodeURIComponent(slug)}`,
    ].join('\n'),
  )
  const suffix = posts.length > 1 ? ` and ${posts.length - 1} more` : ''
  return {
    to,
    subject: `${name}: ${truncate(oneLine(posts[0]?.title ?? ''), 120)}${suffix}`,
    text: `New on the ${name} blog:\n\n${items.join('\n\n')}\n${unsubscribeLine(appUrl, token)}${footer(site)}`,
    headers: unsubscribeHeaders(oneClickUrl(appUrl, token)),
  }
}

/** The link in the text opens a confirmation page; this one takes the form of mail programs. */
const oneClickUrl = (appUrl: string, token: string) => `${appUrl}/api/newsletter/unsubscribe?token=${token}`

function unsubscribeLine(appUrl: string, token: string): string {
  return `\nUnsubscribe: ${appUrl}/newsletter/unsubscribe?token=${token}\n`
}

function footer({ brand }: Site): string {
  return `\n--\n${brand.legalName}\n${brand.postalAddress}\n`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1).trimEnd()}…` : text
}
