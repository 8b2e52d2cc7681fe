import { fold } from '../identity/name.ts'
import { type Candidate, HALF } from './csv-column.ts'
import { addressPartOf, type CsvField } from './csv-fields.ts'
import type { HeaderPerson } from './header-reading.ts'

/** Candidates for the contact of a file; the first with a name wins. */
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

/** The other side of a deal, never the contact; an owner and a first contact are usually the same person. */
const OTHER_SIDE: ReadonlySet<HeaderPerson> = new Set(['buyer', 'seller', 'tenant'])

/** Assigns columns to the contact and the partner; columns about others aren't imported. */
export function assignPeople(candidates: Candidate[]): void {
  const withNames = new Set(
    candidates.flatMap(({ field, meaning }) =>
      field && meaning && OWN_NAMES.has(field) ? [meaning.person] : [],
    ),
  )
  // "Contact" beside "Lastname" has the whole name.
  const contact =
    CONTACTS.find((person) => hasWholeName(candidates, person)) ??
    CONTACTS.find((person) => withNames.has(person))
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
    const isBeside = person !== contact && withNames.has(person)
    // "Owner" beside a name is the lead's assignee.
    const isAssigned =
      isBeside &&
      person === 'owner' &&
      field === 'fullName' &&
      number === 0 &&
      !isRoll &&
      !repeatsName(candidate, names)
    if (person === 'partner') candidate.field = partnerField(field)
    else if (isAssigned) candidate.field = 'assignedTo'
    else if (person === 'other' || (isBeside && isOtherPerson(field, person))) candidate.field = null
  }
}

function hasWholeName(candidates: readonly Candidate[], person: HeaderPerson): boolean {
  const has = (name: CsvField) =>
    candidates.some(({ field, meaning }) => field === name && meaning?.person === person)
  return has('fullName') || (has('firstName') && has('lastName'))
}

/** "GARZA, MIGUEL A" beside the first name "Miguel". */
function repeatsName({ cells }: Candidate, names: readonly Candidate[]): boolean {
  const filled = cells.flatMap((cell, index) => (cell === '' ? [] : [{ words: wordsOf(cell), index }]))
  const repeated = filled.filter(({ words, index }) =>
    names.some((name) =>
      wordsOf(name.cells[index] ?? '').some((word) => word.length > 1 && words.includes(word)),
    ),
  )
  return repeated.length > 0 && repeated.length >= filled.length * HALF
}

function wordsOf(name: string): string[] {
  return fold(name.slice(0, MAX_NAME_LENGTH)).split(/[^\p{L}]+/u)
}

const MAX_NAME_LENGTH = 100

function isOtherPerson(field: CsvField, person: HeaderPerson): boolean {
  return OWN_NAMES.has(field) || OTHER_SIDE.has(person)
}

function partnerField(field: CsvField): CsvField | null {
  if (field.startsWith('partner')) return field
  if (/^email(?!Type)/.test(field)) return 'partnerEmail'
  if (/^phone(?!Type|Fax|Pager)/.test(field)) return 'partnerPhone'
  return null
}
