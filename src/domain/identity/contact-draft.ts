import { normalizeZip } from './address.ts'
import { MAX_EMAIL_LENGTH, normalizeEmail } from './email.ts'
import { cleanText } from './name.ts'
import { storedPhone } from './phone.ts'

/** Labels of the eight typed fields of a contact, in the order of forms and files. */
export const CONTACT_FIELD_LABELS = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'Zip',
} as const

export type ContactField = keyof typeof CONTACT_FIELD_LABELS
export const CONTACT_FIELDS = Object.keys(CONTACT_FIELD_LABELS) as ContactField[]
export const ADDRESS_FIELDS = ['address', 'city', 'state', 'zipCode'] as const

/** Maximum lengths in UTF-16 code units, which is how browsers count `maxlength`. */
export const MAX_CONTACT_FIELD_LENGTH: Record<ContactField, number> = {
  firstName: 100,
  lastName: 100,
  email: MAX_EMAIL_LENGTH,
  phone: 32,
  address: 200,
  city: 100,
  state: 50,
  zipCode: 16,
}

/** A valid contact: first and last name are required, everything else may be null. */
export type ContactDraft = Record<'firstName' | 'lastName', string> &
  Record<Exclude<ContactField, 'firstName' | 'lastName'>, string | null>

export type RawContact = Partial<Record<ContactField, string | null>>

export type ParsedContactDraft = { ok: true; draft: ContactDraft } | { ok: false; problems: string[] }

const CONTROL_CHARACTER_PATTERN = /[\p{Cc}\u2028\u2029]/u

/**
 * Normalizes typed fields for storage, or describes their problems. A phone number or email address that doesn't
 * parse stays as typed; verification marks it as failed later.
 */
export function parseContactDraft(raw: RawContact): ParsedContactDraft {
  const text = {} as Record<ContactField, string>
  for (const field of CONTACT_FIELDS) text[field] = cleanText(raw[field] ?? '')
  const problems = CONTACT_FIELDS.flatMap((field) => fieldProblem(field, text[field]) ?? [])
  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    draft: {
      firstName: text.firstName,
      lastName: text.lastName,
      email: normalizeEmail(text.email) || null,
      phone: storedPhone(text.phone) || null,
      address: text.address || null,
      city: text.city || null,
      state: text.state || null,
      zipCode: normalizeZip(text.zipCode, text.state) || null,
    },
  }
}

function fieldProblem(field: ContactField, text: string): string | null {
  const label = CONTACT_FIELD_LABELS[field]
  const isRequired = field === 'firstName' || field === 'lastName'
  if (isRequired && text === '') return `${label} is missing`
  if (CONTROL_CHARACTER_PATTERN.test(text)) return `${label} contains control characters`
  if (!text.isWellFormed()) return `${label} contains broken characters`
  if (text.length > MAX_CONTACT_FIELD_LENGTH[field]) return `${label} is too long`
  return null
}
