import type { Span } from './matcher.ts'
import { type Token, tokensOf } from './words.ts'

/** Address words that are written in full or abbreviated. */
const SHORT: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  road: 'rd',
  lane: 'ln',
  boulevard: 'blvd',
  drive: 'dr',
  court: 'ct',
  parkway: 'pkwy',
  highway: 'hwy',
  suite: 'ste',
  apartment: 'apt',
  floor: 'fl',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
}
/** Words that many people leave out of a domestic address. */
const OPTIONAL_WORDS = new Set(['usa', 'us', 'united', 'states'])

/**
 * Finds every place where a name or postal address appears, whatever its punctuation, line breaks and abbreviations.
 */
export function mentionsOf(tokens: readonly Token[], name: string | null | undefined): Span[] {
  const wanted = tokensOf(name ?? '', [])
    .map(shortWord)
    .filter((word) => !OPTIONAL_WORDS.has(word))
  const spans: Span[] = []
  if (wanted.length === 0 || wanted.length > 60) return spans
  for (let from = 0; from + wanted.length <= tokens.length; from++) {
    const first = tokens[from]
    const last = tokens[from + wanted.length - 1]
    if (first === undefined || last === undefined || !matchesAt(tokens, from, wanted)) continue
    spans.push({ start: first.start, end: last.end })
  }
  return spans
}

function matchesAt(tokens: readonly Token[], from: number, wanted: readonly string[]): boolean {
  return wanted.every((word, index) => {
    const token = tokens[from + index]
    return token !== undefined && shortWord(token) === word
  })
}

function shortWord(token: Token): string {
  return SHORT[token.word] ?? token.word
}
