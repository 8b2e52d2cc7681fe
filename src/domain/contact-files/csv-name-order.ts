import { isGivenName } from '../identity/given-names.ts'
import { leadingSurname } from '../identity/surname-order.ts'
import type { ColumnsByField } from './csv-indexed-columns.ts'

/** `KOWALSKI DANUTA M` of county rolls: an initial never follows a last name. */
const LAST_FIRST = /^[\p{L}'’-]{2,} [\p{L}'’-]{2,} \p{L}\.?$/u
/** "Nom et prénom", "Apellidos y nombre" */
const LAST_FIRST_TITLE =
  /^(?:nom|nachname|name|apellidos?|last ?name|surname)\P{L}{1,9}(?:(?:et|y|und|and) )?(?:pr[ée]nom|vorname|nombre|first|given)/iu
const PERSON = /^[\p{L}'’-]{2,} [\p{L}'’& .-]+$/u
const COMPANY =
  /\b(?:llc|inc|corp|co|ltd|lp|llp|trust|trustees?|estate|bank|church|city|county|association|assn|hoa|properties|holdings|investments?|partners(?:hip)?|group|family)\b/i

/** Adds the comma after the last name in lists that begin with it. */
export function lastNameFirst(
  columnsOf: ColumnsByField,
  sample: readonly (readonly string[])[],
): (name: string) => string {
  const { index: whole, title } = columnsOf('fullName')[0] ?? {}
  const partner = columnsOf('partnerName')[0]?.index
  if (whole === undefined || title === undefined) return (name) => name
  const names = sample.flatMap((cells) =>
    cells[whole] ? [{ name: cells[whole], partner: cells[partner ?? -1] ?? '' }] : [],
  )
  // A roll in capitals with some "Last, First" names uses that order throughout.
  const isRoll = names.length > 0 && names.every(({ name }) => name === name.toUpperCase())
  const isGivenSecond = isRoll && names.reduce((sum, { name }) => sum + givenPosition(name), 0) > 0
  const firstWord = (text: string) => text.split(' ', 1)[0]?.toLowerCase()
  const isLastFirst = ({ name, partner: other }: { name: string; partner: string }) =>
    LAST_FIRST.test(name.split(' & ', 1)[0] ?? '') ||
    (isRoll && /^[\p{L}'’-]+, \p{L}/u.test(name)) ||
    (isGivenSecond && givenPosition(name) > 0) ||
    (other !== '' && firstWord(name) === firstWord(other))
  const isOrdered =
    LAST_FIRST_TITLE.test(title) ||
    (names.length > 0 && names.filter(isLastFirst).length >= Math.max(1, names.length * 0.2))
  if (!isOrdered) return (name) => name
  return (name) => (PERSON.test(name) && !COMPANY.test(name) ? withComma(name) : name)
}

/** 1 if only the second word is a given name ("DELGADO RENE"), -1 if only the first one is. */
function givenPosition(name: string): number {
  const [first = '', second = ''] = name.split(' ')
  return Number(isGivenName(second)) - Number(isGivenName(first))
}

function withComma(name: string): string {
  const words = name.split(' ')
  const end = leadingSurname(words)
  return `${words.slice(0, end).join(' ')}, ${words.slice(end).join(' ')}`
}
