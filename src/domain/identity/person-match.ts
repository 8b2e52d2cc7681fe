import type { ContactDetails } from './contact-details.ts'
import { normalizeEmail } from './email.ts'
import { fold } from './name.ts'
import { normalizePhone } from './phone.ts'

export type PersonFacts = {
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  /** Further e-mails and phones count as the first ones do. */
  details?: Partial<Pick<ContactDetails, 'emails' | 'phones'>> | null
}

/**
 * Keys by which a person is recognised: the same first and last name (case and accents aside) and the same e-mail
 * or phone, whichever of several. Two contacts are the same person when they share a key; without e-mail and phone there is no key.
 */
export function samePersonKeys(person: PersonFacts): string[] {
  const name = `${keyPart(person.firstName)}|${keyPart(person.lastName)}`
  return allContactPointKeys(person).map((key) => `${name}|${key}`)
}

/** Keys of every address and number of a person, each once. */
export function allContactPointKeys({
  email,
  phone,
  details,
}: Pick<PersonFacts, 'email' | 'phone' | 'details'>): string[] {
  const all = [
    { email, phone },
    ...(details?.emails ?? []).map((further) => ({ email: further.email, phone: null })),
    ...(details?.phones ?? []).map((further) => ({ email: null, phone: further.phone })),
  ]
  const keys = all.map(contactPointKeys).flatMap((each) => [each.email, each.phone])
  return [...new Set(keys.filter((key) => key !== null))]
}

/** Keys of an address and a number alone, whoever has them; null for what is empty. */
export function contactPointKeys(person: Pick<PersonFacts, 'email' | 'phone'>): {
  email: string | null
  phone: string | null
} {
  const email = normalizeEmail(person.email ?? '')
  const phone = normalizePhone(person.phone ?? '')
  const phoneKey = phone.e164 ?? (phone.typed.replace(/\D/g, '') || fold(phone.typed))
  return { email: email ? `e:${email}` : null, phone: phoneKey ? `p:${phoneKey}` : null }
}

// The bar separates the parts of a key, so a name that holds one must not be able to move the border.
function keyPart(name: string): string {
  return fold(name.replace(/\|/g, ' '))
}
