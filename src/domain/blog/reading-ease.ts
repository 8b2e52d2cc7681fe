/**
 * Flesch reading ease (1948): 206.835 − 1.015 × words per sentence − 84.6 × syllables per word. 60 to 70 is plain
 * English, below 30 is hard; null without words.
 */
export function readingEase(text: string): number | null {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’]*/gu) ?? []
  if (words.length === 0) return null
  const sentences = Math.max(1, text.match(/[.!?](?=\s|$)/g)?.length ?? 0)
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 206.835 - (1.015 * words.length) / sentences - (84.6 * syllables) / words.length
}

/** Estimates the syllables of an English word from its groups of vowels. Numbers count as one. */
export function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '')
  if (letters.length <= 3) return 1
  const pronouncedLetters = letters
    .replace(/(?:[^laeiouy]es|[^tdaeiouy]ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '')
  return Math.max(1, pronouncedLetters.match(/[aeiouy]{1,2}/g)?.length ?? 0)
}
