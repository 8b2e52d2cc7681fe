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
  const nameTokens = tokensOf(name ?? '', [])
    .map(shortWord)
    .filter((word) => !OPTIONAL_WORDS.has(word))
  const mentionedTokens = new Set<Token>()
  if (nameTokens.length === 0 || nameTokens.length > MAX_NAME_WORDS) return mentionedTokens
  const words = tokens.map(shortWord)
  for (let from = 0; from + nameTokens.length <= tokens.length; from++) {
    if (!nameTokens.every((word, index) => words[from + index] === word)) continue
    for (const token of tokens.slice(from, from + nameTokens.length)) mentionedTokens.add(token)
  }
  return mentionedTokens
}

function shortWord({ word }: Token): string {
  return STREET_ABBREVIATIONS.get(word) ?? UNITS[word] ?? word
}
