import type { FileContact } from '../identity/contact-details.ts'
import { parseContactDraft, type RawContact } from '../identity/contact-draft.ts'
import { countryCode } from '../identity/country-code.ts'
import { storableLine } from '../identity/name.ts'
import { assembleAddresses } from './assemble-address.ts'
import { assembleDetails } from './assemble-details.ts'
import { type AssembledName, assembleName } from './assemble-name.ts'
import { assembleEmails, assemblePhones } from './assemble-points.ts'
import type { ContactParts } from './contact-parts.ts'
import { findOptOuts } from './opt-out-words.ts'
import { flattenLines } from './raw-contact.ts'

/** Result for one record; `warnings` describe what didn't fit. */
export type AssembledContact =
  | { ok: true; contact: FileContact; warnings: string[] }
  | ({ ok: false; problems: string[]; raw: RawContact } & FileExtras)

/** Everything from the file except the eight basic fields. */
export type FileExtras = Pick<FileContact, 'details' | 'labels' | 'notes' | 'optOuts'>

/**
 * Builds a contact from a record or card: picks the primary email, phone and address, stores the others as details,
 * and finds opt-outs in notes. `raw` has the eight fields as far as they could be parsed, for correction.
 */
export function assembleContact(parts: ContactParts): AssembledContact {
  const name = assembleName(parts)
  const emails = assembleEmails(parts.emails)
  const { phones, notes: phoneNotes } = assemblePhones(parts.phones, countryOf(parts))
  const addresses = assembleAddresses(parts.addresses)
  const [home] = addresses
  const raw = flattenLines({
    firstName: name.firstName,
    lastName: name.lastName,
    email: emails[0]?.email,
    phone: phones[0]?.phone,
    address: home?.address,
    city: home?.city,
    state: home?.state,
    zipCode: home?.zipCode,
  })
  const { warnings, ...details } = assembleDetails(parts, { name, emails, phones, phoneNotes, addresses })
  const extras: FileExtras = { ...details, optOuts: optOutsOf(parts, phoneNotes, name) }
  const parsed = name.isCompany ? companyProblem(name) : parseContactDraft(raw)
  if (!parsed.ok) return { ok: false, problems: parsed.problems, raw, ...extras }
  return { ok: true, contact: { ...parsed.draft, ...extras }, warnings }
}

/** Country named by the addresses, if outside the United States. */
function countryOf({ addresses }: ContactParts): string | null {
  const country = addresses.find((each) => each.country?.trim())?.country?.trim()
  const code = country ? countryCode(country) : null
  return code === 'US' ? null : code
}

const MAX_QUOTED_NAME_LENGTH = 60

function companyProblem({ lastName }: AssembledName): { ok: false; problems: string[] } {
  const shortName = lastName.slice(0, MAX_QUOTED_NAME_LENGTH).toWellFormed()
  return { ok: false, problems: [`“${shortName}” is a company or trust, not a person`] }
}

function optOutsOf(
  parts: ContactParts,
  phoneNotes: readonly string[],
  name: AssembledName,
): FileContact['optOuts'] {
  const foundOptOuts = [
    ...parts.notes.flatMap((note) => findOptOuts(note, 'Note')),
    ...phoneNotes.flatMap((note) => findOptOuts(note, 'Phone')),
    ...parts.labels.flatMap((label) => findOptOuts(label, 'Label')),
    ...(name.note ? findOptOuts(name.note, 'Name') : []),
  ]
  if (foundOptOuts.length === 0) return parts.optOuts
  const optOuts = [...parts.optOuts]
  for (const optOut of foundOptOuts) {
    if (!optOuts.some(({ channel }) => channel === optOut.channel)) {
      optOuts.push({ ...optOut, reason: storableLine(optOut.reason) })
    }
  }
  return optOuts
}
