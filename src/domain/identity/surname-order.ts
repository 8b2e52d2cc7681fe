import { isCommonLastName } from './common-names.ts'
import { isFrequentGivenName, isGivenName, isUnambiguousGivenName } from './given-names.ts'
import { fold } from './name.ts'
import { isCompoundGivenName, isInitial, isParticle, isSpanishSurname, nameWord } from './name-words.ts'

/** Index of the surname among the words after the given name. */
export function surnameStart(words: readonly string[]): number {
  let start = words.length - 1
  // The Brazilian "junior" belongs to the surname: "da Silva Filho".
  if (start > 0 && /^(?:filho|neto|sobrinho)$/i.test(words[start] ?? '')) start -= 1
  const hasDoubleSurname =
    start > 0 && isSpanishSurname(words[start] ?? '') && isSpanishSurname(words[start - 1] ?? '')
  if (hasDoubleSurname) start -= 1
  while (start > 0 && isParticle(words[start - 1] ?? '', words[start] ?? '')) {
    start -= nameWord(words[start - 1] ?? '') === 'y' && start > 1 ? 2 : 1
  }
  return isDoubleSurnameWithDe(words, start) ? start - 1 : start
}

/** True if another surname precedes the one at `start`: "Gómez de la Torre", "Castellanos de Ruiz". */
function isDoubleSurnameWithDe(words: readonly string[], start: number): boolean {
  const previousWord = words[start - 1] ?? ''
  if (previousWord === '' || !/^(?:de|del)$/i.test(words[start] ?? '')) return false
  const endsWithSpanishSurname = isSpanishSurname(words.at(-1) ?? '')
  return endsWithSpanishSurname
    ? !isGivenName(previousWord) && !isInitial(previousWord)
    : isSpanishSurname(previousWord)
}

/** Number of words in a leading surname: three in "VAN DER HOEK PIETER J", two in "GARCIA LOPEZ ANA M". */
export function leadingSurname(words: readonly string[]): number {
  let end = 1
  while (end < words.length - 1 && isParticle(words[end - 1] ?? '', words[end] ?? '')) end++
  const hasDoubleSurname = [end - 1, end].every((index) => isSpanishSurname(words[index] ?? ''))
  return hasDoubleSurname && words.slice(end + 1).some((word) => !isInitial(word)) ? end + 1 : end
}

/** True for the owner format of county rolls: "SMITH JOHN A", "Smith John". */
export function isLastNameFirst(words: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = words
  const isAllCaps = words.every((word) => word === word.toUpperCase())
  const isGivenNameLast = isUnambiguousGivenName(second) && !isGivenName(first)
  if (words.length === 2) {
    return (
      isGivenNameLast || (isCommonLastName(fold(first)) && isFrequentGivenName(second) && !isGivenName(first))
    )
  }
  const isGivenThird = isAllCaps ? isFrequentGivenName(third) : isUnambiguousGivenName(third)
  if (words.length === 3 && isGivenNameLast && (isGivenThird || isCompoundGivenName(second, third)))
    return true
  const endsWithInitial = words.length > 2 && isInitial(words.at(-1) ?? '') && !isInitial(second)
  return endsWithInitial && (isAllCaps || (isFrequentGivenName(second) && !isFrequentGivenName(first)))
}
