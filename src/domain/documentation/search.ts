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
const WORD = /\be-mails?\b|[\p{L}\p{N}]+/giu

const WEIGHTS = { heading: 8, title: 4, body: 1 }
const MAX_BODY_COUNT = 4

type Entry = Pick<SearchHit, 'title' | 'slug' | 'anchor'> & {
  heading: string
  body: string
  words: Record<keyof typeof WEIGHTS, readonly string[]>
}

/**
 * Searches the sections of the documents. A section matches if it contains every word of the query in its text, heading
 * or title, at least as part of a word; case, accents and filler words don't matter. Without a match, the query is
 * answered like a question to the assistant.
 */
export function createSearch(documents: readonly Document[]): (query: string) => SearchHit[] {
  let index: { entries: Entry[]; passages: PassageIndex } | undefined
  return (query) => {
    const wanted = wantedWords(query)
    if (wanted.length === 0) return []
    // Indexed on the first search, because many starts never see one.
    index ??= { entries: documents.flatMap(entriesOf), passages: indexPassages(documents) }
    const { entries, passages } = index
    const ranked = entries
      .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
      .filter(({ score: fit }) => fit > 0)
      .sort((one, other) => other.score - one.score)
      .map(({ entry }) => entry)
    const found = ranked.length > 0 ? ranked : findAnswers()
    return found.slice(0, MAX_HITS).map((entry) => hitOf(entry, wanted))

    function findAnswers(): Entry[] {
      return findPassages(passages, query).flatMap(({ slug, heading }) =>
        entries.filter((entry) => entry.slug === slug && entry.heading === heading),
      )
    }
  }
}

function entriesOf({ title, slug, sections }: Document): Entry[] {
  return sections.map(({ heading, blocks }) => {
    const body = blocks.map(plainText).join(' ').replace(/\s+/g, ' ')
    const words = { heading: foldedWords(heading), title: foldedWords(title), body: foldedWords(body) }
    return { title, slug, heading, anchor: anchorOf(heading), body, words }
  })
}

function foldedWords(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word]) => foldWord(word))
}

function foldWord(word: string): string {
  return fold(word).replace('e-mail', 'email')
}

/** The words of a query without filler words, unless it has no others. */
function wantedWords(query: string): string[] {
  const all = [...new Set(foldedWords(query.slice(0, MAX_QUERY_LENGTH)))]
  const meaningful = all.filter((word) => !STOP_WORDS.has(word))
  return (meaningful.length > 0 ? meaningful : all).slice(0, MAX_WORDS)
}

/** Similarity of a word to a query word: 3 equal, 2 starts with it, 1 contains it, 0 none. */
function similarity(word: string, wanted: string): number {
  if (word === wanted) return 3
  if (word.startsWith(wanted)) return 2
  return wanted.length >= MIN_INFIX_LENGTH && word.includes(wanted) ? 1 : 0
}

/** Ranking score; 0 if a word is missing or only the document's title matches. */
function scoreOf({ words }: Entry, wanted: readonly string[]): number {
  let score = 0
  let ownWords = 0
  for (const each of wanted) {
    const best = (part: readonly string[]) => Math.max(0, ...part.map((word) => similarity(word, each)))
    const inBody = words.body.filter((word) => similarity(word, each) > 0).length
    const gain =
      WEIGHTS.heading * best(words.heading) +
      WEIGHTS.title * best(words.title) +
      WEIGHTS.body * (best(words.body) + Math.min(MAX_BODY_COUNT, inBody))
    if (gain === 0) return 0
    score += gain
    ownWords += inBody + best(words.heading)
  }
  return ownWords > 0 ? score : 0
}

function hitOf({ title, slug, anchor, heading, body }: Entry, wanted: readonly string[]): SearchHit {
  const excerpt = markMatches(excerptAround(body, wanted), wanted)
  return { title, slug, anchor, heading: markMatches(heading, wanted), excerpt }
}

/** The part of a text around the first match, in whole words. */
function excerptAround(text: string, wanted: readonly string[]): string {
  const first = [...text.matchAll(WORD)].find(([word]) => isSearchable(word, wanted))?.index ?? 0
  const begin = first < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', first - EXCERPT_LENGTH / 3) + 1
  const last = text.lastIndexOf(' ', begin + EXCERPT_LENGTH)
  const end = begin + EXCERPT_LENGTH >= text.length || last <= begin ? text.length : last
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`
}

function markMatches(text: string, wanted: readonly string[]): Excerpt {
  const pieces: { text: string; isMatch: boolean }[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isSearchable(word, wanted)) continue
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false })
    pieces.push({ text: word, isMatch: true })
    end = index + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

function isSearchable(word: string, wanted: readonly string[]): boolean {
  const text = foldWord(word)
  return wanted.some((each) => similarity(text, each) > 0)
}
