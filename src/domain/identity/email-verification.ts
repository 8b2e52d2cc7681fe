import { isDisposable } from './disposable-email.ts'
import { isEmailAddress, isRoleAddress } from './email.ts'
import {
  joinReasons,
  judgeByVendor,
  NOTHING_TO_VERIFY,
  type Verification,
  type VerificationResponse,
} from './verification.ts'

/**
 * DNS status of an email domain: accepts email, has no server, refuses all email (RFC 7505), doesn't exist, or
 * couldn't be checked.
 */
export type MailDomainStatus = 'accepts_email' | 'no_server' | 'rejects_email' | 'no_domain' | 'unavailable'

const MAIL_PROBLEMS = {
  no_server: 'Its domain has no email server',
  rejects_email: 'Its domain doesn’t accept email',
  no_domain: 'Its domain doesn’t exist',
} as const

/** Problem with an address that needs no outside check; null if there is none. */
export function findEmailProblem(email: string): string | null {
  if (!isEmailAddress(email)) return 'This isn’t a complete email address'
  return isDisposable(email) ? 'It’s a disposable address' : null
}

/**
 * Verifies an email address. Only a vendor can confirm it, because a domain that accepts email says nothing about the
 * mailbox. `mail` is null if the domain wasn't checked; unavailable checks are pending.
 */
export function judgeEmail(
  email: string | null,
  checks: { vendor: VerificationResponse; mail: MailDomainStatus | null; at: string },
): Verification {
  if (!email) return NOTHING_TO_VERIFY
  const { vendor, mail, at } = checks
  const problem = findEmailProblem(email)
  if (problem) return { status: 'failed', reason: problem, checkedAt: at }
  if (vendor.kind === 'answered') {
    return judgeByVendor(vendor, {
      valid: `${vendor.vendor} confirmed the mailbox`,
      note: roleNote(email),
      invalid: 'This address doesn’t accept email',
    })
  }
  if (vendor.kind === 'unavailable') {
    return { status: 'pending', reason: 'Waiting for the verification service', checkedAt: at }
  }
  return judgeByDomain(email, mail, at)
}

function judgeByDomain(email: string, mail: MailDomainStatus | null, at: string): Verification {
  if (mail === null || mail === 'unavailable') {
    return { status: 'pending', reason: 'Waiting for its email server’s DNS record', checkedAt: at }
  }
  if (mail !== 'accepts_email') return { status: 'failed', reason: MAIL_PROBLEMS[mail], checkedAt: at }
  const reason = joinReasons('Its domain accepts email; the mailbox itself wasn’t checked', roleNote(email))
  return { status: 'unverified', reason, checkedAt: at }
}

function roleNote(email: string): string | null {
  return isRoleAddress(email) ? 'A shared mailbox, not one person’s' : null
}
