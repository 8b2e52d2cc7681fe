import { LETTER_BY_SIGN } from './look-alikes.ts'
import type { WordTree } from './word-tree.ts'

/** Parts of a token that joining needs. */
export type Piece = { word: string; before: string }

/** A word read from one token on, and the token after it. */
export type Join = { word: string; next: number }

/** Progress of a spelled word: its node in the tree, or the known stem it continues. */
type PartialSpelling<Entry> = { node: WordTree<Entry> | null; stem: string | null }

/** Spelling results by word, because most words of a text repeat. */
export type SpellingCache<Entry> = Map<string, readonly PartialSpelling<Entry>[]>

/** Limit of tokens joined into one word, enough for a long word spelled letter by letter. */
const MAX_PIECES = 16
const MAX_READINGS = 40
const MIN_STEM_LENGTH = 5
const SIGN = /^[@$!|*+]$/
const DIGITS: Readonly<Record<string, readonly string[]>> = {
  '0': ['0', 'o'],
  '1': ['1', 'i', 'l'],
  '3': ['3', 'e'],
  '4': ['4', 'a'],
  '5': ['5', 's'],
  '7': ['7', 't'],
  '8': ['8', 'b'],
}
const NUMBER = /^\d+$/
const SPACE = /\s/
const SEPARATOR = /\n\s*\n|[,;:?]/

type JoinState<Entry> = {
  spelled: readonly PartialSpelling<Entry>[]
  /** True while every piece is a single letter. */
  letters: boolean
  /** True while there is no white space between the pieces. */
  tight: boolean
  length: number
}

/** Finds known words that appear when tokens are read without their separators. */
export function findJoinsAt<Entry>(
  pieces: readonly Piece[],
  index: number,
  root: WordTree<Entry>,
  beginnings: SpellingCache<Entry>,
): Join[] {
  const joins: Join[] = []
  let joined = startJoin(pieces, index, root, beginnings)
  if (joined === null) return joins
  for (let next = index + 1; joined.spelled.length > 0 && next < index + MAX_PIECES; next++) {
    const piece = pieces[next]
    if (piece === undefined || isSeparated(piece)) break
    joined = withPiece(joined, piece)
    const words = isTooLoose(joined, next - index) ? null : wordsIn(joined)
    if (words === null) break
    for (const word of words) joins.push({ word, next: next + 1 })
    if (!joined.letters && words.length > 0) break
  }
  return joins
}

/** Starts a join with the first piece; null when the piece can't begin one. */
function startJoin<Entry>(
  pieces: readonly Piece[],
  index: number,
  root: WordTree<Entry>,
  beginnings: SpellingCache<Entry>,
): JoinState<Entry> | null {
  const first = pieces[index]?.word ?? ''
  if (NUMBER.test(first) && NUMBER.test(pieces[index + 1]?.word ?? '')) return null
  const spelled = beginnings.get(first) ?? spell([{ node: root, stem: null }], first)
  beginnings.set(first, spelled)
  const letters = first.length === 1
  // "Divorced men" is already two words; joining them would hide the second.
  if (!letters && spelled.some((reading) => wordOf(reading) !== null)) return null
  return { spelled, letters, tight: true, length: first.length }
}

/** Apart from single letters, only two or three pieces are joined. */
function isTooLoose<Entry>({ letters, tight }: JoinState<Entry>, pieces: number): boolean {
  return !letters && !tight && pieces > 2
}

function isSeparated({ before }: Piece): boolean {
  return before.length > 4 || SEPARATOR.test(before)
}

function withPiece<Entry>(
  { spelled, letters, tight, length }: JoinState<Entry>,
  piece: Piece,
): JoinState<Entry> {
  const close = tight && !SPACE.test(piece.before)
  return {
    spelled: spell(withSign(spelled, close ? piece.before : ''), piece.word),
    letters: letters && piece.word.length === 1,
    tight: close,
    length: length + piece.word.length,
  }
}

/** Words that the pieces spell; loosely spaced pieces need a longer word. */
function wordsIn<Entry>({ spelled, letters, tight, length }: JoinState<Entry>): string[] {
  const loose = tight ? 5 : 7
  const words: string[] = []
  if (length < (letters ? 2 : loose)) return words
  for (const reading of spelled) {
    const word = wordOf(reading)
    if (word !== null && !words.includes(word)) words.push(word)
  }
  return words
}

function wordOf<Entry>({ node, stem }: PartialSpelling<Entry>): string | null {
  if (node?.isWord === true) return node.text
  if (node?.isStem === true && node.text.length >= MIN_STEM_LENGTH) return node.text
  return stem
}

/** Extends a spelling by one piece; a digit may replace a letter. */
function spell<Entry>(
  from: readonly PartialSpelling<Entry>[],
  word: string,
): readonly PartialSpelling<Entry>[] {
  let spelled: readonly PartialSpelling<Entry>[] = from
  for (let index = 0; index < word.length && spelled.length > 0; index++) {
    const next: PartialSpelling<Entry>[] = []
    const readings = readingsOf(word.charAt(index))
    for (const reading of spelled) for (const read of readings) extendSpelling(reading, read, next)
    spelled = next
  }
  return spelled
}

/** Handles a sign between two pieces: skipped, or read as a letter; an asterisk matches any letter. */
function withSign<Entry>(
  spelled: readonly PartialSpelling<Entry>[],
  between: string,
): readonly PartialSpelling<Entry>[] {
  if (!SIGN.test(between)) return spelled
  const letters = between === '!' ? ['i', 'l'] : [LETTER_BY_SIGN[between] ?? '']
  const signed: PartialSpelling<Entry>[] = []
  for (const reading of spelled) {
    if (between !== '*') for (const letter of letters) extendSpelling(reading, letter, signed)
    else for (const node of reading.node?.next.values() ?? []) signed.push({ node, stem: reading.stem })
  }
  return [...spelled, ...signed].slice(0, MAX_READINGS)
}

function readingsOf(letter: string): readonly string[] | string {
  return DIGITS[letter] ?? letter
}

function extendSpelling<Entry>(
  { node, stem }: PartialSpelling<Entry>,
  letter: string,
  extended: PartialSpelling<Entry>[],
): void {
  const known = node?.isStem === true && node.text.length >= MIN_STEM_LENGTH ? node.text : stem
  const next = node?.next.get(letter) ?? null
  if (next !== null || known !== null) extended.push({ node: next, stem: known })
}
