import { STOP_WORDS } from '../assistant/words.ts'
import { comparableWords, occurrences } from './keyword-matches.ts'

/** Characters of a title that search results show. */
const MAX_TITLE_LENGTH = 70

/** What a prompt says about writing, and not about the subject. */
const REQUEST_PHRASES = [
  /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|create|draft|generate|compose|produce|make|prepare)\b(?:\s+(?:me|us))?/i,
  /^\s*(?:an?|the|one|some)?\s*(?:new|short|long|detailed|practical|friendly|seo)?\s*(?:blog\s+)?(?:article|post|guide|text|piece|blog)s?\b/i,
  /^\s*(?:about|on|for|explaining|that explains|describing|which explains|covering)\b/i,
]

/** What a prompt asks to be written about: its first sentence or line, without "Write an article about". */
export function subjectOf(prompt: string): string {
  const first = /^[^\n]*?(?:[.!?](?=\s|$)|$)/m.exec(prompt.trim())?.[0] ?? prompt
  const asked = REQUEST_PHRASES.reduce((text, pattern) => text.replace(pattern, '').trim(), first.trim())
  return (asked || first).replace(/[.!:;,\s]+$/, '').trim() || prompt.trim()
}

/** A subject as a title: its first letter large, whole words, at most so many characters as search results show. */
export function titleOf(subject: string): string {
  const line = subject.replace(/\s+/g, ' ').trim()
  const title = `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
  if (title.length <= MAX_TITLE_LENGTH) return title
  const start = title.slice(0, MAX_TITLE_LENGTH)
  const whole = start.replace(/\s+\S*$/, '')
  // A single word without end is cut, and never inside a pair of surrogates.
  return (whole || start).replace(/[\ud800-\udbff]$/, '').replace(/[\s,;:–—-]+$/, '')
}

/** Words of a keyword, the more the better. */
const PHRASE_LENGTHS = [3, 2, 1]
/** A single word this short says little. */
const MAX_SHORT_WORD = 4

/**
 * Keywords of an article that came with none: its subject where it is short enough, else the phrase of the subject that
 * the text uses most, else its category.
 */
export function keywordsFor(subject: string, category: string, text = ''): string[] {
  const words = subject.trim().split(/\s+/)
  if (subject.length <= 50 && words.length <= 5) return [subject.toLowerCase()]
  const comparable = comparableWords(text)
  const phrases = phrasesOf(subject).map((phrase) => ({ phrase, times: occurrences(comparable, phrase) }))
  const used = PHRASE_LENGTHS.flatMap((length) =>
    phrases
      .filter(({ phrase, times }) => times > 1 && phrase.split(' ').length === length)
      .sort((one, other) => other.times - one.times),
  )
  return [used[0]?.phrase ?? category.toLowerCase()]
}

/** Neighbouring words of a text with no small word between them. */
function phrasesOf(text: string): string[] {
  const runs = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\s'’-]+/u)
    .flatMap((part) => runsOf(part.split(/\s+/).filter(Boolean)))
  const phrases = runs.flatMap((run) =>
    PHRASE_LENGTHS.flatMap((length) =>
      run.slice(0, Math.max(0, run.length - length + 1)).map((_, at) => run.slice(at, at + length).join(' ')),
    ),
  )
  return [...new Set(phrases)].filter((phrase) => phrase.length > MAX_SHORT_WORD)
}

function runsOf(words: readonly string[]): string[][] {
  const runs: string[][] = [[]]
  for (const word of words) {
    if (STOP_WORDS.has(word)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs
}
