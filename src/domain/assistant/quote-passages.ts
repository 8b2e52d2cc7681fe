import type { Passage } from './passages.ts'
import { wordsOf } from './words.ts'

const LIST_ITEM_PATTERN = /^(-|\d+\.) /

/** The sentences or list items of a block, in order. */
function sentencesOf(block: string): string[] {
  if (LIST_ITEM_PATTERN.test(block)) return block.split('\n')
  return (
    block.match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*(?:\s+|$)/g)?.map((each) => each.trim()) ?? [block]
  )
}

type Piece = { text: string; block: number; words: number }

/**
 * Quotes whole sentences of a passage, in order, up to `maxWords` words. From a longer passage it takes the stretch that
 * fits the question best.
 */
export function quotePassage(passage: Passage, question: string, maxWords: number): string {
  const pieces = passage.blocks.flatMap((block, at) =>
    sentencesOf(block).map((text): Piece => ({ text, block: at, words: text.split(/\s+/).length })),
  )
  const total = pieces.reduce((sum, { words }) => sum + words, 0)
  const start = total <= maxWords ? 0 : findBestStart(pieces, question, maxWords)
  return joinPieces(takeWords(pieces.slice(start), maxWords))
}

/** Index of the sentence whose quotation shares the most words with the question; the first of equals. */
function findBestStart(pieces: readonly Piece[], question: string, maxWords: number): number {
  const questionWords = new Set(wordsOf(question))
  const values = pieces.map((_, from) => {
    const words = wordsOf(joinPieces(takeWords(pieces.slice(from), maxWords)))
    return new Set(words.filter((word) => questionWords.has(word))).size
  })
  return Math.max(0, values.indexOf(Math.max(...values)))
}

function takeWords(pieces: readonly Piece[], maxWords: number): Piece[] {
  const firstPieces: Piece[] = []
  let words = 0
  for (const piece of pieces) {
    words += piece.words
    if (words > maxWords && firstPieces.length > 0) break
    firstPieces.push(piece)
  }
  return firstPieces
}

function joinPieces(pieces: readonly Piece[]): string {
  let text = ''
  let before: Piece | null = null
  for (const piece of pieces) {
    const gap = !before
      ? ''
      : before.block !== piece.block
        ? '\n\n'
        : LIST_ITEM_PATTERN.test(piece.text)
          ? '\n'
          : ' '
    text += gap + piece.text
    before = piece
  }
  return text
}

/** Words in a whole answer. */
const ANSWER_WORDS = 120
/** Words that must remain to add another passage; fewer would quote a fragment. */
const MIN_SECOND_WORDS = 30

/** Answers a question with quotations from the passages, at most 120 words. */
export function quotePassages(passages: readonly Passage[], question: string): string {
  const quotes: string[] = []
  let remainingWords = ANSWER_WORDS
  for (const passage of passages) {
    if (quotes.length > 0 && remainingWords < MIN_SECOND_WORDS) break
    const quote = quotePassage(passage, question, remainingWords)
    // "No, most of them stay." answers the heading, so the heading must come along.
    const text = /^(?:yes|no)\b/i.test(quote) ? `${passage.heading} ${quote}` : quote
    quotes.push(text)
    remainingWords -= text.split(/\s+/).length
  }
  return quotes.join('\n\n')
}
