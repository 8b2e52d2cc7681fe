import { fold } from '../identity/name.ts'
import { plainQuestion } from './draft-question.ts'
import { PLAIN_WORDS } from './plain-words.ts'
import type { DataQuestion } from './questions.ts'
import { isTypoOf, normalizeQuestion, parseContactFact } from './vocabulary.ts'

/** Words of questions about a person, without the person. */
const FRAME: ReadonlySet<string> = new Set([
  ...PLAIN_WORDS,
  ...(
    'before being called cell doing opt opted unsubscribed dnc seniors missing everything hers him cold info ' +
    'information known last listed looked mobile new no not numbers open part ready real remind rent rents sale ' +
    'since something source spoke spoken status talked touch where why work works details detail address ' +
    'addresses agent birthday birthdays born bought buy buying buys chance chances comes company compare ' +
    'compared days date day due earliest early easiest employer estimate happened hows job jobs later latest ' +
    'level likelihood married occupation okay paid pay profile purchase purchased reason situation sold stand ' +
    'street summary task tasks tenure think times vs versus way weekend whats whos notes overdue great life news ' +
    "ds didnt allowed hello yo pls plz thx i've numbr adress emails anniversary heard hasn't haven't isn't doesn't " +
    "don't longer bout contacted"
  ).split(' '),
])
/** Words after an article or an adjective are things, unless a home or family follows: "the Raman place". */
const ARTICLE_PATTERN = /^(?:an?|the|this|that|these|those|my|our|your|each|every|any|all|some|no)$/i
const HOUSEHOLD_PATTERN =
  /^(?:place|house|home|property|condo|residence|family|household|file|record|phone|number|email|address|signals?|score|birthday)s?$/i
/** A name in capitals, which sets it apart where the question might be about the product. */
export const CAPITALIZED_PATTERN = /^\p{Lu}[\p{Ll}'’]/u
export const NAME_WORD_PATTERN = /^\p{L}[\p{L}.'’-]*$/u
/** In words. */
const MAX_NAME = 5
/** In longer questions a name needs a capital letter. */
const MAX_WORDS_FOR_LOWER_CASE = 9
const EXPLICIT_NAME_PATTERN =
  /^(?:please )?(?:(?:tell me (?:more |something |everything )?about|what (?:do|did) (?:we|you|i) (?:know|have) (?:about|on|of)|who(?: is|'s)|find|search for|look up|open|show me|show|pull up|do (?:i|we) (?:know|have) (?:a contact (?:named|called) |someone (?:named|called) )?) )(.+)$/i

/** Reads a question about one person, or two to compare; null without a name. `needsCapital` is for names among product words. */
export function parseNameQuestion(question: string, needsCapital: boolean): DataQuestion | null {
  const plainText = plainQuestion(question)
  const explicit = EXPLICIT_NAME_PATTERN.exec(plainText)?.[1]
  const allNames = namesIn(plainText)
  const inCapitals = allNames.filter((name) => CAPITALIZED_PATTERN.test(name))
  const isLong = plainText.split(' ').length > MAX_WORDS_FOR_LOWER_CASE
  const names =
    needsCapital || isLong || (inCapitals.length > 0 && inCapitals.length < allNames.length)
      ? inCapitals
      : allNames
  const about = parseContactFact(
    names.reduce((text, name) => text.replace(fold(name), ' '), normalizeQuestion(plainText)),
  )
  // A name can consist of words of the frame: "Tell me about Mark Price".
  if (names.length === 0 || (explicit && !needsCapital && explicit.split(' ').length > MAX_NAME)) {
    const name = explicit?.replace(/'s? .*$/, '')
    return name &&
      !needsCapital &&
      name.length <= 100 &&
      !ARTICLE_PATTERN.test(name.split(' ')[0] ?? '') &&
      CAPITALIZED_PATTERN.test(name)
      ? { tool: 'contact', name }
      : null
  }
  const [name = '', ...otherNames] = names
  if (otherNames.length > 1) return null
  if (otherNames.length === 1 && /\b(?:or|vs|versus|and|than|compared?)\b/i.test(plainText))
    return { tool: 'compare', names, about }
  return { tool: 'contact', name, about }
}

/** The words of a question without the punctuation around them. */
export const bareWords = (question: string): string[] =>
  question.split(/\s+/).map((word) => word.replace(/^[("“]+|[,;:)"”?!.]+$/g, ''))

export const withoutPossessive = (word: string): string => word.replace(/['’]s?$/i, '')

/** Runs of words that are no part of a question's frame, as the names they may be. */
function namesIn(question: string): string[] {
  const words = bareWords(question)
  const names: string[][] = []
  let isOpen = false
  for (const [at, word] of words.entries()) {
    const baseWord = withoutPossessive(word)
    const isFrame =
      isFrameWord(baseWord) && !(at > 0 && CAPITALIZED_PATTERN.test(baseWord) && baseWord.length > 2)
    const isThing: boolean =
      !isOpen && ARTICLE_PATTERN.test(words[at - 1] ?? '') && !HOUSEHOLD_PATTERN.test(words[at + 1] ?? '')
    const isFamily =
      CAPITALIZED_PATTERN.test(baseWord) && /^the$/i.test(words[at - 1] ?? '') && /s$/.test(baseWord)
    const isName: boolean = !isFrame && (!isThing || isFamily) && NAME_WORD_PATTERN.test(baseWord)
    if (isName && isOpen) names.at(-1)?.push(baseWord)
    else if (isName) names.push([baseWord])
    isOpen = isName && baseWord === word
  }
  return names.filter((name) => name.length <= MAX_NAME).map((name) => name.join(' '))
}

/** Tells if a word, or one that it misspells, belongs to questions and not to names. */
export function isFrameWord(word: string): boolean {
  const text = fold(word)
  return (
    FRAME.has(text) ||
    (text.length >= 5 && text === word && LONG_FRAME.some((known) => isTypoOf(text, known)))
  )
}
const LONG_FRAME = [...FRAME].filter((word) => word.length >= 5)
