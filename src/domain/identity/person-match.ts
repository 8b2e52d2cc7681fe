import type { ContactDetails } from './contact-details.ts'
import { normalizeEmail } from './email.ts'
import { fold } from './name.ts'
import { normalizePhone } from './phone.ts'

export type PersonFacts = {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  /** Alternate emails and phones count like the primary ones. */
  details?: Partial<Pick<ContactDetails, 'emails' | 'phones'>> | null
}

/**
 * Keys that identify a person: same first and last name (ignoring case and accents) plus any shared email or phone.
 * Two contacts with a common key are the same person; without email and phone there are no keys.
 */
export function samePersonKeys(person: PersonFacts): string[] {
  const name = `${keyPart(person.firstName)}|${keyPart(person.lastName)}`
  return allContactPointKeys(person).map((key) => `${name}|${key}`)
}

/** Keys of all of a person's email addresses and phone numbers, without duplicates. */
export function allContactPointKeys({
  email,
  phone,
  details,
}: Pick<PersonFacts, 'email' | 'phone' | 'details'>): string[] {
  const contactPoints = [
    { email, phone },
    ...(details?.emails ?? []).map(({ email }) => ({ email, phone: null })),
    ...(details?.phones ?? []).map(({ phone }) => ({ email: null, phone })),
  ]
  const keys = contactPoints.map(contactPointKeys).flatMap((each) => [each.email, each.phone])
  return [...new Set(keys.filter((key) => key !== null))]
}

/** Keys of one email address and one phone number; null if empty. */
export function contactPointKeys(person: Pick<PersonFacts, 'email' | 'phone'>): {
  email: string | null
  phone: string | null
} {
  const email = normalizeEmail(person.email ?? '')
  return { email: email ? `e:${email}` : null, phone: phoneKey(person.phone) }
}

/** Key of one phone number; null if empty. */
export function phoneKey(phone: string | null): string | null {
  const { e164, input } = normalizePhone(phone ?? '')
  const key = e164 ?? (input.replace(/\D/g, '') || fold(input))
  return key ? `p:${key}` : null
}

// The bar separates the parts of a key, so it is removed from names.
function keyPart(name: string): string {
  return fold(name.replace(/\|/g, ' '))
}
