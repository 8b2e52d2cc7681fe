import { parseContactDraft, type RawContact } from '../identity/contact-draft.ts'
import { CsvTextDecoder } from './csv-encoding.ts'
import { CsvFileError } from './csv-file-error.ts'
import type { CsvRow } from './csv-rows.ts'
import { foreignFileKind } from './file-signature.ts'
import { keptRaw, onOneLine } from './raw-contact.ts'
import { eachVCard, type ParsedCard } from './vcard-parse.ts'

/**
 * Reads an address book, counting its cards from 1: each card as a contact, or with the problem in words
 * (`Card 3: Last Name is missing`). Of several e-mail addresses, phones and addresses the first counts.
 *
 * @throws {CsvFileError} when the file is something else or holds no card
 */
export function* readVCardRows(bytes: Uint8Array): Generator<CsvRow> {
  const kind = foreignFileKind(bytes)
  if (kind)
    throw new CsvFileError(`This file is ${kind}, not vCard. Export the contacts as vCard and try again.`)
  const decoder = new CsvTextDecoder()
  const text = decoder.push(bytes) + decoder.end()
  let row = 0
  for (const card of eachVCard(text)) {
    row += 1
    const raw = onOneLine(contactOf(card))
    const parsed = parseContactDraft(raw)
    yield parsed.ok
      ? { row, draft: { ...parsed.draft, details: null, optOuts: [] } }
      : { row, problem: `Card ${row}: ${parsed.problems.join('; ')}`, raw: keptRaw(raw) }
  }
  if (row === 0)
    throw new CsvFileError('This file holds no contact cards. Export the contacts as vCard and try again.')
}

function contactOf(card: ParsedCard) {
  const { emails, phones, address, city, state, zipCode } = card
  return {
    ...splitName(card.firstName.trim(), card.lastName.trim(), card.fullName.trim()),
    ...{ email: emails[0], phone: phones[0], address, city, state, zipCode },
  }
}

/** A name in one piece is parted after its first word, or at its comma ("Smith, Anna"). */
function splitName(firstName: string, lastName: string, fullName: string): RawContact {
  if (firstName !== '' || lastName !== '' || fullName === '') return { firstName, lastName }
  const comma = fullName.match(/^([^,]+),([^,]+)$/)
  if (comma) return { firstName: comma[2], lastName: comma[1] }
  const [first, ...others] = fullName.split(/\s+/)
  return { firstName: first, lastName: others.join(' ') }
}
