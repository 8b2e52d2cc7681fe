import { findPassages, indexPassages, type PassageIndex } from '../assistant/passages.ts'
import { STOP_WORDS } from '../assistant/words.ts'
import { fold } from '../identity/name.ts'
import { anchorOf, type Document, plainText } from './document.ts'
import { MAX_HITS, QUERY_MAX } from './search-limits.ts'

/** A piece of an excerpt; marked where it is what was searched for. */
export type Excerpt = readonly { text: string; isMatch: boolean }[]

/** A section that fits a search. */
export type SearchHit = {
  /** Of the document. */
  title: string
  slug: string
  heading: Excerpt
  anchor: string
  excerpt: Excerpt
}

const MAX_WORDS = 8
const EXCERPT_LENGTH = 220
/** A part of a word counts from this length on, where it does not stand at the word's beginning. */
const MIN_INFIX_LENGTH = 4
/** With its hyphen or without, e-mail is one word. */
const WORD = /\be-mails?\b|[\p{L}\p{N}]+/giu

const WEIGHTS = { heading: 8, title: 4, body: 1 }
const MAX_BODY_COUNT = 4

type Entry = Pick<SearchHit, 'title' | 'slug' | 'anchor'> & {
  heading: string
  body: string
  words: Record<keyof typeof WEIGHTS, readonly string[]>
}

/**
 * Searches the sections of the documents. All words of a query must stand in the section, its heading or the title of
 * its document, or be part of a word there; case, accents and filler words do not matter. Where nothing has them all,
 * the sections that answer it as a question.
 */
export function createSearch(documents: readonly Document[]): (query: string) => SearchHit[] {
  let index: { entries: Entry[]; passages: PassageIndex } | undefined
  return (query) => {
    const wanted = wantedWords(query)
    if (wanted.length === 0) return []
    // Indexed at the first search: not every start is followed by one.
    index ??= { entries: documents.flatMap(entriesOf), passages: indexPassages(documents) }
    const { entries, passages } = index
    const ranked = entries
      .map((entry) => ({ entry, fit: fitOf(entry, wanted) }))
      .filter(({ fit }) => fit > 0)
      .sort((one, other) => other.fit - one.fit)
      .map(({ entry }) => entry)
    const found = ranked.length > 0 ? ranked : answering()
    return found.slice(0, MAX_HITS).map((entry) => hitOf(entry, wanted))

    function answering(): Entry[] {
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

/** What is searched for: without filler words, unless there is nothing else. */
function wantedWords(query: string): string[] {
  const all = [...new Set(foldedWords(query.slice(0, QUERY_MAX)))]
  const telling = all.filter((word) => !STOP_WORDS.has(word))
  return (telling.length > 0 ? telling : all).slice(0, MAX_WORDS)
}

/** How well a word of a text answers a word of the query: 3 the same, 2 its beginning, 1 inside it, 0 not at all. */
function likeness(word: string, wanted: string): number {
  if (word === wanted) return 3
  if (word.startsWith(wanted)) return 2
  return wanted.length >= MIN_INFIX_LENGTH && word.includes(wanted) ? 1 : 0
}

/** 0 where a word is missing, and where only the title of the document has them. */
function fitOf({ words }: Entry, wanted: readonly string[]): number {
  let fit = 0
  let ownWords = 0
  for (const each of wanted) {
    const best = (part: readonly string[]) => Math.max(0, ...part.map((word) => likeness(word, each)))
    const inBody = words.body.filter((word) => likeness(word, each) > 0).length
    const gain =
      WEIGHTS.heading * best(words.heading) +
      WEIGHTS.title * best(words.title) +
      WEIGHTS.body * (best(words.body) + Math.min(MAX_BODY_COUNT, inBody))
    if (gain === 0) return 0
    fit += gain
    ownWords += inBody + best(words.heading)
  }
  return ownWords > 0 ? fit : 0
}

function hitOf({ title, slug, anchor, heading, body }: Entry, wanted: readonly string[]): SearchHit {
  return {
    title,
    slug,
    anchor,
    heading: markMatches(heading, wanted),
    excerpt: markMatches(excerptAround(body, wanted), wanted),
  }
}

/** The part of a text where the first match stands, in whole words. */
function excerptAround(text: string, wanted: readonly string[]): string {
  const first = [...text.matchAll(WORD)].find(([word]) => isWanted(word, wanted))?.index ?? 0
  const begin = first < EXCERPT_LENGTH / 2 ? 0 : text.indexOf(' ', first - EXCERPT_LENGTH / 3) + 1
  const last = text.lastIndexOf(' ', begin + EXCERPT_LENGTH)
  const end = begin + EXCERPT_LENGTH >= text.length || last <= begin ? text.length : last
  return `${begin > 0 ? '… ' : ''}${text.slice(begin, end)}${end < text.length ? ' …' : ''}`
}

function markMatches(text: string, wanted: readonly string[]): Excerpt {
  const pieces: { text: string; isMatch: boolean }[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isWanted(word, wanted)) continue
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false })
    pieces.push({ text: word, isMatch: true })
    end = index + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

function isWanted(word: string, wanted: readonly string[]): boolean {
  const text = foldWord(word)
  return wanted.some((each) => likeness(text, each) > 0)
}
