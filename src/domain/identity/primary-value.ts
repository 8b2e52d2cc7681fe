import type { ContactDetails } from './contact-details.ts'
import type { ContactDraft } from './contact-draft.ts'

export type DetailedContact = ContactDraft & { details: ContactDetails | null }

/** Fax and pager aren't numbers to call. */
export function isVoiceNumber({ kind }: ContactDetails['phones'][number]): boolean {
  return kind !== 'fax' && kind !== 'pager'
}

/** Makes an alternate phone number the primary one and swaps the two. */
export function withPrimaryPhone(
  { phone, details }: Pick<DetailedContact, 'phone' | 'details'>,
  index: number,
): { phone: string | null; details: ContactDetails | null } {
  const chosen = details?.phones[index]
  if (!details || !chosen) return { phone, details }
  const former = phone ? [{ phone, kind: details.phoneKind ?? ('other' as const) }] : []
  const phones = details.phones.toSpliced(index, 1, ...former)
  return { phone: chosen.phone, details: { ...details, phoneKind: chosen.kind, phones } }
}

/** Makes an alternate email address the primary one and swaps the two. */
export function withPrimaryEmail(
  { email, details }: Pick<DetailedContact, 'email' | 'details'>,
  index: number,
): { email: string | null; details: ContactDetails | null } {
  const chosen = details?.emails[index]
  if (!details || !chosen) return { email, details }
  const former = email ? [{ email, kind: 'other' as const }] : []
  return {
    email: chosen.email,
    details: { ...details, emails: details.emails.toSpliced(index, 1, ...former) },
  }
}
