import type { Email } from '#server/platform/mail/mailer.ts'
import type { DisabledReason } from '../store/endpoints.ts'

/** Tells an owner or administrator that an endpoint no longer receives events. Names only its host, since URLs hold secrets. */
export function disabledEmail(
  to: string,
  { url, reason, settingsUrl }: { url: string; reason: DisabledReason; settingsUrl: string },
): Email {
  const { host } = new URL(url)
  const cause =
    reason === 'gone'
      ? 'It answered 410, which asks us to stop.'
      : 'Every delivery of the last 5 days failed.'
  return {
    to,
    subject: `We turned off your webhook to ${host}`,
    text: `We no longer send events to ${host}. ${cause}\n\nFix the receiver, turn the webhook on again and replay what it missed: ${settingsUrl}\n`,
  }
}
