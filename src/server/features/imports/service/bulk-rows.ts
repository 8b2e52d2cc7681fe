import type { BodyOf } from '#contract/endpoint.ts'
import type { importBulk } from '#contract/imports.ts'
import type { CsvRow } from '#domain/contact-files/csv-rows.ts'
import { trimRaw } from '#domain/contact-files/raw-contact.ts'
import { parseContactDraft } from '#domain/identity/contact-draft.ts'
import { cleanText } from '#domain/identity/name.ts'

export type PickedContact = BodyOf<typeof importBulk>['contacts'][number]

/** Contacts picked on a device, numbered from 1. The last word of a name is the last name. */
export function* readPickedContacts(contacts: readonly PickedContact[]): Generator<CsvRow> {
  for (const [index, { name, email, phone, address }] of contacts.entries()) {
    const row = index + 1
    const raw = {
      ...splitName(joinLines(name, ' ')),
      email: joinLines(email, ' '),
      phone: joinLines(phone, ' '),
      address: joinLines(address, ', '),
    }
    const parsed = parseContactDraft(raw)
    yield parsed.ok
      ? { row, draft: { ...parsed.draft, details: null, labels: [], notes: null, optOuts: [] } }
      : { row, problem: `Contact ${row}: ${parsed.problems.join('; ')}`, raw: trimRaw(raw) }
  }
}

function splitName(name: string): { firstName: string; lastName: string } {
  const words = cleanText(name).split(' ')
  if (words.length < 2) return { firstName: words.join(''), lastName: '' }
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Joins the lines of multi-line addresses. */
function joinLines(text: string | null | undefined, separator: string): string {
  return (text ?? '')
    .trim()
    .split(/\s*[\r\n\u2028\u2029]\s*/)
    .join(separator)
    .replace(/,, /g, ', ')
    .replace(/\t/g, ' ')
}
