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
 * that the typed fields already have. Null if nothing is left.
 */
export function normalizeDetails(
  details: ContactDetails | null | undefined,
  primary: PrimaryFields,
): ContactDetails | null {
  if (!details) return null
  const { partner, history, ...given } = { ...NO_DETAILS, ...details }
  const phones = unique(
    given.phones.map(({ phone, kind }) => ({ phone: storedPhone(storableLine(phone)), kind })),
    ({ phone }) => phoneKey(phone),
    phoneKey(primary.phone),
  )
  const normal: ContactDetails = {
    phoneKind: primary.phone ? given.phoneKind : null,
    emails: unique(
      given.emails.map(({ email, kind }) => ({ email: normalizeEmail(storableLine(email)), kind })),
      ({ email }) => email,
      normalizeEmail(primary.email ?? ''),
    ),
    phones: [...phones.filter(isVoiceNumber), ...phones.filter((phone) => !isVoiceNumber(phone))],
    addresses: withoutRepeats(given.addresses.map(storedAddress), { kind: 'other', ...primary }),
    birthday: lineOrNull(given.birthday),
    company: lineOrNull(given.company),
    jobTitle: lineOrNull(given.jobTitle),
    website: lineOrNull(given.website),
    title: lineOrNull(given.title),
    suffix: lineOrNull(given.suffix),
    partner: partner && {
      firstName: storableLine(partner.firstName),
      lastName: storableLine(partner.lastName),
    },
    history: history && historyOf((key) => lineOrNull(history[key])),
  }
  if (normal.partner && !normal.partner.firstName && !normal.partner.lastName) normal.partner = null
  return hasDetails(normal) ? normal : null
}

/** True if any detail is set. */
export function hasDetails(details: ContactDetails): boolean {
  return Object.values(details).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null))
}

const lineOrNull = (text: string | null): string | null => storableLine(text ?? '') || null

/** Normalizes text of several lines, such as notes. */
export function severalLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .normalize('NFC')
    .trim()
}

function storedAddress({ kind, address, city, state, zipCode }: AlternateAddress): AlternateAddress {
  return {
    kind,
    address: lineOrNull(address),
    city: lineOrNull(city),
    state: lineOrNull(state),
    zipCode: normalizeZip(storableLine(zipCode ?? ''), storableLine(state ?? '')) || null,
  }
}

/** Unique values in order, without the primary one; of several kinds the first informative one wins. */
function unique<T extends { kind: string }>(
  items: readonly T[],
  keyOf: (item: T) => string | null,
  taken: string | null,
): T[] {
  const found = new Map<string, T>()
  for (const item of items) {
    const key = keyOf(item)
    if (!key || key === taken) continue
    const first = found.get(key)
    if (!first || first.kind === 'other') found.set(key, { ...(first ?? item), kind: item.kind })
  }
  return [...found.values()]
}

function withoutRepeats(
  addresses: readonly AlternateAddress[],
  primary: AlternateAddress,
): AlternateAddress[] {
  const kept: AlternateAddress[] = []
  for (const address of addresses) {
    if (![primary, ...kept].some((known) => isCoveredBy(known, address))) kept.push(address)
  }
  return kept
}

/** True if `known` has every part of `address`. */
function isCoveredBy(known: AlternateAddress, address: AlternateAddress): boolean {
  return ADDRESS_FIELDS.every((part) => !address[part] || fold(address[part]) === fold(known[part] ?? ''))
}
