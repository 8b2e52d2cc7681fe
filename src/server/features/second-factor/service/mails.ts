import type { Site } from '#contract/site.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'

export type SecondFactorChange = 'on' | 'off' | 'reset' | 'recovery-codes' | 'recovery-code-used'

const CHANGE_TEXTS: Readonly<Record<SecondFactorChange, { subject: string; text: string }>> = {
  on: {
    subject: 'The second factor is on',
    text: 'Signing in to your account now takes a code of your authenticator app after the mailed link. All other sessions were signed out. Keep the recovery codes where you find them without your phone.',
  },
  off: {
    subject: 'The second factor is off',
    text: 'Signing in to your account no longer takes a code: the mailed link is enough.',
  },
  reset: {
    subject: 'The second factor was reset',
    text: 'The operator turned the second factor of your account off, because somebody said that it was lost. All your sessions were signed out, and the mailed link is enough to sign in. Set the second factor up again in your profile.',
  },
  'recovery-codes': {
    subject: 'New recovery codes',
    text: 'New recovery codes were made for your account. Those before no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    text: 'A recovery code was used in the place of a code of your authenticator app. It works no more.',
  },
}

/** Tells an account what changed about its second factor. It holds nothing that helps to sign in. */
export function changeMail(email: string, change: SecondFactorChange, { brand, mailboxes }: Site): Mail {
  const { subject, text } = CHANGE_TEXTS[change]
  return {
    to: email,
    subject: `${subject}: your ${brand.name} account`,
    text: `${text}\n\nIf this was not you, write to ${mailboxes.support} at once: somebody may be able to read your mail.\n\n${brand.team}\n`,
  }
}
