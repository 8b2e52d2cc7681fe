import type { ContactDetail } from '#contract/contacts.ts'

type Status = ContactDetail['emailVerified']

export interface VerificationText {
  of: 'Email' | 'Phone' | 'Address' | 'Employer'
  status: Status
  word: string
  reason: string
  /** When it was looked at; null while it was not. */
  at: string | null
}

const WORDS: Record<Status, string> = {
  verified: 'Verified',
  unverified: 'Not verified',
  failed: 'Failed',
  pending: 'Pending',
}

/** The four verifications of a contact, in the order in which the details are shown. */
export function verificationsOf(contact: ContactDetail): VerificationText[] {
  const hasAddress = [contact.address, contact.city, contact.state, contact.zipCode].some(Boolean)
  return [
    {
      of: 'Email',
      ...said(contact.emailVerified, contact.emailVerificationReason, contact.emailVerifiedAt),
      ...(contact.email ? {} : { reason: 'There is no e-mail address' }),
    },
    {
      of: 'Phone',
      ...said(contact.phoneVerified, contact.phoneVerificationReason, contact.phoneVerifiedAt),
      ...(contact.phone ? {} : { reason: 'There is no phone number' }),
    },
    {
      of: 'Address',
      ...said(contact.addressVerified, contact.addressVerificationReason, contact.addressVerifiedAt),
      ...(hasAddress ? {} : { reason: 'There is no address' }),
    },
    {
      of: 'Employer',
      ...said(
        contact.employerVerified,
        contact.employerVerificationReason ??
          (contact.employerVerified === 'unverified' ? 'A look-up can find the employer' : null),
        contact.employerVerifiedAt,
      ),
    },
  ]
}

function said(status: Status, reason: string | null, at: string | null) {
  const fallback = status === 'unverified' && !at ? 'Not looked at yet' : ''
  return { status, word: WORDS[status], reason: reason ?? fallback, at }
}
