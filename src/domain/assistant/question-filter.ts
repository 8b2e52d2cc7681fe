import type { Relationship } from '../activities/relationship.ts'
import type { Channel } from '../compliance/outreach.ts'
import { stateCode, stateName } from '../identity/address.ts'
import { CATEGORIES, type Category } from '../signals/categories.ts'
import { MONTH_NAMES } from './months.ts'
import type { QuestionFilter } from './questions.ts'
import { sinceDay } from './since-day.ts'
import { DETAIL_LIST, detailsIn } from './vocabulary.ts'

/** Reads the words of a rule; null if they mean something else. */
type Condition = (found: RegExpExecArray, text: string, today: string) => Partial<QuestionFilter> | null
type ConditionRule = readonly [pattern: RegExp, condition: Condition]

const CATEGORY_WORDS = CATEGORIES.map((each) => each.replace(/s$/, ''))
/** Everyday words for the events behind each signal. */
const EVENTS: readonly [string, Category][] = [
  [String.raw`divorced|divorcing|(?:are|is|got|have|has) separated|split(?:ting)? up`, 'divorce'],
  [String.raw`died|deceased|passed away|inherit(?:ed|ance|ances)|widow(?:s|ed|ers?)?|probate`, 'death'],
  [String.raw`foreclosures?|bankrupt(?:cy|cies)?|notices? of default|in default|tax liens?`, 'debt'],
  [String.raw`(?:new )?(?:baby|babies)|new parents?|newborns?|pregnant|births?`, 'diapers'],
  [String.raw`(?:newly )?married|engaged|weddings?|marriages?`, 'diamonds'],
  [String.raw`graduat(?:ed|es?|ions?)|left for college`, 'diplomas'],
  [
    String.raw`(?:new|chang(?:ed|ing)|switch(?:ed|ing)|another)(?: (?:a|an|their|his|her|the|new))* jobs?|job changes?|relocat(?:ed|ing|ions?)`,
    'destinations',
  ],
  [String.raw`retir(?:ed|ing|ement|ees?)|empty[- ]nest(?:s|ers?)?|downsized`, 'downsizing'],
  [String.raw`flood(?:s|ed|ing)?|hurricanes?|wildfires?|tornado(?:e?s)?`, 'disaster'],
]
const EVENT_RULES = EVENTS.map(
  ([words, signal]): ConditionRule => [new RegExp(`\\b(?:${words})\\b`), () => ({ signal })],
)

const LACKING = String.raw`(?:without|missing|lack(?:s|ing)?|(?:do|does)(?: not|n't) (?:have|list)|(?:have|has)(?: not|n't)(?: got)?|(?:have |has |having |with |got |there is )?no|not have|needs?|with an empty|(?:isn't|is not|aren't|are not) (?:there )?)`
const ARTICLES = String.raw`(?:(?:a|an|any|the|their|his|her|valid|working|either|both) )*`
const RECORDED = String.raw`(?: (?:on (?:file|record)|saved|listed|yet))?`

const OVER = String.raw`>=?|≥|over|above|more than|(?:greater|higher|better|longer|older|bigger) than|north of|exceeding|at least|from|past|minimum(?: of)?`
const UNDER = String.raw`<=?|≤|under|below|(?:less|lower|fewer|cheaper|younger|smaller|shorter) than|at most|up to|maximum(?: of)?`
const NUMBER = String.raw`\$? ?\d[\d,]*(?:\.\d+)? ?(?:k\b|thousand\b|mm?\b|million\b)?`
const UNIT = String.raw`(?: ?(years?|points?|dollars))?(?: (old|of age))?`
const COMPARISON = new RegExp(
  String.raw`(?:\b(?<word>scor(?:e|es|ed|ing)(?: of)?|rated|aged?|ages|worth|valued at|owned(?: for)?) )?` +
    `(?:(?<range>between |from )?(?<low>${NUMBER})(?: ?-| and| to) ?(?<high>${NUMBER})|` +
    String.raw`(?:\b(?<over>${OVER})|\b(?<under>${UNDER})) ?(?<bound>${NUMBER})|` +
    String.raw`(?<open>${NUMBER})(?<plain> ?years?)?(?: ?(?<plus>\+|(?:or|and) (?:more|higher|above|better|over|longer|older|up))|(?<minus> or (?:less|lower|below|under|younger|fewer)))` +
    `)${UNIT}`,
)
const OLDER = /\b(?:older|younger|old|aged?|ages)\b/

