import { fold } from '../identity/name.ts'

/** The words of a text for comparison with keywords: lower case, no accents, no plural s. */
export function comparableWords(text: string): string[] {
  return (fold(text).match(/[a-z0-9]+/g) ?? []).map((word) =>
    word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word,
  )
}

/** Counts the occurrences of a keyword as a phrase. */
export function occurrences(text: readonly string[], keyword: string): number {
  const wanted = comparableWords(keyword)
  if (wanted.length === 0) return 0
  let found = 0
  for (let at = 0; at + wanted.length <= text.length; at++) {
    if (wanted.every((word, n) => text[at + n] === word)) found++
  }
  return found
}

/** Tells if a text contains all words of a keyword, in any order. */
export function mentions(text: readonly string[], keyword: string): boolean {
  const wanted = comparableWords(keyword)
  return wanted.length > 0 && wanted.every((word) => text.includes(word))
}
