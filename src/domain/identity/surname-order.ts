import { isCommonLastName } from './common-names.ts'
import { isFrequentGiven, isGivenName, isUnambiguousGivenName } from './given-names.ts'
import { fold } from './name.ts'
import { isCompoundGiven, isInitial, isParticle, isSpanishSurname, nameWord } from './name-words.ts'

/** Index of the surname among the words after the given name. */
export function surnameStart(words: readonly string[]): number {
  let start = words.length - 1
  // "da Silva Filho": the Brazilian junior belongs to the surname.
  if (start > 0 && /^(?:filho|neto|sobrinho)$/i.test(words[start] ?? '')) start -= 1
  const hasDouble =
    start > 0 && isSpanishSurname(words[start] ?? '') && isSpanishSurname(words[start - 1] ?? '')
  if (hasDouble) start -= 1
  while (start > 0 && isParticle(words[start - 1] ?? '', words[start] ?? '')) {
    start -= nameWord(words[start - 1] ?? '') === 'y' && start > 1 ? 2 : 1
  }
  return isDoubleWithDe(words, start) ? start - 1 : start
}

/** "Gómez de la Torre", "Castellanos de Ruiz": another surname precedes the one at `start`. */
function isDoubleWithDe(words: readonly string[], start: number): boolean {
  const before = words[start - 1] ?? ''
  if (before === '' || !/^(?:de|del)$/i.test(words[start] ?? '')) return false
  const isBehindSpanish = isSpanishSurname(words.at(-1) ?? '')
  return isBehindSpanish ? !isGivenName(before) && !isInitial(before) : isSpanishSurname(before)
}

/** Number of words in a leading surname: three in "VAN DER HOEK PIETER J", two in "GARCIA LOPEZ ANA M". */
export function leadingSurname(words: readonly string[]): number {
  let end = 1
  while (end < words.length - 1 && isParticle(words[end - 1] ?? '', words[end] ?? '')) end++
  const isDouble = [end - 1, end].every((at) => isSpanishSurname(words[at] ?? ''))
  return isDouble && words.slice(end + 1).some((word) => !isInitial(word)) ? end + 1 : end
}

/** "SMITH JOHN A" and "Smith John": the owner format of county rolls. */
export function isLastNameFirst(words: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = words
  const isAllCaps = words.every((word) => word === word.toUpperCase())
  const isGivenNameLast = isUnambiguousGivenName(second) && !isGivenName(first)
  if (words.length === 2) {
    return (
      isGivenNameLast || (isCommonLastName(fold(first)) && isFrequentGiven(second) && !isGivenName(first))
    )
  }
  const isGivenThird = isAllCaps ? isFrequentGiven(third) : isUnambiguousGivenName(third)
  if (words.length === 3 && isGivenNameLast && (isGivenThird || isCompoundGiven(second, third))) return true
  const endsWithInitial = words.length > 2 && isInitial(words.at(-1) ?? '') && !isInitial(second)
  return endsWithInitial && (isAllCaps || (isFrequentGiven(second) && !isFrequentGiven(first)))
}
