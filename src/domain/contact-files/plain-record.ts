import type { RawContact } from '../identity/contact-draft.ts'
import { isUsualPhone } from '../identity/phone.ts'
import type { ContactParts } from './contact-parts.ts'

const PLAIN_NAME = /^[A-Za-zÀ-ɏ'’-]+$/
const PLAIN_EMAIL = /^[\w.+-]+@[\w.-]+\w$/
/** Multiple lines, or content of another part. */
const IN_PARTS = /[\r\n\u2028\u2029]/
const IN_CITY = /[,\d\r\n\u2028\u2029]/

/** The eight fields of a record that needs no parsing, which is most rows of most files; null for other records. */
export function plainFields(parts: ContactParts): RawContact | null {
  const { firstName, lastName, emails, phones, addresses } = parts
  if (emails.length > 1 || phones.length > 1 || addresses.length > 1 || hasMore(parts)) return null
  if (!PLAIN_NAME.test(firstName) || !PLAIN_NAME.test(lastName)) return null
  const [email, phone, home] = [emails[0], phones[0], addresses[0]]
  if (email?.text && !PLAIN_EMAIL.test(email.text)) return null
  if (phone && (phone.kind || (phone.text && !isUsualPhone(phone.text)))) return null
  const raw: RawContact = { firstName, lastName, email: email?.text, phone: phone?.text }
  if (!home) return raw
  const { street, street2, whole, country, city, state, zipCode } = home
  if (street2 || whole || country || (street && !city)) return null
  if (IN_PARTS.test(`${street}${state}${zipCode}`) || (city && IN_CITY.test(city))) return null
  raw.address = street
  raw.city = city
  raw.state = state
  raw.zipCode = zipCode
  return raw
}

function hasMore(parts: ContactParts): boolean {
  return (
    parts.labels.length > 0 ||
    parts.notes.length > 0 ||
    Boolean(parts.partner || parts.history || parts.title || parts.suffix) ||
    Boolean(parts.birthday || parts.company || parts.jobTitle || parts.website)
  )
}
