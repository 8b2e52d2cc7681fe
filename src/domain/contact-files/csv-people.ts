import type { Candidate } from './csv-columns.ts'
import { addressPartOf, type CsvField } from './csv-fields.ts'
import type { HeaderPerson } from './header-meaning.ts'

/** Who the contact of a file is: the first of these that has a name. */
const CONTACTS = [
  'self',
  'contact',
  'client',
  'owner',
  'buyer',
  'tenant',
  'seller',
] as const satisfies HeaderPerson[]

const OWN_NAMES: ReadonlySet<CsvField> = new Set(['firstName', 'lastName', 'fullName'])

/** Gives columns to the contact and the partner; what belongs to others is not imported. */
export function assignPeople(candidates: Candidate[]): void {
  const withNames = new Set(
    candidates.flatMap(({ field, meaning }) =>
      field && meaning && OWN_NAMES.has(field) ? [meaning.person] : [],
    ),
  )
  const contact = CONTACTS.find((person) => withNames.has(person))
  const isRoll = candidates.some(
    ({ field, meaning }) =>
      meaning?.person === 'owner' && field && (addressPartOf(field) || /^(?:phone|email)/.test(field)),
  )
  for (const candidate of candidates) {
    const { field, meaning } = candidate
    if (!field || !meaning) continue
    const { person } = meaning
    if (person === 'other') candidate.field = null
    else if (person === 'partner') candidate.field = partnerField(field)
    else if (person !== contact && withNames.has(person)) {
      // "Owner" beside a name is whose lead it is.
      const isAssigned = person === 'owner' && field === 'fullName' && meaning.number === 0 && !isRoll
      candidate.field = isAssigned ? 'assignedTo' : null
    }
  }
}

function partnerField(field: CsvField): CsvField | null {
  if (field.startsWith('partner')) return field
  if (/^email(?!Type)/.test(field)) return 'partnerEmail'
  if (/^phone(?!Type|Fax|Pager)/.test(field)) return 'partnerPhone'
  return null
}
