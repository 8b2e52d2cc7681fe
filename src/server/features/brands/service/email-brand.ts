import type { Site } from '#contract/site.ts'
import { escapeHtml } from '#server/platform/content/escape-html.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { EmailBrandRow } from '../store/brands.ts'
import { signedSender } from './sender.ts'

/** The brand of an organization's emails. */
export type EmailBrand = {
  /** Name, team and support address for the texts. */
  site: Site
  /** Adds sender, intro, signature and footer to an email. */
  complete(email: Email): Email
}

/** Emails of the product itself, which stay as they are. */
export function productEmails(site: Site): EmailBrand {
  return { site, complete: (email) => email }
}

const paragraph = (text: string | null) => (text ? `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>` : '')

export function emailBrandOf(
  organizationId: string,
  row: EmailBrandRow,
  { site, secrets }: { site: Site; secrets: Secrets },
): EmailBrand {
  const name = row.name ?? site.brand.name
  const supportEmail = row.supportEmail ?? site.mailboxes.support
  const brandedSite: Site = {
    ...site,
    brand: { ...site.brand, name, team: row.name ?? site.brand.team },
    mailboxes: { ...site.mailboxes, support: supportEmail },
  }
  const poweredBy = row.showsPoweredBy && row.name !== null ? `Powered by ${site.brand.name}` : null
  return {
    site: brandedSite,
    complete: (email) => ({
      ...email,
      from: { name, ...signedSender(organizationId, row, secrets) },
      replyTo: email.replyTo ?? supportEmail,
      text: `${[row.emailIntro, email.text.trimEnd(), row.emailSignature, poweredBy].filter(Boolean).join('\n\n')}\n`,
      ...(email.html === undefined
        ? {}
        : {
            html: [
              ...[paragraph(row.emailIntro), email.html],
              ...[paragraph(row.emailSignature), paragraph(poweredBy)],
            ].join(''),
          }),
    }),
  }
}
