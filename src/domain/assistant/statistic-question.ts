import { namedMeasure } from './measures.ts'
import { leftoverWords } from './plain-words.ts'
import { hasFilter, parseConditions } from './question-filter.ts'
import type { BreakdownKey, DataQuestion, ListOrder, StatisticField } from './questions.ts'

const KINDS: readonly [RegExp, 'average' | 'median' | 'total'][] = [
  [/\bmedian\b/, 'median'],
  [/\b(?:average|avg|mean|typical(?:ly)?)\b|\bon average\b/, 'average'],
  [/\b(?:total|combined|sum(?: of)?|altogether|add(?:ed)? up|all together)\b/, 'total'],
]
const FIELDS: readonly [RegExp, StatisticField][] = [
  [/\b(?:values?|worth|prices?|cost|estimates?)\b/, 'value'],
  [
    /\bhow long\b|\b(?:tenure|ownership|years? (?:owned|in (?:the|their) home)|length of ownership|owned|been in)\b/,
    'tenure',
  ],
  [/\bscores?\b/, 'score'],
  [/\b(?:ages?|old|older|younger)\b/, 'age'],
]

const PLACE = String.raw`([\p{L}][\p{L} .'-]{1,30}?|\d{5})`
const COMPARED_PLACES = new RegExp(
  String.raw`^(?:is|are)(?: homes| houses| people| contacts| owners)?(?: in)? ${PLACE} (pricier|more expensive|more valuable|cheaper|worth more|worth less|older|younger|hotter|higher)(?: \w+){0,2}? than(?: in)? ${PLACE}(?: (?:on|in|among) my .*)?$`,
  'u',
)

/** A question for the averages of two places. */
export function parseComparedPlaces(text: string): DataQuestion | null {
  const [, first, comparison = '', second] = COMPARED_PLACES.exec(text) ?? []
  if (!first || !second) return null
  const of = /older|younger/.test(comparison) ? 'age' : comparison === 'hotter' ? 'score' : 'value'
  return { tool: 'statistic', narrowing: {}, of, kind: 'average', places: [first, second] }
}

/** A question for the average, median or sum of a number. */
export function parseStatistic(text: string, today: string): DataQuestion | null {
  const kind = KINDS.find(([pattern]) => pattern.test(text))?.[1]
  if (
    !kind ||
    /\b(?:means?|what does|explain|calculated|credits?)\b/.test(
      text.replace(/\bmean\b(?= (?:home|age|score))/, ''),
    )
  )
    return null
  const measure = namedMeasure(text)
  const of = measure ?? FIELDS.find(([pattern]) => pattern.test(text))?.[1]
  if (
    !of ||
    (kind === 'total' &&
      /\b(?:number|how many|contacts?)\b.*$/.test(text) &&
      !/\b(?:value|worth|equity)\b/.test(text))
  )
    return null
  const { filter } = parseConditions(text.replace(NUMBER_WORDS_PATTERN, ' , '), today)
  return { tool: 'statistic', narrowing: filter, of, kind }
}
const NUMBER_WORDS_PATTERN =
  /\b(?:average|avg|mean|median|typical|total|combined|sum|home values?|house values?|values?|prices?|scores?|ages?|tenure|equity|how long|how old|owned|worth|(?:have |has )?been in)\b/g

const KEYS: readonly [string, BreakdownKey][] = [
  ['cit(?:y|ies)|towns?', 'city'],
  [String.raw`zips?(?: ?codes?)?`, 'zip'],
  ['states?', 'state'],
  [String.raw`(?:lead )?sources?`, 'source'],
  ['stages?', 'stage'],
  ['tags?|labels?', 'tag'],
  ['relationships?', 'relationship'],
  ['signals?|life events?|categor(?:y|ies)', 'signal'],
]
const BREAKDOWN = KEYS.map(
  ([words, by]) =>
    [
      new RegExp(
        `\\b(?:by|per|each|every) (?:${words})\\b|\\b(?:which|what)(?: are| is)?(?: the| my| our)?(?: top| most common| biggest| main| common)? ?(?:${words}) (?:has|have|do|does|is|are|give|gives|bring|brings|produce)\\b.*\\b(?:most|fewest|least|popular|common|live|i use|in use)\\b|\\b(?:top|most common|biggest|main|most popular) (?:\\d )?(?:${words})\\b|^(?:which|what|list|show)(?: me)?(?: all)?(?: of)?(?: my| our| the)? (?:${words})(?: (?:do|have) (?:i|we)(?: have| use)?| are (?:my|our|there).*| am i using)?$`,
      ),
      by,
    ] as const,
)

