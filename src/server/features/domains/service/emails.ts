import { domainToUnicode } from 'node:url'
import type { DomainProblem, DomainUse } from '#contract/domains.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { recordOf } from './check-proof.ts'

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

type FailingDomain = { domain: string; use: DomainUse; token: string }

/** Tells an owner that a domain will stop working, or has. */
export function domainEmail(
  to: string,
  domain: FailingDomain,
  details: { endsAt: Date | null; problem: DomainProblem | null; settingsUrl: string },
): Email {
  const { endsAt, problem, settingsUrl } = details
  const name = domainToUnicode(domain.domain)
  const record = recordOf(domain)
  const purpose = domain.use === 'app' ? 'your app' : 'single sign-on'
  const reason =
    problem === 'plan'
      ? 'Your plan no longer includes custom domains.'
      : `We no longer find its TXT record:\n\nName: ${record.name}\nValue: ${record.value}`
  const outcome = endsAt
    ? `${name} keeps working for ${purpose} until ${dateFormat.format(endsAt)}.`
    : `${name} no longer works for ${purpose}.`
  return {
    to,
    subject: endsAt ? `${name} will stop working on ${dateFormat.format(endsAt)}` : `${name} stopped working`,
    text: `${outcome} ${reason}\n\nYour domains: ${settingsUrl}\n`,
  }
}
