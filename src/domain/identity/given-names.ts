import { isCommonFirstName, isCommonLastName } from './common-names.ts'
import { fold } from './name.ts'
import { isFrequentGiven } from './name-words.ts'
import { isKnownFirstName } from './nicknames.ts'

/** Frequent given names that are surnames too, beside those among the frequent surnames. */
const SURNAMES_TOO = new Set(
  (
    'john george paul joseph henry charles arthur daniel patrick vincent raymond frank philip gregory douglas keith roy ralph walter ' +
    'benjamin samuel nathan jacob aaron albert wayne bruce carl adam alan logan tyler mason austin dylan christian bryan lawrence ' +
    'terry jesse gabriel shirley joyce ann grace jean frances'
  ).split(' '),
)

/** Whether one of the lists has the word as a given name; it may be a surname as well. */
export function isGivenName(word: string): boolean {
  const name = fold(word)
  return isCommonFirstName(name) || isKnownFirstName(name) || isFrequentGiven(name)
}

/** A frequent given name that few have as a surname. */
export function isSureGiven(word: string): boolean {
  const name = fold(word)
  return isFrequentGiven(word) && !isCommonLastName(name) && !SURNAMES_TOO.has(name)
}
