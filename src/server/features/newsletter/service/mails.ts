import type { Site } from '#contract/site.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { CONFIRM_DAYS } from '../policy.ts'
import type { IssuePost } from '../store/issues.ts'

type MailContext = { site: Site; appUrl: string }

export function confirmationMail(to: string, token: string, { site, appUrl }: MailContext): Mail {
  const { name } = site.brand
  return {
    to,
    subject: `Confirm your subscription to the ${name} newsletter`,
    text: `Somebody, probably you, asked for the ${name} newsletter at this address. Confirm it here:\n\n${appUrl}/newsletter/confirm?token=${token}\n\nThe link is valid for ${CONFIRM_DAYS} days. If it was not you, ignore this mail: without a confirmation nothing is sent.\n${footer(site)}`,
  }
}

export function subscribedAlreadyMail(to: string, token: string, { site, appUrl }: MailContext): Mail {
  const { name } = site.brand
  return {
    to,
    subject: `You are subscribed to the ${name} newsletter`,
    text: `Somebody, probably you, asked for the ${name} newsletter at this address. You are subscribed already: there is nothing to do.\n${unsubscribeLine(appUrl, token)}${footer(site)}`,
    headers: unsubscribeHeaders(appUrl, token),
  }
}

/** One issue for one recipient; the posts are those of the operator's own blog. */
export function issueMail(
  to: string,
  token: string,
  posts: readonly IssuePost[],
  { site, appUrl }: MailContext,
): Mail {
  const { name } = site.brand
  const told = posts.map(({ title, slug, excerpt }) =>
    [
      oneLine(title),
      ...(excerpt ? [oneLine(excerpt)] : []),
      `${appUrl}/blog/${encodeURIComponent(slug)}`,
    ].join('\n'),
  )
  const more = posts.length > 1 ? ` and ${posts.length - 1} more` : ''
  return {
    to,
    subject: `${name}: ${truncate(oneLine(posts[0]?.title ?? ''), 120)}${more}`,
    text: `New on the ${name} blog:\n\n${told.join('\n\n')}\n${unsubscribeLine(appUrl, token)}${footer(site)}`,
    headers: unsubscribeHeaders(appUrl, token),
  }
}

/** One click in the mail program ends the subscription (RFC 8058); the link in the text leads to a page that asks. */
function unsubscribeHeaders(appUrl: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${appUrl}/api/newsletter/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

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
