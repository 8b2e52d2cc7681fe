import { fold } from '../identity/name.ts'
import { plainQuestion } from './draft-question.ts'
import type { DataQuestion } from './questions.ts'
import { isTypoOf, normalizeQuestion, parseContactFact } from './vocabulary.ts'

/** Words of questions about a person, without the person. */
const FRAME: ReadonlySet<string> = new Set(
  (
    'a about actually all am an and any anything are as at be been before being by call called can cell could contact did do does doing email e-mail ' +
    'opt opted out unsubscribed dnc much many seniors letter missing without both everything exactly find for from get getting give go going got had has have he her here hers him his hot cold how i if in info information is it its ' +
    'know known last let like likely listed live lived lives living look looked long mail me mobile more most move moving my name named new no not now number numbers of off ok old on open or our out over ' +
    'own owned owns part people phone phones place pull ranked rated ready reach real really remind rent rents right sale score scored scores see send she should show since so some someone something ' +
    'source speak spoke spoken stage status still stuff talk talked tell text than that the their them then there they this to today tomorrow too touch up us value ' +
    'valued was we were what when where which who whom whose why will with work works worth would write year years yet you your please find search pull details detail ' +
    'address addresses age agent another anyone anybody best better between birthday birthdays born bought buy buying buys card chance chances city come comes company compare compared days date day ' +
    'due earliest early easiest employer equity estimate estimated file first give happened have high higher highest home homes house houses hows job jobs kind later latest level likelihood low lower ' +
    'market married message month morning need number occupation okay older younger order owner paid pay percent person phone price profile property purchase purchased reason record records ' +
    'signal signals situation sold stand street summary tag tags task tasks tenure think time times up vs versus way week weekend what whats when whos zip code condo moved notes note open overdue ' +
    'hold good great high low scoring ranked life event events everything living latest news been did didnt check allowed hey hi hello ok yo so and also pls plz thx thanks lead leads contact contacts client clients prospect ' +
    "i'm i've hows numbr adress emails anniversary hear heard hasn't haven't isn't doesn't don't does-not"
  ).split(' '),
)
/** Words after an article or an adjective are things, unless a home or family follows: "the Raman place". */
const ARTICLE = /^(?:an?|the|this|that|these|those|my|our|your|each|every|any|all|some|no)$/i
const HOUSEHOLD =
  /^(?:place|house|home|property|condo|residence|family|household|file|record|phone|number|email|address|signals?|score|birthday)s?$/i
/** A name in capitals, which sets it apart where the question might be about the product. */
const CAPITALIZED = /^\p{Lu}[\p{Ll}'’]/u
/** In words. */
const MAX_NAME = 5
const EXPLICIT_NAME =
  /^(?:please )?(?:(?:tell me (?:more |something |everything )?about|what (?:do|did) (?:we|you|i) (?:know|have) (?:about|on|of)|who(?: is|'s)|find|search for|look up|open|show me|show|pull up|do (?:i|we) (?:know|have) (?:a contact (?:named|called) |someone (?:named|called) )?) )(.+)$/i

/** Reads a question about one person, or two to compare; null without a name. `needsCapital` is for names among product words. */
export function parseNameQuestion(question: string, needsCapital: boolean): DataQuestion | null {
  const plain = plainQuestion(question)
  const explicit = EXPLICIT_NAME.exec(plain)?.[1]
  const all = namesIn(plain)
  const inCapitals = all.filter((name) => CAPITALIZED.test(name))
  const names = needsCapital || (inCapitals.length > 0 && inCapitals.length < all.length) ? inCapitals : all
  const about = parseContactFact(
    names.reduce((text, name) => text.replace(fold(name), ' '), normalizeQuestion(plain)),
  )
  // "Who is The Rock" may be a name as a whole; so may a name with words of the frame.
  if (names.length === 0 || (explicit && !needsCapital && explicit.split(' ').length > MAX_NAME)) {
    const name = explicit?.replace(/'s? .*$/, '')
    return name &&
      !needsCapital &&
      name.length <= 100 &&
      !ARTICLE.test(name.split(' ')[0] ?? '') &&
      CAPITALIZED.test(name)
      ? { tool: 'contact', name }
      : null
  }
  const [name = '', ...others] = names
  if (others.length > 1) return null
  if (others.length === 1)
    return /\b(?:or|vs|versus|and|than|compared?)\b/i.test(plain) ? { tool: 'compare', names, about } : null
  return { tool: 'contact', name, about }
}

/** Runs of words that are no part of a question's frame, as the names they may be. */
function namesIn(question: string): string[] {
  const words = question.split(/\s+/).map((word) => word.replace(/^[("“]+|[,;:)"”?!.]+$/g, ''))
  const names: string[][] = []
  let isOpen = false
  for (const [at, word] of words.entries()) {
    const bare = word.replace(/['’]s?$/i, '')
    const isFrame = isFrameWord(bare) && !(at > 0 && CAPITALIZED.test(bare) && bare.length > 2)
    const isThing: boolean =
      !isOpen && ARTICLE.test(words[at - 1] ?? '') && !HOUSEHOLD.test(words[at + 1] ?? '')
    const isName: boolean = !isFrame && !isThing && /^\p{L}[\p{L}.'’-]*$/u.test(bare)
    if (isName && isOpen) names.at(-1)?.push(bare)
    else if (isName) names.push([bare])
    isOpen = isName && bare === word
  }
  return names.filter((name) => name.length <= MAX_NAME).map((name) => name.join(' '))
}

function isFrameWord(word: string): boolean {
  const text = fold(word)
  return (
    FRAME.has(text) ||
    (text.length >= 5 && text === word && LONG_FRAME.some((known) => isTypoOf(text, known)))
  )
}
const LONG_FRAME = [...FRAME].filter((word) => word.length >= 5)
