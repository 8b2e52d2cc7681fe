import type { ContactDetails } from './contact-details.ts'
import { fold } from './name.ts'
import { phoneDigits } from './phone.ts'

export type SearchableContact = {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  details?: ContactDetails | null
}

/** A query is cut to this many words: each is one more index condition. */
export const MAX_SEARCH_PATTERNS = 6

/** Fewest digits that read as a phone number; fewer could as well be a house number or ZIP code. */
const PHONE_DIGITS_MIN = 7

/**
 * One folded string over everything a contact is searched by. It begins with a blank and its separators are blanks,
 * so that `% xx%` finds the start of any word, the first one too.
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
  return ` ${words(parts.filter(Boolean).join(' ')).join(' ')}`
}

/** Notes are read, not searched: they would find everybody for every word. */
function detailParts(details: ContactDetails | null | undefined): (string | null)[] {
  if (!details) return []
  return [
    ...details.emails.map(({ email }) => email),
    ...details.phones.flatMap(({ phone }) => phoneDigits(phone)),
    ...details.addresses.flatMap(({ address, city, zipCode }) => [address, city, zipCode]),
    details.company,
    details.partner && `${details.partner.firstName} ${details.partner.lastName}`,
    ...details.labels,
  ]
}

/**
 * LIKE patterns (escape character `\`) that must all match `searchText`; none for a blank query.
 * Words shorter than a trigram match only at word starts. A query that reads as a phone number becomes its digits.
 */
export function searchPatterns(query: string): string[] {
  const digits = phoneQueryDigits(query)
  if (digits) return [`%${digits}%`]
  return [...new Set(words(query))]
    .slice(0, MAX_SEARCH_PATTERNS)
    .map((word) => (word.length < 3 ? `% ${escapeLike(word)}%` : `%${escapeLike(word)}%`))
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
  return digits.length >= PHONE_DIGITS_MIN ? digits : null
}

function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&')
}
