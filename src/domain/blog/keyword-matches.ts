import { fold } from '../identity/name.ts'

/** The words of a text for comparison with keywords: lower case, no accents, no plural s. */
export function comparableWords(text: string): string[] {
  return (fold(text).match(/[a-z0-9]+/g) ?? []).map((word) =>
    word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word,
  )
}

/** Counts the occurrences of a keyword as a phrase. */
export function countOccurrences(text: readonly string[], keyword: string): number {
  return positionsOf(text, comparableWords(keyword)).length
}

/** Positions where a phrase begins. */
export function positionsOf(text: readonly string[], phrase: readonly string[]): number[] {
  if (phrase.length === 0) return []
  return text.flatMap((_, index) =>
    phrase.every((word, offset) => text[index + offset] === word) ? [index] : [],
  )
}

/** True if a text contains all words of a keyword, in any order. */
export function mentions(text: readonly string[], keyword: string): boolean {
  const keywordWords = comparableWords(keyword)
  return keywordWords.length > 0 && keywordWords.every((word) => text.includes(word))
}
