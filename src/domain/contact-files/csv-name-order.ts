import { isGivenName } from '../identity/given-names.ts'
import { leadingSurname } from '../identity/surname-order.ts'
import type { ColumnsByField } from './csv-indexed-columns.ts'

/** Names in county rolls such as `KOWALSKI DANUTA M`, where an initial never follows a last name. */
const LAST_FIRST_NAME_PATTERN = /^[\p{L}'’-]{2,} [\p{L}'’-]{2,} \p{L}\.?$/u
/** Titles such as "Nom et prénom" and "Apellidos y nombre". */
const LAST_FIRST_TITLE_PATTERN =
  /^(?:nom|nachname|name|apellidos?|last ?name|surname)\P{L}{1,9}(?:(?:et|y|und|and) )?(?:pr[ée]nom|vorname|nombre|first|given)/iu
const PERSON_NAME_PATTERN = /^[\p{L}'’-]{2,} [\p{L}'’& .-]+$/u
const COMPANY_PATTERN =
  /\b(?:llc|inc|corp|co|ltd|lp|llp|trust|trustees?|estate|bank|church|city|county|association|assn|hoa|properties|holdings|investments?|partners(?:hip)?|group|family)\b/i

/** Adds the comma after the last name in lists that begin with it. */
export function lastNameFirst(
  columnsOf: ColumnsByField,
  sample: readonly (readonly string[])[],
): (name: string) => string {
  const { index: fullNameIndex, title } = columnsOf('fullName')[0] ?? {}
  const partnerIndex = columnsOf('partnerName')[0]?.index
  if (fullNameIndex === undefined || title === undefined) return (name) => name
  const names = sample.flatMap((cells) =>
    cells[fullNameIndex] ? [{ name: cells[fullNameIndex], partner: cells[partnerIndex ?? -1] ?? '' }] : [],
  )
  // A roll in capitals with some "Last, First" names uses that order throughout.
  const isRoll = names.length > 0 && names.every(({ name }) => name === name.toUpperCase())
  const isGivenNameSecond = isRoll && names.reduce((sum, { name }) => sum + givenNamePosition(name), 0) > 0
  const firstWord = (text: string) => text.split(' ', 1)[0]?.toLowerCase()
  const isLastFirst = ({ name, partner: other }: { name: string; partner: string }) =>
    LAST_FIRST_NAME_PATTERN.test(name.split(' & ', 1)[0] ?? '') ||
    (isRoll && /^[\p{L}'’-]+, \p{L}/u.test(name)) ||
    (isGivenNameSecond && givenNamePosition(name) > 0) ||
    (other !== '' && firstWord(name) === firstWord(other))
  const isLastNameFirstList =
    LAST_FIRST_TITLE_PATTERN.test(title) ||
    (names.length > 0 && names.filter(isLastFirst).length >= Math.max(1, names.length * 0.2))
  if (!isLastNameFirstList) return (name) => name
  return (name) => (PERSON_NAME_PATTERN.test(name) && !COMPANY_PATTERN.test(name) ? addComma(name) : name)
}

/** 1 if only the second word is a given name ("DELGADO RENE"), -1 if only the first one is. */
function givenNamePosition(name: string): number {
  const [first = '', second = ''] = name.split(' ')
  return Number(isGivenName(second)) - Number(isGivenName(first))
}

function addComma(name: string): string {
  const words = name.split(' ')
  const end = leadingSurname(words)
  return `${words.slice(0, end).join(' ')}, ${words.slice(end).join(' ')}`
}
