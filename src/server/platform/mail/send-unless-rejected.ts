import type { Platform } from '../platform.ts'
import { type Email, emailFailureOf } from './mailer.ts'

/**
 * Sends an email. A permanently rejected one is only logged, since another attempt would fail too.
 *
 * @returns false if it was rejected
 * @throws when the mail server can't take it now
 */
export async function sendUnlessRejected(
  { mailer, log }: Pick<Platform, 'mailer' | 'log'>,
  email: Email,
  about: object,
): Promise<boolean> {
  try {
    await mailer.send(email)
    return true
  } catch (error) {
    if (emailFailureOf(error) !== 'rejected') throw error
    log.warn(about, 'The mail server rejected an email')
    return false
  }
}
