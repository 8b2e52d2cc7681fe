import type { ContactDetails } from './contact-details.ts'
import type { ContactDraft } from './contact-draft.ts'
import { isEmailAddress, normalizeEmail } from './email.ts'
import { fold } from './name.ts'
import { normalizePhone, phoneDigits } from './phone.ts'

export type SearchableContact = ContactDraft & { details?: ContactDetails | null; labels?: readonly string[] }

/** Separates the words of tags, which change without the contact. Searches never contain it. */
const TAGS_SEPARATOR = '\u001f'

/** Maximum words per query, because each adds an index condition. */
export const MAX_SEARCH_PATTERNS = 6

/** Minimum digits of a phone number; fewer could be a house number or ZIP code. */
const MIN_PHONE_DIGITS = 7

/**
 * Folded search text of a contact. It begins with a space and uses spaces as separators, so `% xx%` finds the start
 * of every word.
 */
export function searchText(contact: SearchableContact): string {
  const { firstName, lastName, email, phone, address, city, state, zipCode, details } = contact
  const digits = phone ? phoneDigits(phone) : []
  const parts = [
    firstName,
    lastName,
    email,
    ...digits,
    address,
    city,
    state,
    zipCode,
    ...detailParts(details),
  ]
  return ` ${words(parts.filter(Boolean).join(' ')).join(' ')}${tagWords(contact.labels ?? [])}`
}

/** The last part of the search text, which the tags store also writes with every change of tags. */
function tagWords(labels: readonly string[]): string {
  if (labels.length === 0) return ''
  return `${TAGS_SEPARATOR} ${words([...labels].map(fold).toSorted().join(' ')).join(' ')}`
}

/** Excludes notes, which would match every query. */
function detailParts(details: ContactDetails | null | undefined): (string | null)[] {
  if (!details) return []
  return [
    ...details.emails.map(({ email }) => email),
    ...details.phones.flatMap(({ phone }) => phoneDigits(phone)),
    ...details.addresses.flatMap(({ address, city, zipCode }) => [address, city, zipCode]),
    details.company,
    details.partner && `${details.partner.firstName} ${details.partner.lastName}`,
  ]
}

/**
 * LIKE patterns (escape character `\`) that must all match `searchText`; none for a blank query. Words shorter than a
 * trigram match only at word starts. A phone number becomes its digits. An email address stays whole, because its
 * words alone match too many contacts.
 */
export function searchPatterns(query: string): string[] {
  const contactPoint = wholeContactPoint(query)
  if (contactPoint?.email) return [`% ${escapeLike(words(contactPoint.email).join(' '))}%`]
  if (contactPoint?.phone) return [`%${phoneDigits(contactPoint.phone)[0]}%`]
  const digits = phoneQueryDigits(query)
  if (digits) return [`%${digits}%`]
  return [...new Set(words(query))]
    .slice(0, MAX_SEARCH_PATTERNS)
    .map((word) => (word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`))
}

/** True if a query is words, and not a whole or partial phone number or a whole email address. */
export function isWordSearch(query: string): boolean {
  return searchPatterns(query).length > 0 && !wholeContactPoint(query) && !phoneQueryDigits(query)
}

/**
 * Rank of a contact for the words of a query: 0 if each begins a word of the name, 1 if each begins any word, 2 if
 * one is inside a word.
 */
export function searchTier(
  query: string,
  { firstName, lastName, search }: { firstName: string; lastName: string; search: string },
): 0 | 1 | 2 {
  const queryWords = [...new Set(words(query))].slice(0, MAX_SEARCH_PATTERNS)
  const beginsIn = (text: string) => queryWords.every((word) => text.includes(` ${word}`))
  if (beginsIn(` ${words(`${firstName} ${lastName}`).join(' ')}`)) return 0
  return beginsIn(search) ? 1 : 2
}

/** An email address or a phone number, in stored form. */
export type WholeContactPoint = { email: string; phone: null } | { email: null; phone: string }

/** Text around an address or number: a label, a link, an extension. */
const LABEL_PATTERN = /^(?:mailto|e-?mail|tel|phone|mobile|cell|home|work|[cehmpw])\s*:\s*/i
const EXTENSION_PATTERN = /\s*(?:x|ext\.?|extension|#)\s*\d{1,6}$/i
const NAMED_ADDRESS_PATTERN = /^[^<>]*<([^<>\s]+)>$/

/** Parses a query that is exactly one email address or phone number, in any format; null otherwise. */
export function wholeContactPoint(query: string): WholeContactPoint | null {
  const text = query.trim().replace(LABEL_PATTERN, '')
  const email = normalizeEmail(NAMED_ADDRESS_PATTERN.exec(text)?.[1] ?? text).replace(
    /^[<("']+|[>)"',;.]+$/g,
    '',
  )
  if (isEmailAddress(email)) return { email, phone: null }
  const number = text.replace(EXTENSION_PATTERN, '')
  if (!phoneQueryDigits(number)) return null
  const { e164 } = normalizePhone(number)
  return e164 ? { email: null, phone: e164 } : null
}

function words(text: string): string[] {
  return fold(text)
    .split(/[\s.@+\-_()/,]+/)
    .filter(Boolean)
}

function phoneQueryDigits(query: string): string | null {
  const text = fold(query)
  const isZipPlusFour = /^\d{5}-\d{4}$/.test(text)
  if (isZipPlusFour || !/^(?:tel:)?[\d\s+().\-/\u2010-\u2015]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return digits.length >= MIN_PHONE_DIGITS ? digits : null
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
