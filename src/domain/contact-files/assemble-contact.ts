import type { ContactDetails, FileContact, OptOut } from '../identity/contact-details.ts'
import { parseContactDraft, type RawContact } from '../identity/contact-draft.ts'
import { countryCode } from '../identity/country-code.ts'
import { assembleAddresses } from './assemble-address.ts'
import { type AssembledName, assembleName } from './assemble-name.ts'
import { assembleEmails, assemblePhones } from './assemble-points.ts'
import type { ContactParts } from './contact-parts.ts'
import { DetailsBuilder } from './details-builder.ts'
import { findOptOuts } from './opt-out-words.ts'
import { plainFields } from './plain-record.ts'
import { flattenLines, storable } from './raw-contact.ts'

/** Result for one record; `warnings` describe what didn't fit. */
export type AssembledContact =
  | { ok: true; contact: FileContact; warnings?: string[] }
  | { ok: false; problems: string[]; raw: RawContact; details?: ContactDetails | null; optOuts?: OptOut[] }

/**
 * Builds a contact from a record or card: picks the primary email, phone and address, stores the others as details,
 * and finds opt-outs in notes. `raw` has the eight fields as far as they could be parsed, for correction.
 */
export function assembleContact(parts: ContactParts): AssembledContact {
  const plain = plainFields(parts)
  if (plain) return withoutDetails(plain, parts.optOuts)
  const name = assembleName(parts)
  const emails = assembleEmails(parts.emails)
  const { phones, notes } = assemblePhones(parts.phones, countryOf(parts))
  const addresses = assembleAddresses(parts.addresses)
  const [email, ...alternateEmails] = emails
  const [phone, ...alternatePhones] = phones
  const [home, ...alternateAddresses] = addresses
  const raw = flattenLines({
    firstName: name.firstName,
    lastName: name.lastName,
    email: email?.email,
    phone: phone?.phone,
    address: home?.address,
    city: home?.city,
    state: home?.state,
    zipCode: home?.zipCode,
  })
  const box = new DetailsBuilder(parts)
  box.addName(name)
  box.addNotes(notes)
  if (phone?.kind) box.set('phoneKind', phone.kind)
  for (const each of alternateEmails) box.addEmail(each)
  for (const each of alternatePhones) box.addPhone(each)
  for (const each of alternateAddresses) box.addAddress(each)
  if (home?.country) box.addNotes([`Country: ${home.country}`])
  const details = box.finish()
  const optOuts = optOutsOf(parts, notes, name)
  const parsed = name.isCompany ? companyProblem(name) : parseContactDraft(raw)
  if (!parsed.ok) return { ok: false, problems: parsed.problems, raw, details, optOuts }
  const contact = { ...parsed.draft, details, optOuts }
  return box.warnings.length > 0 ? { ok: true, contact, warnings: box.warnings } : { ok: true, contact }
}

/** Country named by the addresses, if outside the United States. */
function countryOf({ addresses }: ContactParts): string | null {
  const country = addresses.find((each) => each.country?.trim())?.country?.trim()
  return country ? countryCode(country) : null
}

function withoutDetails(raw: RawContact, optOuts: OptOut[]): AssembledContact {
  const parsed = parseContactDraft(raw)
  if (!parsed.ok) return { ok: false, problems: parsed.problems, raw, optOuts }
  return { ok: true, contact: Object.assign(parsed.draft, { details: null, optOuts }) }
}

const SHOWN_NAME_LENGTH = 60

function companyProblem({ lastName }: AssembledName): { ok: false; problems: string[] } {
  const shown = lastName.slice(0, SHOWN_NAME_LENGTH).toWellFormed()
  return { ok: false, problems: [`“${shown}” is a company or trust, not a person`] }
}

function optOutsOf(parts: ContactParts, phoneNotes: readonly string[], name: AssembledName): OptOut[] {
  const found = [
    ...parts.notes.flatMap((note) => findOptOuts(note, 'Note')),
    ...phoneNotes.flatMap((note) => findOptOuts(note, 'Phone')),
    ...parts.labels.flatMap((label) => findOptOuts(label, 'Label')),
    ...(name.note ? findOptOuts(name.note, 'Name') : []),
  ]
  if (found.length === 0) return parts.optOuts
  const optOuts = [...parts.optOuts]
  for (const each of found) {
    if (!optOuts.some(({ channel }) => channel === each.channel)) {
      optOuts.push({ ...each, reason: storable(each.reason) })
    }
  }
  return optOuts
}
