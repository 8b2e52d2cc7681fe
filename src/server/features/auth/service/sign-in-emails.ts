import type { Email } from '#server/platform/mail/mailer.ts'

/** Tells an address that it can't sign in on an organization's own domain. */
export function notAMemberEmail(to: string, origin: string): Email {
  const { host } = new URL(origin)
  return {
    to,
    subject: `Signing in at ${host}`,
    text: `Someone asked for a sign-in link for ${to} at ${host}, but this address isn't a member there. Ask the person who manages your team to invite you. If this wasn't you, you can safely ignore this email.`,
  }
}

/** Tells an address that its organization requires single sign-on; contains nothing that signs in. */
export function singleSignOnEmail(to: string, page: string, product: string): Email {
  return {
    to,
    subject: `Sign in to ${product} with single sign-on`,
    text: `Your organization requires single sign-on for ${product}. Sign in here:\n\n${page}\n\nIf you didn't request this, you can safely ignore this email.`,
  }
}
