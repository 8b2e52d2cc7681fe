import { STOP_WORDS } from '../assistant/words.ts'
import { comparableWords, countOccurrences } from './keyword-matches.ts'

/** Characters of a title that search results show. */
const MAX_TITLE_LENGTH = 70

/** The parts of a prompt that are about writing, not about the subject. */
const REQUEST_PHRASES = [
  /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|create|draft|generate|compose|produce|make|prepare)\b(?:\s+(?:me|us))?/i,
  /^\s*(?:an?|the|one|some)?\s*(?:new|short|long|detailed|practical|friendly|seo)?\s*(?:blog\s+)?(?:article|post|guide|text|piece|blog)s?\b/i,
  /^\s*(?:about|on|for|explaining|that explains|describing|which explains|covering)\b/i,
]

/** The subject of a prompt: its first sentence or line without "Write an article about". */
export function subjectOf(prompt: string): string {
  const firstSentence = /^[^\n]*?(?:[.!?](?=\s|$)|$)/m.exec(prompt.trim())?.[0] ?? prompt
  const subject = REQUEST_PHRASES.reduce(
    (text, pattern) => text.replace(pattern, '').trim(),
    firstSentence.trim(),
  )
  return (subject || firstSentence).replace(/[.!:;,\s]+$/, '').trim() || prompt.trim()
}

/** A subject as a title: capitalized and cut to whole words within `MAX_TITLE_LENGTH`. */
export function titleOf(subject: string): string {
  const line = subject.replace(/\s+/g, ' ').trim()
  const title = `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
  if (title.length <= MAX_TITLE_LENGTH) return title
  const start = title.slice(0, MAX_TITLE_LENGTH)
  const wholeWords = start.replace(/\s+\S*$/, '')
  // Cutting a single long word must not split a surrogate pair.
  return (wholeWords || start).replace(/[\ud800-\udbff]$/, '').replace(/[\s,;:–—-]+$/, '')
}

/** Words per keyword, best first. */
const PHRASE_LENGTHS = [3, 2, 1]
/** Shorter phrases are too general. */
const MIN_PHRASE_CHARACTERS = 5

/**
 * Keywords for an article without any: its subject if short, else the phrase of the subject that the text uses most,
 * else its category.
 */
export function keywordsFor(subject: string, category: string, text = ''): string[] {
  const words = subject.trim().split(/\s+/)
  if (subject.length <= 50 && words.length <= 5) return [subject.toLowerCase()]
  const foldedWords = comparableWords(text)
  const phrases = phrasesOf(subject).map((phrase) => ({
    phrase,
    count: countOccurrences(foldedWords, phrase),
  }))
  const repeatedPhrases = PHRASE_LENGTHS.flatMap((length) =>
    phrases
      .filter(({ phrase, count }) => count > 1 && phrase.split(' ').length === length)
      .sort((a, b) => b.count - a.count),
  )
  return [repeatedPhrases[0]?.phrase ?? category.toLowerCase()]
}

/** Phrases of adjacent words without stop words between them. */
function phrasesOf(text: string): string[] {
  const runs = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\s'’-]+/u)
    .flatMap((part) => runsOf(part.split(/\s+/).filter(Boolean)))
  const phrases = runs.flatMap((run) =>
    PHRASE_LENGTHS.flatMap((length) =>
      run
        .slice(0, Math.max(0, run.length - length + 1))
        .map((_, index) => run.slice(index, index + length).join(' ')),
    ),
  )
  return [...new Set(phrases)].filter((phrase) => phrase.length >= MIN_PHRASE_CHARACTERS)
}

function runsOf(words: readonly string[]): string[][] {
  const runs: string[][] = [[]]
  for (const word of words) {
    if (STOP_WORDS.has(word)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs
}
