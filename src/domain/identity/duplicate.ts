import { sameHome } from '../signals/place-match.ts'
import type { ContactDraft } from './contact-draft.ts'
import { normalizeEmail } from './email.ts'
import { fold } from './name.ts'
import { normalizePhone } from './phone.ts'
import { jaroWinkler } from './similarity.ts'

/** What makes two contacts look like one person, the strongest first. */
export const DUPLICATE_REASONS = [
  'Same name and address',
  'Same e-mail',
  'Same phone number',
  'Similar name, same address',
] as const
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number]

// Couples share home and last name: their first names must be nearly the same (Jon and John 0.93, John and Jane 0.7).
const FIRST_NAME_ALIKE = 0.85
const LAST_NAME_ALIKE = 0.88

/** The strongest reason to take two contacts for the same person; null when nothing suggests it. */
export function duplicateReason(a: ContactDraft, b: ContactDraft): DuplicateReason | null {
  const oneHome = sameHome(placeOf(a), placeOf(b))
  if (oneHome && nameOf(a) === nameOf(b)) return 'Same name and address'
  if (a.email && b.email && normalizeEmail(a.email) === normalizeEmail(b.email)) return 'Same e-mail'
  if (a.phone && b.phone && phoneOf(a.phone) === phoneOf(b.phone)) return 'Same phone number'
  return oneHome && namesAlike(a, b) ? 'Similar name, same address' : null
}

function namesAlike(a: ContactDraft, b: ContactDraft): boolean {
  return (
    jaroWinkler(fold(a.firstName), fold(b.firstName)) >= FIRST_NAME_ALIKE &&
    jaroWinkler(fold(a.lastName), fold(b.lastName)) >= LAST_NAME_ALIKE
  )
}

function nameOf({ firstName, lastName }: ContactDraft): string {
  return `${fold(firstName)} ${fold(lastName)}`
}

function phoneOf(phone: string): string {
  const { e164, typed } = normalizePhone(phone)
  return e164 ?? typed
}

function placeOf({ address, city, state, zipCode }: ContactDraft) {
  return { street: address, city, state, zipCode }
}
