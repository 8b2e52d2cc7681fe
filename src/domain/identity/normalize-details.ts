import { normalizeZip } from './address.ts'
import { type AlternateAddress, type ContactDetails, NO_DETAILS } from './contact-details.ts'
import type { ContactDraft } from './contact-draft.ts'
import { normalizeEmail } from './email.ts'
import { cleanText, fold } from './name.ts'
import { contactPointKeys } from './person-match.ts'
import { normalizePhone } from './phone.ts'
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
    given.phones.map(({ phone, kind }) => ({ phone: storedPhone(phone), kind })),
    ({ phone }) => phoneKey(phone),
    phoneKey(primary.phone),
  )
  const normal: ContactDetails = {
    phoneKind: primary.phone ? given.phoneKind : null,
    emails: unique(
      given.emails.map(({ email, kind }) => ({ email: normalizeEmail(oneLine(email)), kind })),
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
    partner: partner && { firstName: oneLine(partner.firstName), lastName: oneLine(partner.lastName) },
    labels: uniqueLabels(given.labels),
    notes: severalLines(given.notes ?? '') || null,
    history: history && {
      source: lineOrNull(history.source),
      stage: lineOrNull(history.stage),
      assignedTo: lineOrNull(history.assignedTo),
      createdOn: lineOrNull(history.createdOn),
      lastContactOn: lineOrNull(history.lastContactOn),
      lastClosingOn: lineOrNull(history.lastClosingOn),
    },
  }
  if (normal.partner && !normal.partner.firstName && !normal.partner.lastName) normal.partner = null
  if (normal.history && Object.values(normal.history).every((value) => value === null)) normal.history = null
  return hasDetails(normal) ? normal : null
}

/** True if any detail is set. */
export function hasDetails(details: ContactDetails): boolean {
  return Object.values(details).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null))
}

const oneLine = (text: string): string => cleanText(text.replace(/\p{Cc}+/gu, ' ').toWellFormed())

const lineOrNull = (text: string | null): string | null => oneLine(text ?? '') || null

/** Normalizes text of several lines, such as notes. */
export function severalLines(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .normalize('NFC')
    .trim()
}

function storedPhone(text: string): string {
  const { e164, typed } = normalizePhone(oneLine(text))
  return e164 ?? typed
}

const phoneKey = (phone: string | null): string | null => contactPointKeys({ email: null, phone }).phone

function storedAddress({ kind, address, city, state, zipCode }: AlternateAddress): AlternateAddress {
  return {
    kind,
    address: lineOrNull(address),
    city: lineOrNull(city),
    state: lineOrNull(state),
    zipCode: normalizeZip(oneLine(zipCode ?? ''), oneLine(state ?? '')) || null,
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

function uniqueLabels(labels: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const label of labels.map(oneLine)) {
    const key = fold(label)
    if (key && !found.has(key)) found.set(key, label)
  }
  return [...found.values()]
}

const PARTS = ['address', 'city', 'state', 'zipCode'] as const

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
  return PARTS.every((part) => !address[part] || fold(address[part]) === fold(known[part] ?? ''))
}
