import { wordSet } from '../word-lists.ts'
import { isCommonFirstName, isCommonLastName } from './common-names.ts'
import { fold } from './name.ts'
import { nameWord } from './name-words.ts'
import { isKnownFirstName } from './nicknames.ts'

/** Frequent given names that are also surnames but not frequent ones. */
const ALSO_SURNAMES = wordSet(`
  john george paul joseph henry charles arthur daniel patrick vincent raymond frank philip gregory douglas
  keith roy ralph walter benjamin samuel nathan jacob aaron albert wayne bruce carl adam alan logan tyler
  mason austin dylan christian bryan lawrence terry jesse gabriel shirley joyce ann grace jean frances
  abdullah ahmed hassan hussein ibrahim khalid mahmoud mohammed mustafa omar yusuf anh hung jin jun min ming minh
  thanh wei yan antonio beatrice bernard clarence dawn earl ernest frederick glenn harry herbert ivan julian leo
  leslie louis marcus marion marvin melvin phillip randall robin rosa rodney theodore tracy travis
`)

/** True for a frequent given name. */
export function isFrequentGivenName(word: string): boolean {
  return isCommonFirstName(fold(nameWord(word)))
}

/** True for a known given name, which may also be a surname. */
export function isGivenName(word: string): boolean {
  const name = fold(word)
  return isCommonFirstName(name) || isKnownFirstName(name)
}

/** True for a frequent given name that is rarely a surname. */
export function isUnambiguousGivenName(word: string): boolean {
  const name = fold(word)
  return isFrequentGivenName(word) && !isCommonLastName(name) && !ALSO_SURNAMES.has(name)
}
