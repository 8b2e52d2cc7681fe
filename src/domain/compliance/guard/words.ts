import { type FoldedText, foldText } from './fold.ts'
import { findJoinsAt, type SpellingCache } from './joins.ts'
import { LETTER_BY_SIGN } from './look-alikes.ts'
import type { Reading } from './pattern.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import type { WordTree } from './word-tree.ts'

/** A run of letters and digits, or one emoji; positions in UTF-16 units of the original. */
export type Token = {
  word: string
  start: number
  end: number
  /** Folded text between this token and the one before it. */
  before: string
  /** True if it begins with a capital letter in the original. */
  capital: boolean
  sentence: number
}

export type WordsOfText = Reading & { tokens: readonly Token[] }

const TOKEN = /[a-z0-9]+(?:'[a-z0-9]+)*|\p{Extended_Pictographic}|[\u262a\u2721\u271d\u{1f549}]/gu
const ENDINGS = /'(?:s|re|ve|d|ll|m)$/
const CAPITAL = /^\p{Lu}/u
/** Letters only or digits only: one reading. */
const PLAIN_WORD = /^(?:[a-z]+|\d+)$/
const TRIPLE = /(.)\1\1/

/** Reads a text into words: as written, and as a reader would see them through spacing, signs and digits. */
export function wordsOf<Entry>(text: string, known: WordTree<Entry>): WordsOfText {
  const sentences = sentencesOf(text)
  const tokens = tokensOf(text, sentences)
  const beginnings: SpellingCache<Entry> = new Map()
  const edges = tokens.map((token, index) => {
    const next = index + 1
    const forms = formsOf(token).map((word) => ({ word, next }))
    const joins = findJoinsAt(tokens, index, known, beginnings)
    return joins.length === 0 ? forms : forms.concat(joins)
  })
  return { tokens, edges, stretch: stretchesOf(tokens, sentences) }
}

/** Words of a text as written. */
export function tokensOf(text: string, sentences: readonly Sentence[]): Token[] {
  const folded: FoldedText = foldText(text)
  const tokens: Token[] = []
  let last = 0
  let sentence = 0
  for (const match of folded.text.matchAll(TOKEN)) {
    const from = match.index
    const to = from + match[0].length
    const start = folded.starts === null ? from : (folded.starts[from] ?? 0)
    while (sentence < sentences.length - 1 && start >= (sentences[sentence]?.end ?? 0)) sentence++
    tokens.push({
      word: match[0],
      start,
      end: folded.ends === null ? to : (folded.ends[to - 1] ?? start),
      before: folded.text.slice(last, from),
      capital: CAPITAL.test(text.slice(start, start + 2)),
      sentence,
    })
    last = to
  }
  return tokens
}

function stretchesOf(tokens: readonly Token[], sentences: readonly Sentence[]): number[] {
  let stretch = 0
  return tokens.map((token, index) => {
    const previous = tokens[index - 1]?.sentence ?? token.sentence
    for (let passed = previous; passed < token.sentence; passed++) {
      if (sentences[passed]?.closed === true) stretch++
    }
    return stretch
  })
}

function formsOf({ word, before }: Token): string[] {
  const sign = before.charAt(before.length - 1)
  const signed = sign === '$' || sign === '@'
  const triple = TRIPLE.test(word)
  if (!signed && !triple && PLAIN_WORD.test(word)) return [word]
  const forms = new Set([word])
  if (word.includes("'")) {
    forms.add(word.replaceAll("'", ''))
    forms.add(word.replace(ENDINGS, ''))
  }
  if (/\d/.test(word) && /[a-z]/.test(word)) for (const read of withLetters(word)) forms.add(read)
  if (signed) forms.add(`${LETTER_BY_SIGN[sign]}${word}`)
  if (triple) {
    forms.add(word.replace(/(.)\1\1+/g, '$1'))
    forms.add(word.replace(/(.)\1\1+/g, '$1$1'))
  }
  return [...forms]
}

/** Readings of a word with its digits as letters; 1 may be an i or an l. */
function withLetters(word: string): string[] {
  const read = (one: string) =>
    [...word].map((letter) => (letter === '1' ? one : (LETTER_BY_SIGN[letter] ?? letter))).join('')
  return word.includes('1') ? [read('i'), read('l')] : [read('')]
}
