import type { FileContact } from '../identity/contact-details.ts'
import { type AssembledContact, assembleContact } from './assemble-contact.ts'
import { cleanCell } from './csv-cells.ts'
import { createRowReader, type RowParts } from './csv-contact.ts'
import type { CoupleChoice } from './csv-fields.ts'
import type { CsvTable } from './csv-table.ts'

/** Contact of a row, plus the partner if a couple becomes two contacts. */
export type RowContact = AssembledContact & { second?: FileContact }

/** Creates the reader that turns rows into contacts. */
export function contactReader(
  { columns, sample }: CsvTable,
  couples: CoupleChoice,
): (cells: readonly string[]) => RowContact {
  const read = createRowReader(
    columns,
    sample.map((cells) => cells.map(cleanCell)),
  )
  return (cells) => {
    const row = read(cells.map(cleanCell))
    if (couples === 'two') return twoContacts(row)
    const { parts, partnerEmails, partnerPhones } = row
    // The partner's contact points follow the contact's.
    parts.emails.push(...partnerEmails)
    parts.phones.push(...partnerPhones)
    return assembleContact(parts)
  }
}

/** Two contacts of a couple: the partner shares the home and all contact points not marked as the partner's. */
function twoContacts({ parts, partnerEmails, partnerPhones }: RowParts): RowContact {
  const first = assembleContact(parts)
  const partner = first.ok ? (first.contact.details?.partner ?? null) : null
  if (!first.ok || !partner?.firstName) return first
  const {
    birthday: _,
    company: _company,
    jobTitle: _job,
    title: _title,
    suffix: _suffix,
    middleName: _middle,
    ...shared
  } = parts
  const { fullName: _fullName, partner: _partner, ...rest } = shared
  const second = assembleContact({
    ...rest,
    firstName: partner.firstName,
    lastName: partner.lastName || first.contact.lastName,
    emails: partnerEmails.length > 0 ? partnerEmails : parts.emails,
    phones: partnerPhones.length > 0 ? partnerPhones : parts.phones,
  })
  if (!second.ok) return first
  const { details } = first.contact
  const contact = { ...first.contact, details: details && { ...details, partner: null } }
  return { ...first, contact, second: second.contact }
}
