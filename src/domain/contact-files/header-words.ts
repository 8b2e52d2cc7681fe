import { wordSet } from '../word-lists.ts'
import { type Concept, HEADER_PHRASES, HEADER_WORDS } from './header-lexicon.ts'

/** Words that say nothing about a column. */
const FILLER_WORDS = wordSet(`
  the of de la do da del des der die das du den dem le les el los las o e y u et und ou or and a an au aux
  your my our for in im zu zur s l d info information detail details data value values record entry field
  original is has was to please enter code com current p m c w from with para por il em um uma en un une una
  correct ursprungliche alle am f r cd lbl desc icloud daytime we you us primera primeira premiere erste erster
`)

const CONCEPTS_BY_WORD = new Map<string, readonly Concept[]>(
  Object.entries(HEADER_WORDS).flatMap(([concepts, words]) =>
    [...wordSet(words)].map((word) => [word, concepts.split(' ') as Concept[]] as const),
  ),
)

/** Minimum length of words in a joined header; shorter ones would match everywhere. */
const MIN_PART_LENGTH = 3
const MAX_PART_LENGTH = 14
const SHORT_WORDS = new Set(['st', 'no', 'nm', 'mi', 'po', 'ph', 'id', 'dt', 'cd', 'on'])
const MAX_COMPOUND_LENGTH = 40

/** One meaning in a header and the number after it ("Phone 2"); 0 without a number. */
export type HeaderTerm = { concept: Concept; number: number }

export type HeaderTerms = { terms: HeaderTerm[]; unknown: string[] }

/** Digits of number words: "Address Line One". */
const DIGIT_BY_WORD: Partial<Record<string, string>> = { one: '1', two: '2', three: '3' }

/** Longer headers aren't column names. */
const MAX_HEADER_LENGTH = 120

/** Splits a header into its meanings, in order, and its unknown words. */
export function readHeaderTerms(fold: (text: string) => string, header: string): HeaderTerms {
  if (header.length > MAX_HEADER_LENGTH) return { terms: [], unknown: [header] }
  const terms: HeaderTerm[] = []
  const unknown: string[] = []
  let ordinal = 0
  for (const text of wordsOf(fold, header)) {
    const word = DIGIT_BY_WORD[text] ?? text
    if (/^\d+$/.test(word)) {
      const lastTerm = terms.at(-1)
      if (lastTerm && lastTerm.number === 0) lastTerm.number = Math.min(Number(word), 999)
      else if (!lastTerm) ordinal = Math.min(Number(word), 999)
      else terms.push({ concept: 'line', number: Math.min(Number(word), 999) })
      continue
    }
    if (FILLER_WORDS.has(word)) continue
    const concepts = CONCEPTS_BY_WORD.get(word) ?? splitCompound(word)
    if (!concepts) unknown.push(word)
    for (const concept of concepts ?? []) {
      terms.push({ concept, number: ordinal })
      ordinal = 0
    }
  }
  return { terms, unknown }
}

function wordsOf(fold: (text: string) => string, header: string): string[] {
  const spacedHeader = header
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/#/g, ' number ')
    .replace(/[’']/g, ' ')
  const normalized = fold(spacedHeader)
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .trim()
  const words = (WHOLE_HEADERS.get(normalized) ?? normalized).split(' ').filter(Boolean)
  if (words.length > MAX_WORDS) return words
  const firstWords = new Set(words)
  let text = ` ${words.join(' ')} `
  for (const { start, phrase, word } of PHRASES) {
    if (firstWords.has(start) && text.includes(phrase)) text = text.replaceAll(phrase, word)
  }
  return text.trim().split(' ').filter(Boolean)
}

/** Headers that have a special meaning only as a whole: "Text on" is not "Last text on". */
const WHOLE_HEADERS: ReadonlyMap<string, string> = new Map([
  ['phone on', 'optin phone'],
  ['call on', 'optin call'],
  ['text on', 'optin text'],
  ['email on', 'optin email'],
  ['comercial', 'agent'],
  ['relationship', 'tag'],
  // These mean the home that a visitor saw.
  ['listing', 'reason'],
])

/** Phrases with their first word for a quick check, because most headers contain no phrase. */
const PHRASES = HEADER_PHRASES.map(({ phrase, word }) => ({
  start: phrase.split(' ', 1)[0] ?? '',
  phrase: ` ${phrase} `,
  word: ` ${word} `,
}))

/** Longer headers are sentences, where phrases don't count. */
const MAX_WORDS = 16

/** Splits a joined word into the fewest known words ("mailingcity"); null if it can't be split. */
function splitCompound(word: string): readonly Concept[] | null {
  if (word.length > MAX_COMPOUND_LENGTH || word.length < 5) return null
  /** Fewest pieces for each prefix, and the start of the last piece. */
  const partCounts = [0]
  const partStarts = [0]
  for (let end = 1; end <= word.length; end++) {
    partCounts[end] = Number.POSITIVE_INFINITY
    for (let start = Math.max(0, end - MAX_PART_LENGTH); start < end; start++) {
      const count = (partCounts[start] ?? 0) + 1
      if (count >= (partCounts[end] ?? 0) || !isCompoundPart(word.slice(start, end))) continue
      partCounts[end] = count
      partStarts[end] = start
    }
  }
  if (partCounts[word.length] === Number.POSITIVE_INFINITY) return null
  const concepts: Concept[] = []
  for (let end = word.length; end > 0; end = partStarts[end] ?? 0) {
    concepts.unshift(...(CONCEPTS_BY_WORD.get(word.slice(partStarts[end], end)) ?? []))
  }
  return concepts
}

function isCompoundPart(text: string): boolean {
  if (text.length < MIN_PART_LENGTH && !SHORT_WORDS.has(text)) return false
  return CONCEPTS_BY_WORD.has(text) || text === 'code' || text === 'cd' || text === 'info'
}
