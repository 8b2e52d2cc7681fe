import { stateCode } from './address.ts'
import { comparableStreet, STREET_ABBREVIATIONS } from './comparable-street.ts'
import type { ContactDetails } from './contact-details.ts'
import type { ContactDraft } from './contact-draft.ts'
import { isRoleAddress, mailboxKey, normalizeEmail } from './email.ts'
import { fold, foldedWords } from './name.ts'
import { normalizePhone } from './phone.ts'

/** A contact with optional facts beyond its typed fields. */
export type MatchableContact = ContactDraft & {
  details?: Partial<Pick<ContactDetails, 'birthday' | 'emails' | 'phones' | 'addresses' | 'suffix'>> | null
}

export type ComparableHome = {
  /** House number without leading zeros; empty if there is none. */
  number: string
  /** Street name without spaces and street type; empty if there is none. */
  street: string
  streetType: string
  unit: string | null
  zip: string
  city: string
  state: string
}

/** A contact prepared for comparison, so that many comparisons can reuse it. */
export type ComparableContact = {
  /** First word of the first name, and the others. */
  given: string
  middle: readonly string[]
  surname: readonly string[]
  /** First and last name as written, folded. */
  fullName: string
  suffix: string | null
  /** Addresses as written, and as mailboxes. Role addresses are left out. */
  emails: readonly { email: string; mailbox: string }[]
  phones: readonly string[]
  homes: readonly ComparableHome[]
  birthday: { year: string; day: string } | null
}

const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv'])
const DROPPED_WORDS = new Set([...SUFFIXES, ...'dr mr mrs ms miss prof esq phd md and'.split(' ')])
const STREET_TYPES_PATTERN =
  /(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|place|pl|terrace|ter|circle|cir|parkway|pkwy|highway|hwy|trail|trl|square|sq|way|crescent|close|circuit|grove|loop|cove|run)$/

export function comparableContact(contact: MatchableContact): ComparableContact {
  const { details } = contact
  const first = foldedWords(contact.firstName)
  const last = foldedWords(contact.lastName)
  const [given = '', ...middle] = dropTitles(first)
  const suffix = [...foldedWords(details?.suffix ?? ''), ...last, ...first].find((word) => SUFFIXES.has(word))
  return {
    given,
    middle,
    surname: dropTitles(last),
    fullName: `${fold(contact.firstName)} ${fold(contact.lastName)}`,
    suffix: suffix ?? null,
    emails: [contact.email, ...(details?.emails ?? []).map(({ email }) => email)].flatMap((email) =>
      email && !isRoleAddress(email) ? [{ email: normalizeEmail(email), mailbox: mailboxKey(email) }] : [],
    ),
    phones: [contact.phone, ...(details?.phones ?? []).map(({ phone }) => phone)].flatMap((phone) =>
      phone ? phoneOf(phone) : [],
    ),
    homes: [contact, ...(details?.addresses ?? [])].map(homeOf).filter(hasPlace),
    birthday: birthdayOf(details?.birthday ?? null),
  }
}

/** Removes titles and suffixes, unless no other words remain. */
function dropTitles(words: readonly string[]): string[] {
  const remaining = words.filter((word) => !DROPPED_WORDS.has(word))
  return remaining.length > 0 ? remaining : [...words]
}

function phoneOf(phone: string): string[] {
  const { e164, input } = normalizePhone(phone)
  const digits = (e164 ?? input).replace(/\D/g, '')
  return digits.length >= 7 ? [digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits] : []
}

function homeOf(place: Pick<ContactDraft, 'address' | 'city' | 'state' | 'zipCode'>): ComparableHome {
  const { line, unit } = comparableStreet(place.address ?? '')
  const [, number = '', streetWords = ''] = /^(?:(\d[\p{L}\p{N}]*) ?)?(.*)$/u.exec(line) ?? []
  const streetWithType = streetWords.replaceAll(' ', '')
  const streetType = STREET_TYPES_PATTERN.exec(streetWithType)?.[0] ?? ''
  const street = streetWithType.slice(0, streetWithType.length - streetType.length)
  return {
    number: number.replace(/^0+(?=\d)/, ''),
    street: street === '' ? streetWithType : street,
    // A street type joined to the street name isn't abbreviated.
    streetType: street === '' ? '' : (STREET_ABBREVIATIONS.get(streetType) ?? streetType),
    unit,
    zip: /^\d{4,5}/.exec(place.zipCode?.trim() ?? '')?.[0] ?? fold(place.zipCode ?? ''),
    city: comparableStreet(place.city ?? '').line.replaceAll(' ', ''),
    state: place.state ? (stateCode(place.state) ?? fold(place.state)).toLowerCase() : '',
  }
}

function hasPlace({ street, number, zip, city }: ComparableHome): boolean {
  return street !== '' || number !== '' || zip !== '' || city !== ''
}

function birthdayOf(birthday: string | null): ComparableContact['birthday'] {
  const parts = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(birthday ?? '')
  return parts ? { year: parts[1] === '-' ? '' : (parts[1] ?? ''), day: `${parts[2]}${parts[3]}` } : null
}
