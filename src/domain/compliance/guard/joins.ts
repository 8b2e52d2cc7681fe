import { LETTER_BY_SIGN } from './look-alikes.ts'
import type { WordTree } from './word-tree.ts'

/** What joining needs to know of a token. */
export type Piece = { word: string; before: string }

/** A word that can be read from a token on, and the token after it. */
export type Join = { word: string; next: number }

/** How far a spelled word has come: its place in the tree, or the known beginning that it went on from. */
type PartialSpelling<Entry> = { node: WordTree<Entry> | null; stem: string | null }

/** How far a word comes on its own, by word: most of a text's words come again and again. */
export type SpellingCache<Entry> = Map<string, readonly PartialSpelling<Entry>[]>

/** At most so many tokens are put together to one word: a long word letter by letter. */
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
/** A word needs a letter among its first two pieces to be read as one. */
const NUMBER = /^\d+$/
const SPACE = /\s/
const SEPARATOR = /\n\s*\n|[,;:?]/

/** What has been put together so far. */
type JoinState<Entry> = {
  spelled: readonly PartialSpelling<Entry>[]
  /** Whether every piece is a single letter. */
  letters: boolean
  /** Whether no white space stood between them. */
  tight: boolean
  length: number
}

/** Known words that appear when a token and those after it are read without what separates them. */
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

/** The first piece; null where nothing is to be put together from it. */
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
  // "Divorced men" is two words already; putting them together would only hide the second.
  if (!letters && spelled.some((reading) => wordOf(reading) !== null)) return null
  return { spelled, letters, tight: true, length: first.length }
}

/** Apart from single letters, only words in two or three pieces are put together. */
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

/** The words that the pieces spell; the looser they stand, the longer a word must be. */
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

/** Goes on with one more piece; a digit may stand for a letter. */
function spell<Entry>(
  from: readonly PartialSpelling<Entry>[],
  word: string,
): readonly PartialSpelling<Entry>[] {
  let spelled: readonly PartialSpelling<Entry>[] = from
  for (let index = 0; index < word.length && spelled.length > 0; index++) {
    const further: PartialSpelling<Entry>[] = []
    const readings = readingsOf(word.charAt(index))
    for (const reading of spelled) for (const read of readings) extendSpelling(reading, read, further)
    spelled = further
  }
  return spelled
}

/** A sign between two pieces is skipped, or stands for a letter; an asterisk for any. */
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
  further: PartialSpelling<Entry>[],
): void {
  const known = node?.isStem === true && node.text.length >= MIN_STEM_LENGTH ? node.text : stem
  const next = node?.next.get(letter) ?? null
  if (next !== null || known !== null) further.push({ node: next, stem: known })
}
