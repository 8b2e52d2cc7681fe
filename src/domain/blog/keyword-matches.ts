import { fold } from '../identity/name.ts'

/** Words of a text as keywords are compared: without case, accents and the plural's s. */
export function comparableWords(text: string): string[] {
  return (fold(text).match(/[a-z0-9]+/g) ?? []).map((word) =>
    word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word,
  )
}

/** How often the words of a keyword stand one after the other. */
export function occurrences(text: readonly string[], keyword: string): number {
  const wanted = comparableWords(keyword)
  if (wanted.length === 0) return 0
  let found = 0
  for (let at = 0; at + wanted.length <= text.length; at++) {
    if (wanted.every((word, n) => text[at + n] === word)) found++
  }
  return found
}

/** Whether all words of a keyword stand somewhere in a text, in any order. */
export function mentions(text: readonly string[], keyword: string): boolean {
  const wanted = comparableWords(keyword)
  return wanted.length > 0 && wanted.every((word) => text.includes(word))
}
