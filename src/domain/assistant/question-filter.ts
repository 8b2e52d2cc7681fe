import { stateCode, stateName } from '../identity/address.ts'
import { CATEGORIES } from '../signals/categories.ts'
import { hasOnlyPlainWords } from './plain-words.ts'
import type { QuestionFilter } from './questions.ts'

const ABOVE =
  /(?:>=|≥|\bat least|\bfrom) ?(\d{1,3})\b|\b(\d{1,3}) ?(?:\+|or (?:more|higher|above|better|over)\b)/
const OVER = /(?:>|\babove|\bover|\b(?:more|higher|greater|better) than) ?(\d{1,3})\b/
const UP_TO = /(?:<=|≤|\bat most|\bup to) ?(\d{1,3})\b|\b(\d{1,3}) or (?:less|lower|below|under)\b/
const UNDER = /(?:<|\bbelow|\bunder|\b(?:less|lower) than) ?(\d{1,3})\b/
const BETWEEN = /\bbetween (\d{1,3}) and (\d{1,3})\b/

const UNSCORED =
  /\b(unscored|not (?:yet )?(?:been )?scored|(?:without|no|have no) (?:a )?score|never (?:been )?scored)\b/
const SCORED = /\bscored\b/
const SIGNAL = new RegExp(`\\b(${CATEGORIES.map((each) => each.replace(/s$/, '')).join('|')})s?\\b`)
/** Everyday words for the events behind each signal. */
const EVENTS: readonly [RegExp, NonNullable<QuestionFilter['signal']>][] = [
  [/\b(?:divorced|divorcing|(?:are|is|got|have|has) separated|split(?:ting)? up)\b/, 'divorce'],
  [/\b(?:died|deceased|passed away|inherit(?:ed|ance|ances)|widow(?:s|ed|ers?)?|probate)\b/, 'death'],
  [/\b(?:foreclosures?|bankrupt(?:cy|cies)?|notices? of default|in default|tax liens?)\b/, 'debt'],
  [/\b(?:(?:new )?(?:baby|babies)|newborns?|pregnant|births?)\b/, 'diapers'],
  [/\b(?:(?:newly )?married|engaged|weddings?|marriages?)\b/, 'diamonds'],
  [/\b(?:graduat(?:ed|es?|ions?)|left for college)\b/, 'diplomas'],
  [
    /\b(?:(?:new|chang(?:ed|ing)|switch(?:ed|ing)|another)(?: (?:a|an|their|his|her|the|new))* jobs?|job changes?|relocat(?:ed|ing|ions?))\b/,
    'destinations',
  ],
  [/\b(?:retir(?:ed|ing|ement|ees?)|empty[- ]nest(?:s|ers?)?|downsized)\b/, 'downsizing'],
  [/\b(?:flood(?:s|ed|ing)?|hurricanes?|wildfires?|tornado(?:e?s)?)\b/, 'disaster'],
]
const VERIFIED_PART =
  /\bverified (?:e-?)?(mail|phone)|\b(?:e-?)?(mail|phone)s?(?: address(?:es)?| numbers?)? (?:is |are )?verified/

/** `verified` with the words around it. */
const VERIFIED =
  /\bverified(?: (?:e-?mail|phone)s?(?: address(?:es)?| numbers?)?)?|\b(?:e-?mail|phone)s?(?: address(?:es)?| numbers?)? (?:is |are )?verified/

/** A place ends before words like "with": "in Naperville with a score above 70". */
const PLACE =
  /\b(?:in|from|around) (?:(?:the )?(?:zip(?: code)?|area|city of) )?(\d{5}|[\p{L}][\p{L} .'-]{1,40}?)(?=$|[,?!]|\.$| (?:area|with|who|whose|that|and|by|have|has|are|is|today|this|should|to|now)\b)/u
/** Words after "in" that are not places. */
const NOT_A_PLACE =
  /^(?:the|my|our|this|that|all|total|general|last|past|a|an|any|trouble|order|top|here|it|them|contacts?)\b/

/** Homes on the market. */
const LISTED_HOMES =
  /\b(?:already |currently |now )?(?:listed(?: for sale| by (?:another|other|someone)\b.*)?|for sale|on the market)\b/

/** The conditions on contacts in a folded question. */
export function parseQuestionFilter(text: string): QuestionFilter {
  const unscored = UNSCORED.test(text)
  const scores = unscored ? {} : scoresOf(text)
  const hasScores = scores.scoreFrom !== undefined || scores.scoreTo !== undefined
  const scored = unscored ? false : SCORED.test(text) && !hasScores ? true : undefined
  return {
    ...scores,
    signal: signalOf(text),
    place: placeOf(text),
    verified: verifiedOf(text),
    scored,
    ...listedOf(text),
  }
}

/** Tells if a filter has any condition. */
export function hasFilter(filter: QuestionFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

/**
 * Tells if the filter covers the whole question. "How many contacts were imported last week" must not be answered with
 * the number of all contacts.
 */
export function isFullyParsed(text: string): boolean {
  const place = placeOf(text)
  const parts = [SIGNAL, UNSCORED, VERIFIED, LISTED_HOMES, ...EVENTS.map(([event]) => event)]
  const rest = parts.reduce((left, part) => left.replace(part, ' '), text)
  return hasOnlyPlainWords(place === undefined ? rest : rest.replace(place, ' '))
}

function scoresOf(text: string): Pick<QuestionFilter, 'scoreFrom' | 'scoreTo'> {
  const between = BETWEEN.exec(text)
  if (between) return { scoreFrom: clampScore(Number(between[1])), scoreTo: clampScore(Number(between[2])) }
  return {
    scoreFrom: readScore(ABOVE, text, 0) ?? readScore(OVER, text, 1),
    scoreTo: readScore(UP_TO, text, 0) ?? readScore(UNDER, text, -1),
  }
}

function readScore(pattern: RegExp, text: string, step: number): number | undefined {
  const found = pattern.exec(text)
  const digits = found?.[1] ?? found?.[2]
  return digits === undefined ? undefined : clampScore(Number(digits) + step)
}

const clampScore = (score: number) => Math.min(100, Math.max(0, score))

function signalOf(text: string): QuestionFilter['signal'] {
  const found = SIGNAL.exec(text)?.[1]
  if (found === undefined) return EVENTS.find(([event]) => event.test(text))?.[1]
  return CATEGORIES.find((category) => category.replace(/s$/, '') === found)
}

function verifiedOf(text: string): QuestionFilter['verified'] {
  const found = VERIFIED_PART.exec(text)
  if (found) return (found[1] ?? found[2]) === 'phone' ? 'phone' : 'email'
  return /\bverified\b/.test(text) ? 'any' : undefined
}

const listedOf = (text: string) => (LISTED_HOMES.test(text) ? { listed: true } : {})

/** A folded question without the words for events. */
export function withoutEvents(text: string): string {
  return EVENTS.reduce((left, [event]) => left.replace(event, ' '), text)
}

/** The place named in a folded question. */
export function placeOf(text: string): string | undefined {
  const found = PLACE.exec(text)?.[1]?.trim()
  return found === undefined || NOT_A_PLACE.test(found) ? undefined : found
}

/** Code and name of a state given by either, in lower case; any other text alone. */
export function stateSpellings(text: string): string[] {
  const spellings = [stateCode(text), stateName(text)].filter((spelling) => spelling !== null)
  return (spellings.length > 0 ? spellings : [text.trim()]).map((spelling) => spelling.toLowerCase())
}
