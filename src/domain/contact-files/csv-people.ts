import { fold } from '../identity/name.ts'
import { type Candidate, HALF } from './csv-column.ts'
import { addressPartOf, type CsvField } from './csv-fields.ts'
import type { HeaderPerson } from './header-reading.ts'

/** People who can be the contact of a file; the first with a name wins. */
const CONTACT_PEOPLE = [
  'self',
  'contact',
  'client',
  'owner',
  'buyer',
  'tenant',
  'seller',
] as const satisfies HeaderPerson[]

const OWN_NAMES: ReadonlySet<CsvField> = new Set(['firstName', 'lastName', 'fullName'])

/** Other parties of a deal, who are never the contact; an owner and a first contact are usually the same person. */
const DEAL_PARTIES: ReadonlySet<HeaderPerson> = new Set(['buyer', 'seller', 'tenant'])

/** Assigns columns to the contact and the partner; columns about other people aren't imported. */
export function assignPeople(candidates: Candidate[]): void {
  const namedPeople = new Set(
    candidates.flatMap(({ field, meaning }) =>
      field && meaning && OWN_NAMES.has(field) ? [meaning.person] : [],
    ),
  )
  // "Contact" next to "Lastname" has the full name.
  const contact =
    CONTACT_PEOPLE.find((person) => hasFullName(candidates, person)) ??
    CONTACT_PEOPLE.find((person) => namedPeople.has(person))
  const isRoll = candidates.some(
    ({ field, meaning }) =>
      meaning?.person === 'owner' && field && (addressPartOf(field) || /^(?:phone|email)/.test(field)),
  )
  const names = candidates.filter(
    ({ field, meaning }) => field && OWN_NAMES.has(field) && meaning?.person === contact,
  )
  for (const candidate of candidates) {
    const { field, meaning } = candidate
    if (!field || !meaning) continue
    const { person, number } = meaning
    const isOtherNamedPerson = person !== contact && namedPeople.has(person)
    // "Owner" next to a name is the lead's assignee.
    const isAssignee =
      isOtherNamedPerson &&
      person === 'owner' &&
      field === 'fullName' &&
      number === 0 &&
      !isRoll &&
      !repeatsName(candidate, names)
    if (person === 'partner') candidate.field = partnerField(field)
    else if (isAssignee) candidate.field = 'assignedTo'
    else if (person === 'other' || (isOtherNamedPerson && isAboutOtherPerson(field, person)))
      candidate.field = null
  }
}

function hasFullName(candidates: readonly Candidate[], person: HeaderPerson): boolean {
  const hasField = (name: CsvField) =>
    candidates.some(({ field, meaning }) => field === name && meaning?.person === person)
  return hasField('fullName') || (hasField('firstName') && hasField('lastName'))
}

/** True if the cells repeat a name: "GARZA, MIGUEL A" next to the first name "Miguel". */
function repeatsName({ cells }: Candidate, names: readonly Candidate[]): boolean {
  const filledCells = cells.flatMap((cell, index) => (cell === '' ? [] : [{ words: wordsOf(cell), index }]))
  const repeatedCells = filledCells.filter(({ words, index }) =>
    names.some((name) =>
      wordsOf(name.cells[index] ?? '').some((word) => word.length > 1 && words.includes(word)),
    ),
  )
  return repeatedCells.length > 0 && repeatedCells.length >= filledCells.length * HALF
}

function wordsOf(name: string): string[] {
  return fold(name.slice(0, MAX_NAME_LENGTH)).split(/[^\p{L}]+/u)
}

const MAX_NAME_LENGTH = 100

function isAboutOtherPerson(field: CsvField, person: HeaderPerson): boolean {
  return OWN_NAMES.has(field) || DEAL_PARTIES.has(person)
}

function partnerField(field: CsvField): CsvField | null {
  if (field.startsWith('partner')) return field
  if (/^email(?!Type)/.test(field)) return 'partnerEmail'
  if (/^phone(?!Type|Fax|Pager)/.test(field)) return 'partnerPhone'
  return null
}
