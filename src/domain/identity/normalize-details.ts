import { normalizeZip } from './address.ts'
import { type AlternateAddress, type ContactDetails, historyOf, NO_DETAILS } from './contact-details.ts'
import { ADDRESS_FIELDS, type ContactDraft } from './contact-draft.ts'
import { normalizeEmail } from './email.ts'
import { fold, storableLine } from './name.ts'
import { phoneKey } from './person-match.ts'
import { storedPhone } from './phone.ts'
import { isVoiceNumber } from './primary-value.ts'

export type PrimaryFields = Pick<ContactDraft, 'email' | 'phone' | 'address' | 'city' | 'state' | 'zipCode'>

/**
 * Normalizes details for storage: clean texts, emails and phones in the primary format, no duplicates and nothing
 * that the basic fields already have. Null if there are no details.
 */
export function normalizeDetails(
  details: ContactDetails | null | undefined,
  primary: PrimaryFields,
): ContactDetails | null {
  if (!details) return null
  const { partner, history, ...fields } = { ...NO_DETAILS, ...details }
  const phones = uniqueBy(
    fields.phones.map(({ phone, kind }) => ({ phone: storedPhone(storableLine(phone)), kind })),
    ({ phone }) => phoneKey(phone),
    phoneKey(primary.phone),
  )
  const normalized: ContactDetails = {
    phoneKind: primary.phone ? fields.phoneKind : null,
    emails: uniqueBy(
      fields.emails.map(({ email, kind }) => ({ email: normalizeEmail(storableLine(email)), kind })),
      ({ email }) => email,
      normalizeEmail(primary.email ?? ''),
    ),
    phones: [...phones.filter(isVoiceNumber), ...phones.filter((phone) => !isVoiceNumber(phone))],
    addresses: uniqueAddressesOf(fields.addresses.map(normalizeAddress), { kind: 'other', ...primary }),
    birthday: lineOrNull(fields.birthday),
    company: lineOrNull(fields.company),
    jobTitle: lineOrNull(fields.jobTitle),
    website: lineOrNull(fields.website),
    title: lineOrNull(fields.title),
    suffix: lineOrNull(fields.suffix),
    partner: partner && {
      firstName: storableLine(partner.firstName),
      lastName: storableLine(partner.lastName),
    },
    history: history && historyOf((key) => lineOrNull(history[key])),
  }
  if (normalized.partner && !normalized.partner.firstName && !normalized.partner.lastName)
    normalized.partner = null
  return hasDetails(normalized) ? normalized : null
}

/** True if any detail is set. */
export function hasDetails(details: ContactDetails): boolean {
  return Object.values(details).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null))
}

const lineOrNull = (text: string | null): string | null => storableLine(text ?? '') || null

/** Normalizes multi-line text, such as notes. */
export function normalizeMultilineText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .normalize('NFC')
    .trim()
}

function normalizeAddress({ kind, address, city, state, zipCode }: AlternateAddress): AlternateAddress {
  return {
    kind,
    address: lineOrNull(address),
    city: lineOrNull(city),
    state: lineOrNull(state),
    zipCode: normalizeZip(storableLine(zipCode ?? ''), storableLine(state ?? '')) || null,
  }
}

/** Unique values in order, without the primary one. The first kind other than `other` wins. */
function uniqueBy<T extends { kind: string }>(
  items: readonly T[],
  keyOf: (item: T) => string | null,
  primaryKey: string | null,
): T[] {
  const uniqueItems = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item)
    if (!key || key === primaryKey) continue
    const first = uniqueItems.get(key)
    if (!first || first.kind === 'other') uniqueItems.set(key, { ...(first ?? item), kind: item.kind })
  }
  return [...uniqueItems.values()]
}

function uniqueAddressesOf(
  addresses: readonly AlternateAddress[],
  primary: AlternateAddress,
): AlternateAddress[] {
  const uniqueAddresses: AlternateAddress[] = []
  for (const address of addresses) {
    if (![primary, ...uniqueAddresses].some((other) => isCoveredBy(other, address)))
      uniqueAddresses.push(address)
  }
  return uniqueAddresses
}

/** True if `known` has every part of `address`. */
function isCoveredBy(other: AlternateAddress, address: AlternateAddress): boolean {
  return ADDRESS_FIELDS.every((part) => !address[part] || fold(address[part]) === fold(other[part] ?? ''))
}
