import type { ContactDetail } from '#contract/contacts.ts'
import { isDisposable } from '#domain/identity/disposable-email.ts'
import { isEmailAddress } from '#domain/identity/email.ts'
import { normalizePhone } from '#domain/identity/phone.ts'
import type { DataProviders, Lookup, Verdict } from '#server/platform/providers/provider.ts'
import { LOOKUP_TIMEOUT_MS } from '../policy.ts'

type Status = ContactDetail['emailVerified']
type Verification = { status: Status; reason: string | null }

const NOTHING_TO_VERIFY: Verification = { status: 'unverified', reason: null }

/** Looks at e-mail and phone: only a vendor's answer verifies; a well-formed address alone does not. */
export async function verifyContact(
  providers: DataProviders,
  contact: Pick<ContactDetail, 'email' | 'phone'>,
) {
  const signal = AbortSignal.timeout(LOOKUP_TIMEOUT_MS)
  const [email, phone] = await Promise.all([
    verifyEmail(providers, contact.email, signal),
    verifyPhone(providers, contact.phone, signal),
  ])
  return {
    emailVerified: email.status,
    emailReason: email.reason,
    phoneVerified: phone.status,
    phoneReason: phone.reason,
  }
}

async function verifyEmail(
  providers: DataProviders,
  email: string | null,
  signal: AbortSignal,
): Promise<Verification> {
  if (!email) return NOTHING_TO_VERIFY
  if (!isEmailAddress(email)) return { status: 'failed', reason: 'This is not a complete e-mail address' }
  if (isDisposable(email)) return { status: 'failed', reason: 'This is a throw-away address' }
  return verificationOf(providers.verifyEmail(email, signal), 'The address does not take mail')
}

async function verifyPhone(
  providers: DataProviders,
  phone: string | null,
  signal: AbortSignal,
): Promise<Verification> {
  if (!phone) return NOTHING_TO_VERIFY
  const { e164 } = normalizePhone(phone)
  if (!e164) return { status: 'failed', reason: 'This is not a phone number that can exist' }
  return verificationOf(providers.verifyPhone(e164, signal), 'The number is not in service')
}

async function verificationOf(asked: Promise<Lookup<Verdict>>, invalid: string): Promise<Verification> {
  const answer = await asked.catch(() => null)
  if (answer?.status === 'match') {
    const { verdict, reason } = answer.data
    if (verdict === 'valid') return { status: 'verified', reason }
    if (verdict === 'invalid') return { status: 'failed', reason: reason ?? invalid }
  }
  if (answer?.status === 'not_configured')
    return { status: 'unverified', reason: 'No verification provider is connected' }
  return { status: 'pending', reason: 'The provider could not tell yet' }
}
