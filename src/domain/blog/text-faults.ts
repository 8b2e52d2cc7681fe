import { STOP_WORDS } from '../assistant/words.ts'
import { fold } from '../identity/name.ts'
import { comparableWords, positionsOf } from './keyword-matches.ts'
import { plainText, wordCount } from './plain-text.ts'

/** Measures of a text that show weaknesses which filled-in fields would hide. Shares are 0 to 1. */
export type TextMeasures = {
  words: number
  /** Share of the text that repeats what it said before. */
  repeated: number
  /** Share of the words that belong to the most frequent keyword. */
  keywordShare: number
  /** Share of the words that belong to any keyword. */
  keywordsShare: number
  /** Share of words like "the" and "of": half of English prose, and few of filler text or a list. */
  smallWordShare: number
  headingShare: number
  linkShare: number
  /** Words of the longest paragraph. */
  longestParagraph: number
}

/** Consecutive words that count as one passage. */
const PASSAGE_WORDS = 6
/** Ends of paragraphs; a line break alone is none. */
const PARAGRAPH = /<\/?(?:h[1-6]|p|li|ul|ol|tr|t[dh]|table|blockquote|pre|figure|figcaption|div|hr)\b[^>]*>/g

export function measureFaults(content: string, keywords: readonly string[]): TextMeasures {
  const text = plainText(content)
  const comparable = comparableWords(text)
  const total = Math.max(1, comparable.length)
  const covered = keywords.map((keyword) => {
    const phrase = comparableWords(keyword)
    return positionsOf(comparable, phrase).flatMap((at) => phrase.map((_, n) => at + n))
  })
  const paragraphs = content.split(PARAGRAPH).map((html) => wordCount(plainText(html)))
  const letters = fold(text).match(/[a-z]+/g) ?? []
  const words = wordCount(text)
  const shareOf = (pattern: RegExp) =>
    wordCount(plainText((content.match(pattern) ?? []).join(' '))) / Math.max(1, words)
  return {
    words,
    repeated: repeatedShare(comparable),
    keywordShare: Math.max(0, ...covered.map(({ length }) => length)) / total,
    keywordsShare: new Set(covered.flat()).size / total,
    smallWordShare: letters.filter((word) => STOP_WORDS.has(word)).length / Math.max(1, letters.length),
    headingShare: shareOf(/<h([234])\b[^>]*>.*?<\/h\1>/gs),
    linkShare: shareOf(/<a\b[^>]*>.*?<\/a>/gs),
    longestParagraph: Math.max(0, ...paragraphs),
  }
}

/** Share of the passages that occurred before. */
function repeatedShare(words: readonly string[]): number {
  const total = words.length - PASSAGE_WORDS + 1
  if (total <= 0) return 0
  const passages = new Set<string>()
  for (let at = 0; at < total; at++) passages.add(words.slice(at, at + PASSAGE_WORDS).join(' '))
  return 1 - passages.size / total
}

/** Highest score of a post with a fault. */
export const MAX_SCORE_WITH_FAULT = 40
/** Shares and words above which a text counts as stuffed, repeated, a wall, or a list. */
const STUFFED = 0.08
const STUFFED_BY_ALL = 0.16
const REPEATED = 0.25
const HEADINGS = 0.3
const LINKS = 0.3
const WALL_WORDS = 300
/** Shares and words below which there is no text to judge. */
const SMALL_WORDS = 0.25
const THIN_WORDS = 150

/** Names the faults of a text in advice to its writer; empty for a sound text. */
export function faultsOf(text: TextMeasures): string[] {
  const isThin = text.words < THIN_WORDS
  const found: [boolean, string][] = [
    [isThin, `There are fewer than ${THIN_WORDS} words to judge. Write more text.`],
    [
      !isThin && text.smallWordShare < SMALL_WORDS,
      "The text doesn't read like English sentences. Replace filler text and lists of words.",
    ],
    [
      text.keywordShare > STUFFED || text.keywordsShare > STUFFED_BY_ALL,
      'Keywords are repeated so often that the text reads like spam. Use them less.',
    ],
    [text.repeated > REPEATED, 'Much of the text repeats itself. Remove the repeated passages.'],
    [
      text.words >= WALL_WORDS && text.headingShare === 0,
      'The text has no headings. Divide it into parts, each with a heading.',
    ],
    [text.headingShare > HEADINGS, 'Much of the text is in headings. Move it into paragraphs.'],
    [text.linkShare > LINKS, 'Much of the text is links. Remove some, or link fewer words.'],
    [
      text.longestParagraph > WALL_WORDS,
      `A paragraph has more than ${WALL_WORDS} words. Split it into shorter ones.`,
    ],
  ]
  return found.filter(([isFault]) => isFault).map(([, advice]) => advice)
}
