import type { ContactDetail } from '#contract/contacts.ts'

type Status = ContactDetail['emailVerified']

export interface VerificationText {
  of: 'Email' | 'Phone' | 'Address' | 'Employer'
  status: Status
  word: string
  reason: string
  /** When it was checked; null if never. */
  at: string | null
}

export const STATUS_LABELS: Record<Status, string> = {
  verified: 'Verified',
  unverified: 'Not verified',
  failed: 'Failed',
  pending: 'Pending',
}

/** The four verifications of a contact, in display order. */
export function verificationsOf(contact: ContactDetail): VerificationText[] {
  const hasAddress = [contact.address, contact.city, contact.state, contact.zipCode].some(Boolean)
  return [
    {
      of: 'Email',
      ...statusFields(contact.emailVerified, contact.emailVerificationReason, contact.emailVerifiedAt),
      ...(contact.email ? {} : { reason: 'No email address' }),
    },
    {
      of: 'Phone',
      ...statusFields(contact.phoneVerified, contact.phoneVerificationReason, contact.phoneVerifiedAt),
      ...(contact.phone ? {} : { reason: 'No phone number' }),
    },
    {
      of: 'Address',
      ...statusFields(contact.addressVerified, contact.addressVerificationReason, contact.addressVerifiedAt),
      ...(hasAddress ? {} : { reason: 'No address' }),
    },
    {
      of: 'Employer',
      ...statusFields(
        contact.employerVerified,
        contact.employerVerificationReason ??
          (contact.employerVerified === 'unverified' ? 'Enrich to find the employer' : null),
        contact.employerVerifiedAt,
      ),
    },
  ]
}

function statusFields(status: Status, reason: string | null, at: string | null) {
  const fallback = status === 'unverified' && !at ? 'Not checked yet' : ''
  return { status, word: STATUS_LABELS[status], reason: reason ?? fallback, at }
}
