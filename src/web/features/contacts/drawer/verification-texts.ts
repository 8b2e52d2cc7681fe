import type { ContactDetail } from '#contract/contacts.ts'
import { capitalize } from '#web/lib/format.ts'

export const STATUS_LABELS: Record<ContactDetail['emailVerified'], string> = {
  verified: 'Verified',
  unverified: 'Not verified',
  failed: 'Failed',
  pending: 'Pending',
}

/** The four verifications of a contact, in display order. */
export function verificationsOf(contact: ContactDetail) {
  const { email, phone, address, city, state, zipCode } = contact
  return [
    verificationOf(contact, 'email', email ? null : 'No email address'),
    verificationOf(contact, 'phone', phone ? null : 'No phone number'),
    verificationOf(contact, 'address', address || city || state || zipCode ? null : 'No address'),
    verificationOf(contact, 'employer', null),
  ]
}

/** @param missingText why there is nothing to verify; null if there is something to verify */
function verificationOf(
  contact: ContactDetail,
  point: 'email' | 'phone' | 'address' | 'employer',
  missingText: string | null,
) {
  const status = contact[`${point}Verified`]
  const verifiedAt = contact[`${point}VerifiedAt`]
  const notChecked = point === 'employer' ? 'Enrich to find the employer' : !verifiedAt && 'Not checked yet'
  const reason =
    missingText ?? contact[`${point}VerificationReason`] ?? (status === 'unverified' && notChecked)
  return {
    label: capitalize(point),
    status,
    statusText: STATUS_LABELS[status],
    reason: reason || '',
    at: verifiedAt,
  }
}
