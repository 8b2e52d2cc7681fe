import { type ContactDetails, NO_DETAILS } from './contact-details.ts'
import type { ContactDraft } from './contact-draft.ts'
import { fold } from './name.ts'

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

export type HomeAddress = Pick<ContactDraft, 'address' | 'city' | 'state' | 'zipCode'>

/** True if two addresses read the same. */
export function isSameAddress(one: HomeAddress, other: HomeAddress): boolean {
  const textOf = ({ address, city, zipCode }: HomeAddress) =>
    fold(`${address ?? ''} ${zipCode?.slice(0, 5) || (city ?? '')}`)
  return textOf(one) === textOf(other)
}

/** Makes a found address the primary one; the former one stays as an alternate. */
export function withPrimaryAddress(
  { address, city, state, zipCode, details }: HomeAddress & Pick<DetailedContact, 'details'>,
  found: HomeAddress,
): HomeAddress & Pick<DetailedContact, 'details'> {
  const adopted = { address: found.address, city: found.city, state: found.state, zipCode: found.zipCode }
  if (!address) return { ...adopted, details }
  const known = details ?? NO_DETAILS
  const former = { kind: 'other' as const, address, city, state, zipCode }
  const addresses = [former, ...known.addresses.filter((each) => !isSameAddress(each, adopted))]
  return { ...adopted, details: { ...known, addresses } }
}