/** A question for the counts of contacts by city, source and so on. */
export function parseBreakdown(text: string, today: string): DataQuestion | null {
  const by = BREAKDOWN.find(([pattern]) => pattern.test(text))?.[1]
  if (!by || /\b(?:mean|call|law|legal|plans?|credits?)\b/.test(text)) return null
  const { filter } = parseConditions(text, today)
  return { tool: 'breakdown', narrowing: { signal: filter.signal, relationship: filter.relationship }, by }
}

const DUPLICATES_PATTERN =
  /\b(?:duplicates?|duplicated|in (?:my|the|our) (?:list|database|contacts) twice|twice in)\b/
const DUPLICATES_LISTED_PATTERN =
  /^(?:(?:do|did) (?:i|we) have|have i|any|are there|is there|show|list|find|who|which|how many|possible|potential|my|check for|got|see|look for)\b|^duplicates?(?: contacts?)?$/
const DUPLICATES_EXPLAINED_PATTERN =
  /\b(?:how (?:do|can|does|to|are)|merge|merging|mean|why|avoid|prevent|happens?|import(?:ing)?|get rid|delete|remove|credits?|charged)\b/

export function parseDuplicates(text: string): DataQuestion | null {
  const isListed = DUPLICATES_PATTERN.test(text) && DUPLICATES_LISTED_PATTERN.test(text)
  return isListed && !DUPLICATES_EXPLAINED_PATTERN.test(text) ? { tool: 'duplicates' } : null
}

const COUNTED_PLACES_PATTERN =
  /^(?:(?:are there |do (?:i|we) have |got )?(?:more|fewer)|who has more|(?:where|which)(?: city| town| zip)?(?: do (?:i|we))?(?: has| have)?(?: the)? (?:more|most|fewer)) (?:\w+ )?(.{0,60}?)(?:in|:|,|is it|from)? ?([\p{L}][\p{L} .'-]{1,30}|\d{5}),? (?:or|vs\.?|versus|than(?: in)?) (?:in )?([\p{L}][\p{L} .'-]{1,30}|\d{5})$/u

/** A comparison of how many contacts two places have. */
export function parsePlaces(text: string, today: string): DataQuestion | null {
  const [, before = '', first = '', second = ''] = COUNTED_PLACES_PATTERN.exec(text) ?? []
  if (first === '') return null
  const one = first.replace(/^.*\b(?:in|from|is it)\s+/, '').trim()
  const { filter } = parseConditions(before, today)
  const likely = /\b(?:sellers?|movers?|likely|hot|hottest)\b/.test(text) ? { scoreFrom: 50 } : {}
  return { tool: 'breakdown', narrowing: { ...likely, ...filter }, by: 'city', values: [one, second.trim()] }
}

const SHARE_PATTERN =
  /\b(?:what|which) (?:percent(?:age)?|%|share|portion|fraction|proportion) of\b|\bpercent(?:age)? of (?:my|our|the)\b/

/** A question for the share of contacts that match. */
export function parseShare(text: string, today: string): DataQuestion | null {
  if (!SHARE_PATTERN.test(text)) return null
  const { filter, rest } = parseConditions(text.replace(SHARE_PATTERN, ' , '), today)
  return hasFilter(filter) && leftoverWords(rest).length === 0
    ? { tool: 'count_contacts', narrowing: filter, isShare: true }
    : null
}

const MOST_PATTERN = /\b(?:most|highest|biggest|largest|greatest|best|top|max(?:imum)?|newest)\b/
const LEAST_PATTERN = /\b(?:least|lowest|smallest|fewest|worst|min(?:imum)?|oldest|cheapest)\b/

/** A superlative of a measure: "who has the most equity". */
export function parseMeasureOrder(text: string): ListOrder | undefined {
  const measure = namedMeasure(text)
  if (!measure || !(MOST_PATTERN.test(text) || LEAST_PATTERN.test(text))) return undefined
  return MOST_PATTERN.test(text) ? { by: measure } : { by: measure, lowest: true }
}
