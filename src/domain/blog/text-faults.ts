import { STOP_WORDS } from '../assistant/words.ts'
import { fold } from '../identity/name.ts'
import { comparableWords, positionsOf } from './keyword-matches.ts'
import { plainText, wordCount } from './plain-text.ts'

/** Measures that reveal the weaknesses of a text. Shares are 0 to 1. */
export type TextMeasures = {
  words: number
  /** Share of the text that repeats an earlier passage. */
  repeated: number
  /** Share of the words that belong to the most frequent keyword. */
  keywordShare: number
  /** Share of the words that belong to any keyword. */
  keywordsShare: number
  /** Share of words like "the" and "of": half of English prose, but few words of filler text or a list. */
  smallWordShare: number
  headingShare: number
  linkShare: number
  /** Words of the longest paragraph. */
  longestParagraph: number
}

/** Consecutive words that count as one passage. */
const PASSAGE_WORDS = 6
/** Ends of paragraphs; a line break alone doesn't end one. */
const PARAGRAPH_PATTERN =
  /<\/?(?:h[1-6]|p|li|ul|ol|tr|t[dh]|table|blockquote|pre|figure|figcaption|div|hr)\b[^>]*>/g

export function measureTextFaults(content: string, keywords: readonly string[]): TextMeasures {
  const text = plainText(content)
  const foldedWords = comparableWords(text)
  const total = Math.max(1, foldedWords.length)
  const positionsByKeyword = keywords.map((keyword) => {
    const phrase = comparableWords(keyword)
    return positionsOf(foldedWords, phrase).flatMap((position) =>
      phrase.map((_, offset) => position + offset),
    )
  })
  const paragraphs = content.split(PARAGRAPH_PATTERN).map((html) => wordCount(plainText(html)))
  const letters = fold(text).match(/[a-z]+/g) ?? []
  const words = wordCount(text)
  const shareOf = (pattern: RegExp) =>
    wordCount(plainText((content.match(pattern) ?? []).join(' '))) / Math.max(1, words)
  return {
    words,
    repeated: repeatedShare(foldedWords),
    keywordShare: Math.max(0, ...positionsByKeyword.map(({ length }) => length)) / total,
    keywordsShare: new Set(positionsByKeyword.flat()).size / total,
    smallWordShare: letters.filter((word) => STOP_WORDS.has(word)).length / Math.max(1, letters.length),
    headingShare: shareOf(/<h([234])\b[^>]*>.*?<\/h\1>/gs),
    linkShare: shareOf(/<a\b[^>]*>.*?<\/a>/gs),
    longestParagraph: Math.max(0, ...paragraphs),
  }
}

/** Share of passages that repeat an earlier one. */
function repeatedShare(words: readonly string[]): number {
  const total = words.length - PASSAGE_WORDS + 1
  if (total <= 0) return 0
  const passages = new Set<string>()
  for (let start = 0; start < total; start++)
    passages.add(words.slice(start, start + PASSAGE_WORDS).join(' '))
  return 1 - passages.size / total
}

/** Highest score of a post with a fault. */
export const MAX_SCORE_WITH_FAULT = 40
/** Limits above which a text has too many keywords, repetitions, headings or links, or is a wall of text. */
const MAX_KEYWORD_SHARE = 0.08
const MAX_KEYWORDS_SHARE = 0.16
const MAX_REPEATED_SHARE = 0.25
const MAX_HEADING_SHARE = 0.3
const MAX_LINK_SHARE = 0.3
const WALL_OF_TEXT_WORDS = 300
/** Limits below which there is no text to judge. */
const MIN_SMALL_WORD_SHARE = 0.25
const MIN_WORDS = 150

/** Names the faults of a text in advice to its writer; empty for a sound text. */
export function faultsOf(text: TextMeasures): string[] {
  const isThin = text.words < MIN_WORDS
  const faults: [boolean, string][] = [
    [isThin, `There are fewer than ${MIN_WORDS} words to judge. Write more text.`],
    [
      !isThin && text.smallWordShare < MIN_SMALL_WORD_SHARE,
      "The text doesn't read like English sentences. Replace filler text and lists of words.",
    ],
    [
      text.keywordShare > MAX_KEYWORD_SHARE || text.keywordsShare > MAX_KEYWORDS_SHARE,
      'Keywords are repeated so often that the text reads like spam. Use them less.',
    ],
    [text.repeated > MAX_REPEATED_SHARE, 'Much of the text repeats itself. Remove the repeated passages.'],
    [
      text.words >= WALL_OF_TEXT_WORDS && text.headingShare === 0,
      'The text has no headings. Divide it into parts, each with a heading.',
    ],
    [text.headingShare > MAX_HEADING_SHARE, 'Much of the text is in headings. Move it into paragraphs.'],
    [text.linkShare > MAX_LINK_SHARE, 'Much of the text is links. Remove some, or link fewer words.'],
    [
      text.longestParagraph > WALL_OF_TEXT_WORDS,
      `A paragraph has more than ${WALL_OF_TEXT_WORDS} words. Split it into shorter ones.`,
    ],
  ]
  return faults.filter(([isFault]) => isFault).map(([, advice]) => advice)
}
