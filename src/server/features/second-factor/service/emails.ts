import type { Site } from '#contract/site.ts'
import type { Email } from '#server/platform/mail/mailer.ts'

export type SecondFactorChange = 'on' | 'off' | 'reset' | 'recovery-codes' | 'recovery-code-used'

const CHANGE_TEXTS: Readonly<Record<SecondFactorChange, { subject: string; text: string }>> = {
  on: {
    subject: 'Two-factor authentication is on',
    text: 'After you open a sign-in link, you now also enter a code from your authenticator app. We signed you out of all other sessions. Store your recovery codes somewhere other than your phone.',
  },
  off: {
    subject: 'Two-factor authentication is off',
    text: 'You no longer need a code to sign in. The sign-in link is enough.',
  },
  reset: {
    subject: 'Two-factor authentication was reset',
    text: 'Support turned off two-factor authentication for your account after a request that said it was lost. We signed you out everywhere. You can sign in with a link and set up two-factor authentication again in your profile.',
  },
  'recovery-codes': {
    subject: 'New recovery codes',
    text: 'You have new recovery codes. Your old codes no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'Someone used a recovery code instead of an authenticator code to sign in to your account. That code no longer works.',
  },
}

/** Notifies an account of a 2FA change. Contains nothing that helps to sign in. */
export function changeEmail(email: string, change: SecondFactorChange, { brand, mailboxes }: Site): Email {
  const { subject, text } = CHANGE_TEXTS[change]
  return {
    to: email,
    subject: `${subject}: your ${brand.name} account`,
    text: `${text}\n\nIf this wasn't you, email ${mailboxes.support} right away. Someone may have access to your email.\n\n${brand.team}\n`,
  }
}
