import { isCommonFirstName, isCommonLastName } from './common-names.ts'
import { fold } from './name.ts'
import { isFrequentGiven } from './name-words.ts'
import { isKnownFirstName } from './nicknames.ts'

/** Frequent given names that are also surnames but not frequent ones. */
const SURNAMES_TOO = new Set(
  (
    'john george paul joseph henry charles arthur daniel patrick vincent raymond frank philip gregory douglas keith roy ralph walter ' +
    'benjamin samuel nathan jacob aaron albert wayne bruce carl adam alan logan tyler mason austin dylan christian bryan lawrence ' +
    'terry jesse gabriel shirley joyce ann grace jean frances'
  ).split(' '),
)

/** True for a known given name, which may also be a surname. */
export function isGivenName(word: string): boolean {
  const name = fold(word)
  return isCommonFirstName(name) || isKnownFirstName(name) || isFrequentGiven(name)
}

/** True for a frequent given name that is rarely a surname. */
export function isUnambiguousGivenName(word: string): boolean {
  const name = fold(word)
  return isFrequentGiven(word) && !isCommonLastName(name) && !SURNAMES_TOO.has(name)
}
