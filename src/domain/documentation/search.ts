import { findPassages, indexPassages, type PassageIndex } from '../assistant/passages.ts'
import { STOP_WORDS } from '../assistant/words.ts'
import { fold } from '../identity/name.ts'
import { anchorOf, type Document, plainText } from './document.ts'
import { MAX_HITS, MAX_QUERY_LENGTH } from './search-limits.ts'

/** The pieces of an excerpt; matches of the query are marked. */
export type Excerpt = readonly { text: string; isMatch: boolean }[]

/** A section that matches a search. */
export type SearchHit = {
  /** Title of the document. */
  title: string
  slug: string
  heading: Excerpt
  anchor: string
  excerpt: Excerpt
}

const MAX_WORDS = 8
const EXCERPT_LENGTH = 220
/** Shortest query word that matches in the middle of a word. */
const MIN_INFIX_LENGTH = 4
/** Treats `e-mail` as one word. */
const WORD_PATTERN = /\be-mails?\b|[\p{L}\p{N}]+/giu

const WEIGHTS = { heading: 8, title: 4, body: 1 }
const MAX_BODY_COUNT = 4

type Entry = Pick<SearchHit, 'title' | 'slug' | 'anchor'> & {
  heading: string
  body: string
  words: Record<keyof typeof WEIGHTS, readonly string[]>
}

/**
 * Searches the sections of the documents. A section matches if it contains every word of the query in its text, heading
 * or title, at least as part of a word; case, accents and filler words don't matter. A query without a match is
 * answered like a question to the assistant.
 */
export function createSearch(documents: readonly Document[]): (query: string) => SearchHit[] {
  let index: { entries: Entry[]; passages: PassageIndex } | undefined
  return (query) => {
    const queryWords = meaningfulWords(query)
    if (queryWords.length === 0) return []
    // Indexed on the first search, because many processes never serve one.
    index ??= { entries: documents.flatMap(entriesOf), passages: indexPassages(documents) }
    const { entries, passages } = index
    const ranked = entries
      .map((entry) => ({ entry, score: scoreOf(entry, queryWords) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .map(({ entry }) => entry)
    const matches = ranked.length > 0 ? ranked : findPassageEntries()
    return matches.slice(0, MAX_HITS).map((entry) => hitOf(entry, queryWords))

    function findPassageEntries(): Entry[] {
      return findPassages(passages, query).flatMap(({ slug, heading }) =>
        entries.filter((entry) => entry.slug === slug && entry.heading === heading),
      )
    }
  }
}

function entriesOf({ title, slug, sections }: Document): Entry[] {
  return sections.map(({ heading, blocks }) => {
    const body = blocks.map(plainText).join(' ').replace(/\s+/g, ' ')
    const words = { heading: foldWords(heading), title: foldWords(title), body: foldWords(body) }
    return { title, slug, heading, anchor: anchorOf(heading), body, words }
  })
}

function foldWords(text: string): string[] {
  return [...text.matchAll(WORD_PATTERN)].map(([word]) => foldWord(word))
}

function foldWord(word: string): string {
  return fold(word).replace('e-mail', 'email')
}

/** The words of a query without filler words, unless all are filler words. */
function meaningfulWords(query: string): string[] {
  const words = [...new Set(foldWords(query.slice(0, MAX_QUERY_LENGTH)))]
  const meaningful = words.filter((word) => !STOP_WORDS.has(word))
  return (meaningful.length > 0 ? meaningful : words).slice(0, MAX_WORDS)
}

/** Similarity of a word to a query word: 3 equal, 2 starts with it, 1 contains it, 0 none. */
function similarity(word: string, queryWord: string): number {
  if (word === queryWord) return 3
  if (word.startsWith(queryWord)) return 2
  return queryWord.length >= MIN_INFIX_LENGTH && word.includes(queryWord) ? 1 : 0
}

/** Ranking score; 0 if a word is missing or only the document's title matches. */
function scoreOf({ words }: Entry, queryWords: readonly string[]): number {
  let score = 0
  let sectionMatches = 0
  for (const queryWord of queryWords) {
    const bestSimilarity = (part: readonly string[]) =>
      Math.max(0, ...part.map((word) => similarity(word, queryWord)))
    const bodyCount = words.body.filter((word) => similarity(word, queryWord) > 0).length
    const gain =
      WEIGHTS.heading * bestSimilarity(words.heading) +
      WEIGHTS.title * bestSimilarity(words.title) +
      WEIGHTS.body * (bestSimilarity(words.body) + Math.min(MAX_BODY_COUNT, bodyCount))
    if (gain === 0) return 0
    score += gain
    sectionMatches += bodyCount + bestSimilarity(words.heading)
  }
  return sectionMatches > 0 ? score : 0
}

function hitOf({ title, slug, anchor, heading, body }: Entry, queryWords: readonly string[]): SearchHit {
  const excerpt = markMatches(excerptAround(body, queryWords), queryWords)
  return { title, slug, anchor, heading: markMatches(heading, queryWords), excerpt }
}

/** The part of a text around the first match, in whole words. */
function excerptAround(text: string, queryWords: readonly string[]): string {
  const firstMatch =
    [...text.matchAll(WORD_PATTERN)].find(([word]) => matchesQuery(word, queryWords))?.index ?? 0
  const start = firstMatch < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', firstMatch - EXCERPT_LENGTH / 3) + 1
  const lastSpace = text.lastIndexOf(' ', start + EXCERPT_LENGTH)
  const end = start + EXCERPT_LENGTH >= text.length || lastSpace <= start ? text.length : lastSpace
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

function markMatches(text: string, queryWords: readonly string[]): Excerpt {
  const pieces: { text: string; isMatch: boolean }[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD_PATTERN)) {
    if (!matchesQuery(word, queryWords)) continue
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false })
    pieces.push({ text: word, isMatch: true })
    end = index + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

function matchesQuery(word: string, queryWords: readonly string[]): boolean {
  const text = foldWord(word)
  return queryWords.some((queryWord) => similarity(text, queryWord) > 0)
}