const PERSONAL_TALK = String.raw`(?:talk(?:ed)?|sp[eo]ak?e?n?|spoken?|call(?:ed)?|text(?:ed)?|e-?mail(?:ed)?|me?et|contact(?:ed)?|touch(?:ed)?|heard|reach(?:ed)?|been in touch|conversations?|connected)(?: (?:base|out|to|with|from|in|by (?:me|us)))*`
const NEGATION = String.raw`(?:haven't|hasn't|have not|has not|hadn't|didn't|did not|not|never)`
const TIME = String.raw`(?:(?:since|before|after|in|for|within|during|over|more than|older than|longer than|at least|on|all)(?: (?:the|over|more|than|at|least))* )*(?:(?:last|past|this) )?(?:\d{4}-\d\d-\d\d|(?:\d{1,3}|an?|one|few) (?:days?|weeks?|months?|years?)(?: ago)?|days?|week|month|year|quarter|(?:20\d\d)|a ?while|a long time|long time|ages|forever|longest|lately|recently|today|yesterday|${MONTH_NAMES.map(
  (name) => `${name}|${name.slice(0, 3)}`,
)
  .join('|')
  .toLowerCase()}|sunday|monday|tuesday|wednesday|thursday|friday|saturday)`
const WITHOUT_TALK = new RegExp(
  `\\b(?:(?:i|we|you) )?${NEGATION}(?: [a-z]+){0,3}? ${PERSONAL_TALK}(?: (?:any(?:one|body)|them|me|us|i|my|our))*(?<time> ${TIME})?\\b`,
)
const LAST_TALK_BEFORE = new RegExp(`\\blast ${PERSONAL_TALK}(?: (?:was|is|them|date))*(?<time> ${TIME})`)
const TALKED_SINCE = new RegExp(`\\b${PERSONAL_TALK}(?<time> ${TIME})\\b`)
const LONG_AGO_DAYS = 90

const RELATIONSHIP_WORDS: readonly [RegExp, Relationship][] = [
  [/\b(?:past|former|previous|old) (?:clients?|customers?|buyers?|sellers?)\b/, 'past_client'],
  [/\b(?:in )?(?:my |our )?sphere(?: of influence)?\b/, 'sphere'],
  [/\bvendors?\b/, 'vendor'],
]

