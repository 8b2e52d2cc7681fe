import type { Platform } from '../platform.ts'

/**
 * Emails all operators; the subject begins with the product's name.
 *
 * @param release undoes the claim on this email when it can't be sent
 * @throws when the mail server rejects one for now
 */
export async function emailOperators(
  { mailer, adminEmails, site }: Pick<Platform, 'mailer' | 'adminEmails' | 'site'>,
  { subject, text }: { subject: string; text: string },
  release?: () => Promise<void>,
): Promise<void> {
  try {
    for (const to of adminEmails) await mailer.send({ to, subject: `${site.brand.name}: ${subject}`, text })
  } catch (error) {
    await release?.()
    throw error
  }
}
