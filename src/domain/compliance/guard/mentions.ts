import { STREET_ABBREVIATIONS } from '../../identity/comparable-street.ts'
import { type Token, tokensOf } from './words.ts'

/** Parts of a building that are written in full or abbreviated. */
const UNITS: Readonly<Record<string, string>> = { suite: 'ste', apartment: 'apt', floor: 'fl' }
const MAX_NAME_WORDS = 60
/** Words that many people leave out of a domestic address. */
const OPTIONAL_WORDS = new Set(['usa', 'us', 'united', 'states'])

/**
 * Finds the words of every place where a name or postal address appears, whatever its punctuation, line breaks and
 * abbreviations.
 */
export function mentionsOf(tokens: readonly Token[], name: string | null | undefined): ReadonlySet<Token> {
  const wanted = tokensOf(name ?? '', [])
    .map(shortWord)
    .filter((word) => !OPTIONAL_WORDS.has(word))
  const found = new Set<Token>()
  if (wanted.length === 0 || wanted.length > MAX_NAME_WORDS) return found
  const words = tokens.map(shortWord)
  for (let from = 0; from + wanted.length <= tokens.length; from++) {
    if (!wanted.every((word, index) => words[from + index] === word)) continue
    for (const token of tokens.slice(from, from + wanted.length)) found.add(token)
  }
  return found
}

function shortWord({ word }: Token): string {
  return STREET_ABBREVIATIONS.get(word) ?? UNITS[word] ?? word
}
