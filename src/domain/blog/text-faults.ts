import { comparableWords, occurrences } from './keyword-matches.ts'
import { plainText, wordCount } from './plain-text.ts'

/** Faults that make a text weak however well the rest is filled in. */
export type TextMeasures = {
  /** Share of the text that repeats what it said before, 0 to 1. */
  repeated: number
  /** Share of all words that belong to the most frequent keyword, 0 to 1. */
  keywordShare: number
  /** Words of the longest paragraph. */
  longestParagraph: number
}

/** Consecutive words that count as one passage. */
const PASSAGE_WORDS = 6
/** Ends of paragraphs; a line break alone is none. */
const PARAGRAPH = /<\/?(?:h[1-6]|p|li|ul|ol|tr|t[dh]|table|blockquote|pre|figure|figcaption|div|hr)\b[^>]*>/g

export function measureFaults(content: string, keywords: readonly string[]): TextMeasures {
  const words = comparableWords(plainText(content))
  const shares = keywords.map(
    (keyword) => (occurrences(words, keyword) * comparableWords(keyword).length) / Math.max(1, words.length),
  )
  const paragraphs = content.split(PARAGRAPH).map((html) => wordCount(plainText(html)))
  return {
    repeated: repeatedShare(words),
    keywordShare: Math.max(0, ...shares),
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
/** Shares and words above which a text counts as stuffed, repeated, or a wall. */
const STUFFED = 0.08
const REPEATED = 0.25
const WALL_WORDS = 300
const THIN_WORDS = 150

/** Names the faults of a text in advice to its writer; empty for a sound text. */
export function faultsOf(
  { repeated, keywordShare, longestParagraph }: TextMeasures,
  { words, headings }: { words: number; headings: number },
): string[] {
  const found: [boolean, string][] = [
    [words < THIN_WORDS, `There are fewer than ${THIN_WORDS} words to judge. Write more text.`],
    [keywordShare > STUFFED, 'A keyword is repeated so often that it reads like spam. Use it less.'],
    [repeated > REPEATED, 'Much of the text repeats itself. Remove the repeated passages.'],
    [
      words >= WALL_WORDS && headings === 0,
      'The text has no headings. Divide it into parts, each with a heading.',
    ],
    [
      longestParagraph > WALL_WORDS,
      `A paragraph has more than ${WALL_WORDS} words. Split it into shorter ones.`,
    ],
  ]
  return found.filter(([isFault]) => isFault).map(([, advice]) => advice)
}
