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
  const alternate = details?.phones[index]
  if (!details || !alternate) return { phone, details }
  const previous = phone ? [{ phone, kind: details.phoneKind ?? ('other' as const) }] : []
  const phones = details.phones.toSpliced(index, 1, ...previous)
  return { phone: alternate.phone, details: { ...details, phoneKind: alternate.kind, phones } }
}

/** Makes an alternate email address the primary one and swaps the two. */
export function withPrimaryEmail(
  { email, details }: Pick<DetailedContact, 'email' | 'details'>,
  index: number,
): { email: string | null; details: ContactDetails | null } {
  const alternate = details?.emails[index]
  if (!details || !alternate) return { email, details }
  const previous = email ? [{ email, kind: 'other' as const }] : []
  return {
    email: alternate.email,
    details: { ...details, emails: details.emails.toSpliced(index, 1, ...previous) },
  }
}

export type HomeAddress = Pick<ContactDraft, 'address' | 'city' | 'state' | 'zipCode'>

/** True if two addresses read the same. */
export function isSameAddress(a: HomeAddress, b: HomeAddress): boolean {
  const textOf = ({ address, city, zipCode }: HomeAddress) =>
    fold(`${address ?? ''} ${zipCode?.slice(0, 5) || (city ?? '')}`)
  return textOf(a) === textOf(b)
}

/** Makes a new address the primary one; the previous one becomes an alternate. */
export function withPrimaryAddress(
  { address, city, state, zipCode, details }: HomeAddress & Pick<DetailedContact, 'details'>,
  newAddress: HomeAddress,
): HomeAddress & Pick<DetailedContact, 'details'> {
  const primary = {
    address: newAddress.address,
    city: newAddress.city,
    state: newAddress.state,
    zipCode: newAddress.zipCode,
  }
  if (!address) return { ...primary, details }
  const currentDetails = details ?? NO_DETAILS
  const previous = { kind: 'other' as const, address, city, state, zipCode }
  const addresses = [previous, ...currentDetails.addresses.filter((each) => !isSameAddress(each, primary))]
  return { ...primary, details: { ...currentDetails, addresses } }
}