/** A place ends before words like "with": "in Naperville with a score above 70". */
const PLACE =
  /\b(?:in|from|around|near|at) (?:(?:the )?(?:zip(?: code)?|area|city of|town of) )?(\d{5}|[\p{L}][\p{L} .'-]{1,40}?)(?=$|[,?!]|\.$| (?:area|with|without|who|whom|whose|that|which|and|or|but|by|have|has|had|are|is|do|does|today|this|should|can|to|now|i|we|over|under|above|below|older|younger|worth|scor\w+|no|missing|the longest|longest|\d)\b)/u
const ZIP = /\b(?:zip(?: code)? )?(\d{5})\b/
/** Words after "in" that are not places. */
const NOT_A_PLACE =
  /^(?:the|my|our|their|his|her|this|that|all|total|general|last|past|a|an|any|trouble|order|top|here|it|them|contacts?|touch|both|january|february|march|april|may|june|july|august|september|october|november|december|years?|what|which|your)\b/
const BOUGHT = String.raw`(?:b(?:ought|uy)|purchased?|moved in|closed|acquired|got)\b(?: (?:a|an|their|the|his|her|in|home|homes|house|houses|place|it))*?`

/** Rules in order; each takes its words out of the question, so that later ones don't read them again. */
const RULES: readonly ConditionRule[] = [
  // Restrictions
  [
    /\b(?:(?:(?:opted|opt|opting)[- ]?out|unsubscribed)(?: of| from)? (?:getting |receiving )?(call|text|email|letter)s?(?: (?:messages?|allowed))?|refuses? (call|text|email|letter)s?)\b/,
    (found, text) => (/\bphone calls?\b/.test(text) ? null : { optedOut: (found[1] ?? found[2]) as Channel }),
  ],
  [
    /\b(?:(?:marked|flagged|set|tagged|on)(?: (?:as|the|my|our))* )?(?:do[- ]?not[- ](?:contact|call)|dnc)(?: list)?\b|\bopt(?:ed)?[- ]?outs?\b|\bunsubscribed\b/,
    () => ({ restricted: true }),
  ],
  [
    /\b(?:(?:should|can|may|must|could)(?:n't| ?not)?|not to|never to) (?:i |we )?(?:not |never )?(?:be )?(?:call|contact|text|email)(?:ed)?\b/,
    ([words]) => (/n't|not\b|\bnever\b/.test(words) ? { restricted: true } : null),
  ],
  // Last contact
  [
    /\bnever (?:been )?(?:contacted|called|talked to|spoken (?:to|with)|reached)\b/,
    () => ({ lacks: ['lastContact'] }),
  ],
  [
    WITHOUT_TALK,
    (found, _text, today) => {
      const time = found.groups?.time
      if (!time) return { lacks: ['lastContact'] }
      return { contactedBefore: dayIn(time, today) ?? sinceDay('last 90 days', today) ?? today }
    },
  ],
  [
    LAST_TALK_BEFORE,
    (found, _text, today) => {
      const time = found.groups?.time ?? ''
      const day = dayIn(time, today)
      if (!day) return null
      return /\b(?:before|over|more than|longer|ago)\b/.test(time)
        ? { contactedBefore: day }
        : { contactedSince: day }
    },
  ],
  [
    TALKED_SINCE,
    (found, text, today) => {
      if (/\b(?:should|can|to|could|must)\b[^,]*$/.test(text.slice(0, found.index))) return null
      const time = found.groups?.time ?? ''
      const day = dayIn(time, today)
      if (!day) return null
      return /\b(?:before|ago)\b/.test(time) ? { contactedBefore: day } : { contactedSince: day }
    },
  ],
  [/\b(?:seniors?|elderly|senior citizens)\b/, () => ({ ageFrom: 65 })],
  [
    /\b(?:in (?:their|his|her)|those in the) (?:early |mid |late )?([2-9])0s\b/,
    ([, decade]) => ({ ageFrom: Number(decade) * 10, ageTo: Number(decade) * 10 + 9 }),
  ],
  // Days of the year
  [
    /\b(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec) )?(?:birthdays?|(?:was|were|is|are) born|turn(?:s|ing)? (?:\d{2}|older))\b.*/,
    (found, text, today) => monthCondition('birthdayMonth', found, text, today),
  ],
  [/\banniversar(?:y|ies)\b.*/, (found, text, today) => monthCondition('closingMonth', found, text, today)],
  // Gaps and details
  [
    /\b(?:never|not|aren't|isn't|haven't|hasn't|un)[- ]?(?:yet )?(?:been )?enriched\b|\bneeds? (?:to be enriched|enriching)\b/,
    () => ({ lacks: ['enrichment'] }),
  ],
  [/\bshould i enrich\b/, () => ({ lacks: ['enrichment'] })],
  [/\b(?:already )?(?:been )?enriched\b/, () => ({ has: ['enrichment'] })],
  [
    /\b(?:unscored|not (?:yet )?(?:been )?scored|(?:without|no|have no|(?:do not|don't|does not|doesn't) have) (?:a )?score|never (?:been )?scored)\b/,
    () => ({ scored: false }),
  ],
  [
    new RegExp(`\\b${LACKING} ${ARTICLES}${DETAIL_LIST}${RECORDED}`),
    ([words, list = '']) => ({ lacks: detailsIn(list), ...eitherOf(words) }),
  ],
  [
    new RegExp(`\\b${DETAIL_LIST} (?:is |are )?(?:missing|unknown|blank|empty)\\b`),
    ([, list = '']) => ({ lacks: detailsIn(list) }),
  ],
  [
    /\bverified (?:(?<part>e-?mail|phone)s?)?(?: (?:address(?:es)?|numbers?))?|\b(?<before>e-?mail|phone)s?(?: address(?:es)?| numbers?)? (?:is |are )?verified\b|\bverified\b/,
    (found) => {
      const part = found.groups?.part ?? found.groups?.before
      return { verified: part === undefined ? 'any' : part === 'phone' ? 'phone' : 'email' }
    },
  ],
  [
    new RegExp(`\\b(?:has|have|having|with|got|there is|and) ${ARTICLES}${DETAIL_LIST}${RECORDED}`),
    ([, list = '']) => ({ has: detailsIn(list) }),
  ],
  // Homes
  [
    new RegExp(`\\b${BOUGHT} ?\\b(between|from) ((?:19|20)\\d\\d) (?:and|to|-) ((?:19|20)\\d\\d)\\b`),
    ([, , from, to]) => ({ boughtFrom: Number(from), boughtTo: Number(to) }),
  ],
  [
    new RegExp(
      `\\b(?:(?:have |has )?own(?:ed|ers?)\\b.*?|${BOUGHT} ?)\\b(before|after|since|in) ((?:19|20)\\d\\d)\\b`,
    ),
    ([, when, year]) => boughtIn(when, Number(year)),
  ],
  [
    new RegExp(`\\b${BOUGHT} ?\\b(this|last) year\\b`),
    ([, which], _text, today) => boughtIn('in', Number(today.slice(0, 4)) - (which === 'last' ? 1 : 0)),
  ],
  [
    /\b(?:already |currently |now )?(?:listed(?: for sale| by (?:another|other|someone)\b.*)?|for sale|on the market)\b/,
    () => ({ listed: true }),
  ],
  [COMPARISON, comparisonOf],
  [COMPARISON, comparisonOf],
  // Words kept with the contact
  [
    /\b(?:tagg?ed|labell?ed|with (?:the )?(?:tag|label)|in (?:the )?group)(?: (?:as|with))? ["“']?(.{2,60}?)["”']?(?=$| (?:in|with|without|who|and|over|under)\b)/,
    ([, label = '']) => ({ label: label.trim() }),
  ],
  ...RELATIONSHIP_WORDS.map(([words, relationship]): ConditionRule => [words, () => ({ relationship })]),
  [
    /\b(?:(?:in|at) (?:the )?["“']?([\p{L}][\p{L} -]{1,40}?)["”']? stage|(?:with|in)(?: the)? stage ["“']?([\p{L}][\p{L} -]{1,40}))\b/u,
    ([, before, after]) => ({ stage: (before ?? after ?? '').trim() }),
  ],
  [
    /\b(?:c[oa]me?|coming|got|sourced|leads?|contacts?|people|clients?|(?:lead )?source(?: is)?)(?: from)? ["“']?(zillow|realtor\.com|redfin|trulia|facebook|google|instagram|referrals?|open houses?|my website|website)["”']?/,
    ([, source = '']) => ({ source: source.replace(/^my |s$/g, '') }),
  ],
  [
    new RegExp(`\\b(${CATEGORY_WORDS.join('|')})s?\\b`),
    ([, word]) => ({ signal: CATEGORIES[CATEGORY_WORDS.indexOf(word ?? '')] }),
  ],
  ...EVENT_RULES,
  [PLACE, ([, place = '']) => (NOT_A_PLACE.test(place.trim()) ? null : { place: place.trim() })],
  [ZIP, ([, zip]) => (zip ? { place: zip } : null)],
  [/\bscored\b/, () => ({ scored: true })],
]

/** "Missing a phone or an email" means either, "no phone or email" means both. */
const eitherOf = (words: string) => (/^(?:missing|lack|need).* or /.test(words) ? { either: true } : {})

export type ParsedConditions = {
  filter: QuestionFilter
  /** The question without the words of its conditions. */
  rest: string
}

/** The conditions on contacts in a normalized question. `today` is the UTC day. */
export function parseConditions(text: string, today: string): ParsedConditions {
  let filter: QuestionFilter = {}
  let rest = text
  for (const [pattern, condition] of RULES) {
    const found = pattern.exec(rest)
    const meant = found && condition(found, rest, today)
    if (!found || !meant) continue
    rest = `${rest.slice(0, found.index)} , ${rest.slice(found.index + found[0].length)}`
    filter = mergeFilters(filter, meant)
  }
  return { filter, rest }
}

/** Adds conditions to a filter; a later value of the same condition counts. */
export function mergeFilters(filter: QuestionFilter, added: Partial<QuestionFilter>): QuestionFilter {
  const lists = Object.fromEntries(
    (['has', 'lacks'] as const)
      .map((key) => [key, [...new Set([...(filter[key] ?? []), ...(added[key] ?? [])])]] as const)
      .filter(([, details]) => details.length > 0),
  )
  return { ...filter, ...added, ...lists }
}

/** Tells if a filter has any condition. */
export function hasFilter(filter: QuestionFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined)
}

function amountOf(text = ''): { amount: number; isMoney: boolean } {
  const [, digits = '', unit = ''] = /([\d,]+(?:\.\d+)?) ?(k|thousand|mm?|million)?/.exec(text) ?? []
  const factor = /^(?:k|thousand)$/.test(unit) ? 1e3 : unit.startsWith('m') ? 1e6 : 1
  const amount = Number(digits.replace(/,/g, '')) * factor
  return { amount, isMoney: text.includes('$') || unit !== '' || amount >= 10_000 }
}

/** A comparison with a number: of money, of years owned, of age or, without a unit, of the score. */
function comparisonOf(found: RegExpExecArray, text: string): Partial<QuestionFilter> | null {
  const { word, range, low, high, over, under, bound, open, plus } = found.groups ?? {}
  if (low !== undefined && !range && !word && !/[$k]/.test(found[0])) return null
  const figure = amountOf(high ?? bound ?? open)
  if (figure.amount > 1e9) return null
  const kind = comparedKind(found, text, figure.isMoney)
  const step = kind === 'score' || kind === 'age' ? 1 : 0
  if (low !== undefined) return boundsFilter(kind, ordered(scaled(low, high), figure.amount))
  const isStrict = /^(?:[<>]|over|above|past|north.*|exceeding|under|below|.* than)$/.test(
    over ?? under ?? '',
  )
  return over !== undefined || plus !== undefined
    ? boundsFilter(kind, { from: figure.amount + (isStrict ? step : 0) })
    : boundsFilter(kind, { to: figure.amount - (isStrict ? step : 0) })
}

function comparedKind(found: RegExpExecArray, text: string, isMoney: boolean) {
  const { word = '', plain } = found.groups ?? {}
  const before = text.slice(Math.max(0, found.index - 12), found.index)
  if (isMoney || /^(?:worth|valued)/.test(word)) return 'value'
  if (OLDER.test(`${before} ${found[0]}`)) return 'age'
  return plain !== undefined || /\byears?\b|^owned/.test(found[0]) ? 'years' : 'score'
}

/** `400` in "400-600k" is in thousands, too. */
function scaled(low: string, high = ''): number {
  const [one, other] = [amountOf(low), amountOf(high)]
  const factor = /[km]/.test(low) ? 1 : /k|thousand/.test(high) ? 1e3 : /m/.test(high) ? 1e6 : 1
  return one.amount * factor > other.amount * 10 ? one.amount : one.amount * factor
}

const ordered = (one: number, other: number) => ({ from: Math.min(one, other), to: Math.max(one, other) })

function boundsFilter(
  kind: 'value' | 'age' | 'years' | 'score',
  { from, to }: { from?: number; to?: number },
): Partial<QuestionFilter> {
  const limit = (bound: number) => (kind === 'score' ? Math.min(100, Math.max(0, Math.round(bound))) : bound)
  return {
    ...(from === undefined ? {} : { [`${kind}From`]: limit(from) }),
    ...(to === undefined ? {} : { [`${kind}To`]: limit(to) }),
  }
}

function boughtIn(when: string | undefined, year: number): Partial<QuestionFilter> {
  if (when === 'before') return { boughtTo: year - 1 }
  return { boughtFrom: when === 'after' ? year + 1 : year, ...(when === 'in' ? { boughtTo: year } : {}) }
}

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase())

function monthCondition(
  key: 'birthdayMonth' | 'closingMonth',
  found: RegExpExecArray,
  text: string,
  today: string,
): Partial<QuestionFilter> | null {
  const named = MONTHS.findIndex((month) => new RegExp(`\\b(?:${month}|${month.slice(0, 3)})\\b`).test(text))
  const now = Number(today.slice(5, 7))
  if (named >= 0) return { [key]: named + 1 }
  if (/\bnext month\b/.test(found[0])) return { [key]: (now % 12) + 1 }
  return /\b(?:this month|today|this week|soon|upcoming|coming up)\b/.test(text) ? { [key]: now } : null
}

/** The day that a time such as "in 90 days" or "since June" begins on. */
function dayIn(time: string, today: string): string | null {
  if (/\b(?:a ?while|long time|ages|forever|longest|lately|recently)\b/.test(time))
    return sinceDay(`last ${LONG_AGO_DAYS} days`, today) as string
  const day = sinceDay(time, today)
  return day === 'last_visit' ? null : day
}

/** Code and name of a state given by either, in lower case; any other text alone. */
export function stateSpellings(text: string): string[] {
  const spellings = [stateCode(text), stateName(text)].filter((spelling) => spelling !== null)
  return (spellings.length > 0 ? spellings : [text.trim()]).map((spelling) => spelling.toLowerCase())
}
