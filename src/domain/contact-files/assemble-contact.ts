import type { FileContact } from '../identity/contact-details.ts'
import { parseContactDraft, type RawContact } from '../identity/contact-draft.ts'
import { parseFullName } from '../identity/person-name.ts'
import type { ContactParts } from './contact-parts.ts'

export type AssembledContact =
  | { ok: true; contact: FileContact }
  | { ok: false; problems: string[]; raw: RawContact }

/**
 * Makes a contact of what a record or card says: chooses the primary e-mail, phone and address, keeps all others as
 * details, and finds opt-outs in notes. `raw` are the eight fields as far as they could be read, for correcting.
 */
export function assembleContact(parts: ContactParts): AssembledContact {
  const whole = parseFullName(parts.fullName ?? '')
  const address = parts.addresses[0]
  const raw: RawContact = {
    firstName: parts.firstName || whole.firstName,
    lastName: parts.lastName || whole.lastName,
    email: parts.emails[0]?.text,
    phone: parts.phones[0]?.text,
    address: address?.street ?? address?.whole,
    city: address?.city,
    state: address?.state,
    zipCode: address?.zipCode,
  }
  const parsed = parseContactDraft(raw)
  if (!parsed.ok) return { ok: false, problems: parsed.problems, raw }
  return { ok: true, contact: { ...parsed.draft, details: null, optOuts: parts.optOuts } }
}
