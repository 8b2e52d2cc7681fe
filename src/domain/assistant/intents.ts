import { fold } from '../identity/name.ts'
import { formatDay, parseDay } from '../score/day.ts'
import { draftQuestionOf } from './draft-question.ts'
import { isBillingQuestion, isDoNotContactQuestion, parseContactPoint } from './fact-questions.ts'
import { withoutMeasures } from './measures.ts'
import { parseNameQuestion } from './name-question.ts'
import { channelOf, isCampaign, isOutreach, PEOPLE_PATTERN, unknownWords } from './outreach-question.ts'
import { personIn, QUOTED_PATTERN } from './person-name.ts'
import { correctTypos } from './plain-words.ts'
import { hasFilter, parseConditions } from './question-filter.ts'
import { type DataQuestion, LIST_LIMIT, type ListOrder, type QuestionFilter } from './questions.ts'
import { sinceDay } from './since-day.ts'
import {
  parseBreakdown,
  parseComparedPlaces,
  parseDuplicates,
  parseMeasureOrder,
  parsePlaces,
  parseShare,
  parseStatistic,
} from './statistic-question.ts'
import { normalizeQuestion, parseContactFact } from './vocabulary.ts'

/** Rules are for short questions only. */
const MAX_LENGTH = 300

/** Questions about the product, not about the caller's own data. */
const ABOUT_PRODUCT_PATTERN =
  /\b(means?|meaning|explain)\b|^(?:and |so |ok )?(how (do|can|to|should|does|are|is)|can i|can we|may i|could i|should i (?!call|text|e-?mail|contact|write|phone|enrich)|(?:do|must|should|am|are|is|does) (?:i|we|agents?|realtors?|brokers?|sellers?|buyers?|owners?|landlords?|(?:an?|the|my) \w+) (?:need|have to|allowed|required|supposed|obligated|permitted|legally)\b|must (?:i|we)\b|where (?:(?:do|can) (?:i|we|you)|is|are)\b|is it\b|is there (?:a |an |any )?(?:way|option|limit|setting|button|app|shortcut|charge|fee|cost|place|difference|rule|law)|what if\b|(?:difference|diff)\b|why\b.*\b(?:do|can't|cannot) (?:i|we)\b|what (?:counts|does)\b|what (is|are) (a|an|the|tasks?|contacts?|credits?)\b(?!.*\b(my|our|whose)\b)(?!.*\b(in|with|due|top|best|left|of|for)\b))/
/** Questions about a person that begin like one about the product: "Can I call Walter". */
const ABOUT_PERSON_PATTERN =
  /^(?:(?:can|may|could|should) i|am i (?:allowed|permitted) to|is it (?:ok|okay|alright|fine|legal|safe) (?:to|if i)|how (?:do|can) i) (?:call|contact|text|e-?mail|write(?: to)?|phone|reach|get hold of) (?:\S+ ?){1,3}$|\b(?:score|chance|phone|number|e-?mail|address|birthday|age|stage|value)s? (?:of|for|on) (?:\S+ ?){1,3}$/
const LIMIT_PATTERN = /\b(can|may|could|limits?|maximum|allowed|included|cost|import|upload|per month)\b/

const ASKS_FOR_PEOPLE_PATTERN =
  /^(?:and |please |so |ok )*(?:who|whom|whose|which|list|show|give|name|find|get|pull|any|anyone|anybody|any(?:one|body)|is any|does any|has any|are there|is there|do (?:i|we) (?:have|know)|(?:i|we) (?:want|need) (?:a list|to see)|only|just|how many|count|number|total|my|our|all|what)\b/
const CREDITS_PATTERN =
  /\bhow many (?:\w+ )?credits (?:\w+ ){0,3}(?:left|remain(?:s|ing)?|have|got)\b(?!.*\b(?:get|per|cost|use[ds]?|include)\b)|\bhow many (?:\w+ )?credits (?:do|have|are|remain|left|still)\b(?!.*\bget\b)|\bcredits? (?:are |is |do i have )?(?:left|remaining|balance)\b|\b(?:my|our|remaining) credit(?:s| balance)$|\b(?:left|remain(?:s|ing)?) (?:in|of) (?:my|our) credits\b|\bcredits do (?:i|we) (?:still )?have\b/
const USAGE_PATTERN =
  /\bcredits?\b.*\b(?:burn(?:ed|t|ing)?|going|went|gone|consumed|blown?|run through|ran through|go through|went through)\b|\b(?:burn(?:ed|t|ing)?|going through|running through|consume|blow|run through|ran through|go through|went through)\b.*\bcredits?\b|\b(?:did|have|were|are|was) (?:i|we|my|our|the)?\b.*\b(?:us(?:e|ed)|spen[dt])\b.*\bcredits?\b|\bcredits?\b.*\b(?:did|have|has|were)\b.*\b(?:use[d]?|spen[dt])\b|\bwhere did (?:my|our|all).*\bcredits go\b|\bcredits? (?:usage|used|spent)\b(?!.*\bfor\b)/
const TASKS_PATTERN =
  /\b(?:tasks?|to[- ]?dos?)\b|\bwhat(?:'s| is| are)? (?:\w+ )?(?:due|overdue)\b|\b(?:anything|something|stuff) (?:\w+ )?(?:due|overdue|late)\b|^(?:overdue|due today|late|past due)(?: stuff| things?| items?| ones?| to-?dos?| tasks?)?$/
const TASK_LIST_PATTERN =
  /\b(?:due|overdue|open|today|tomorrow|week|my|mine|which|list|show|pending|waiting|have i|do i|we have|how many|late)\b/
const TO_DO_PATTERN =
  /^what (?:should|must|do|can|have|is) (?:i|we|on my (?:plate|list|agenda))?(?: have| need| got)?(?: ?to)?(?: do)? ?(today|tomorrow|this week)$/
/** "What do I have to do if she asks me to stop" is about a duty, "what do I have to do this week" about tasks. */
const DUTY_PATTERN = /\b(?:have|need|got|supposed) to do\b(?!.*\b(?:today|tomorrow|week|now|next|due)\b)/
const HELP_PATTERN =
  /\b(?:where|why|come from|create|make|add|delete|assign(?! ?ed)|playbooks?|notifications?|how (?:do|can|to)|mean)\b/
const CHANGED_PATTERN =
  /\b(?:changed?|changes|new|news|happened|risen|rose|rising|fell|fallen|up|dropped|down|moved|miss(?:ed)?|went up|climbed)\b/
const NEWS_PATTERN =
  /^(?:and |so )?(?:what|which|who|whose|any|anyone|anybody|anything|show|list|has|have|did|tell)\b/
const COUNTED_PATTERN =
  /^(?:and |so |ok )?(?:how many|count|(?:the )?(?:total )?number of|what (?:is the )?number of|total)\b|\bhow many\b/
const BEST_PATTERN =
  /\b(?:top|best|good (?:leads?|prospects?)|hottest|hot|strongest|most likely|likeliest|highest(?: scor(?:e|es|ed|ing))?)\b/
/** "The best time to call" asks for advice, not for contacts. */
const BEST_ADVICE_PATTERN = /\bbest (?:way|time|practices?|days?|hours?|methods?|scripts?|words?|tools?)\b/
/** Subjects whose changes have nothing to do with scores and signals. */
const UNRELATED_PATTERN =
  /\b(?:polic(?:y|ies)|terms|prices?|pricing|plans?|product|version|api|laws?|rules?)\b/

const VALUABLE = String.raw`(?:expensive|valuable|priciest|costliest)`
/** Superlatives and the order they mean. */
const ORDERS: readonly [RegExp, ListOrder][] = [
  [
    /\bleast (?:expensive|valuable)\b|\bcheapest\b|\bworth the least\b|\b(?:lowest|smallest)(?: \w+)? (?:value|price|worth)d?\b/,
    { by: 'value', lowest: true },
  ],
  [
    new RegExp(
      `\\bmost ${VALUABLE}\\b|\\b(?:priciest|costliest)\\b|\\b(?:highest|top|biggest|best|most)(?: \\w+)? (?:values?|priced?|worth|valued)\\b|\\bworth the most\\b`,
    ),
    { by: 'value' },
  ],
  [
    /\b(?:newest|latest|most recent)(?:ly)? (?:added )?(?:contacts?|leads?|people|imports?|names|adds?)\b|\b(?:most recently|last) added\b|\badded (?:most recently|last)\b/,
    { by: 'added' },
  ],
  [
    /\b(?:lowest|worst|bottom|coldest)(?: \w+)? (?:scores?|scor(?:ing|ed|ers?)|leads?)\b|\bscores? (?:the )?lowest\b|\bleast likely\b/,
    { by: 'score', lowest: true },
  ],
  [
    /\b(?:longest since|not (?:talked|spoken) to (?:in )?the longest|longest without|coldest contacts?)\b/,
    { by: 'lastContact', lowest: true },
  ],
  [
    /\b(?:newest|latest|most recent|shortest)\b.*\b(?:owners?|homeowners?|buyers?|owned|lived|ownership|tenure)\b|\bbought (?:\w+ )*?(?:most recently|last)\b(?! (?:\d+|few|several|year|month|week|spring|summer|fall|winter|quarter))|\bowned\b.*\b(?:shortest|least)\b/,
    { by: 'tenure', lowest: true },
  ],
  [
    /\b(?:owned?|lived|living|been|stayed|ownership|tenure|owners?|owns)\b.*\blongest\b|\blongest\b.*\b(?:owned?|lived|owners?|ownership|tenure|homeowners?)\b/,
    { by: 'tenure' },
  ],
  [
    /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|listed)? ?by (?:home |house |property |estimated )?(?:values?|price|worth)\b(?:,? (?:from )?(?:high(?:est)? to low(?:est)?|highest first|descending))?/,
    { by: 'value' },
  ],
  [/\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by age\b/, { by: 'age' }],
  [
    /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)? ?by (?:tenure|(?:length|years) of ownership|years owned|how long)\b/,
    { by: 'tenure' },
  ],
  [/\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)? ?by score\b/, { by: 'score' }],
  [
    /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?)? ?by (?:last contact(?:ed)?|last call|recency)\b/,
    { by: 'lastContact' },
  ],
  [/\b(?:biggest|fanciest|nicest|largest|best) (?:house|home|place|property)\b/, { by: 'value' }],
  [/\bgold ?mine\b|\bsitting on (?:a lot|the most|tons|a ton|a fortune|a pile)\b/, { by: 'equity' }],
  [/\byoungest\b/, { by: 'age', lowest: true }],
  [/\boldest\b(?! (?:tasks?|imports?))/, { by: 'age' }],
  [
    /\b(?:contacted|talked to|spoke (?:to|with)) (?:most )?recently\b|\bmost recently (?:contacted|talked)\b/,
    { by: 'lastContact' },
  ],
]

/** The order that a question asks for, and the question without the words for it. */
function readOrder(text: string): { order?: ListOrder; words: string } {
  const [superlative, order] = ORDERS.find(([pattern]) => pattern.test(text)) ?? []
  if (superlative && order) return { order, words: text.replace(superlative, ' , ') }
  const measureOrder = parseMeasureOrder(text)
  if (!measureOrder) return { words: text }
  return { order: measureOrder, words: withoutMeasures(text).replace(MEASURE_SUPERLATIVE_PATTERN, ' , ') }
}
const MEASURE_SUPERLATIVE_PATTERN =
  /\b(?:the )?(?:most|highest|biggest|largest|greatest|least|lowest|smallest|fewest|newest|oldest)\b/

/** The order that a question asks for. */
export const orderIn = (text: string): ListOrder | undefined => readOrder(text).order

type Rule = (text: string, today: string, original: string) => DataQuestion | null

/** Questions with a form of their own; the first match counts. */
const RULES: readonly Rule[] = [
  (_text, _today, original) => {
    const draft = draftQuestionOf(original)
    return draft && { tool: 'draft', ...draft }
  },
  parseCreditsUsed,
  (text) => (CREDITS_PATTERN.test(text) ? { tool: 'credits' } : null),
  (text) => (isBillingQuestion(text) ? { tool: 'billing' } : null),
  parseDuplicates,
  parsePlaces,
  parseComparedPlaces,
  parseStatistic,
  parseShare,
  parseBreakdown,
  parseTasksQuestion,
  parseChangesQuestion,
  parseListQuestion,
]

/**
 * Lists the meanings of a question about the caller's own data, the likeliest first; empty for any other question. A later
 * meaning counts if the workspace has nothing for those before. `today` is the UTC day, `YYYY-MM-DD`.
 */
export function parseDataQuestion(question: string, today: string): DataQuestion[] {
  if (question.length > MAX_LENGTH) return []
  const point = parseContactPoint(question)
  if (point) return [{ tool: 'reach', text: point }]
  const text = normalizeQuestion(question)
  const correctedText = correctTypos(text)
  const isAboutProduct = [text, correctedText].some(
    (each) => ABOUT_PRODUCT_PATTERN.test(each) || DUTY_PATTERN.test(each),
  )
  const named = nameQuestion(question, text, isAboutProduct && !ABOUT_PERSON_PATTERN.test(text))
  if (isAboutProduct) return named ? [named] : []
  const certain = parseCertain(text, today, question) ?? parseCertain(correctedText, today, question)
  if (certain) return certain.tool === 'tasks' && named ? [named, certain] : [certain]
  return [named, parseWordQuestion(correctedText, today)].filter((each) => each !== null)
}

/** Tells if a part of a question asks for an explanation and not for data. */
export const isExplained = (part: string) =>
  ABOUT_PRODUCT_PATTERN.test(normalizeQuestion(part)) || /^(?:do|does) they\b/i.test(part)

const MAX_PARTS = 3

/** The sentences of a question, and the questions joined by "and". */
export function splitQuestion(question: string): string[] {
  if (question.length > MAX_LENGTH) return []
  return question
    .split(
      /[?!;]\s+|(?<!\b(?:st|dr|mr|mrs|ms|jr|sr))\.\s+(?=\p{Lu})|,? (?:and|but|also) (?=(?:do|does|how|what|where|can|is|are|who|why|when|which) )|, (?=(?:how|what|where|can|who|when|do i|am i) )/iu,
    )
    .map((part) => part.trim())
    .filter((part) => part.split(' ').length > 2)
    .slice(-MAX_PARTS)
}

/** A question about one person: by any name in its place, or else by a known given name anywhere. */
function nameQuestion(question: string, text: string, needsCapital: boolean): DataQuestion | null {
  const unquoted = question.replace(QUOTED_PATTERN, ' ')
  const named = parseNameQuestion(unquoted, needsCapital)
  const person = personIn(unquoted)
  if (!person || named?.tool === 'compare') return named
  const first = fold(person.split(' ')[0] ?? '')
  if (named?.tool === 'contact' && fold(named.name).split(' ').includes(first)) return named
  return { tool: 'contact', name: person, about: parseContactFact(text.replace(fold(person), ' ')) }
}

function parseCreditsUsed(text: string): DataQuestion | null {
  if (!USAGE_PATTERN.test(text) || /\b(?:last|previous|prior) (?:year|week|quarter)\b/.test(text)) return null
  return /\b(?:last|previous|prior) month\b/.test(text)
    ? { tool: 'credits_used', month: 'last' }
    : { tool: 'credits_used' }
}

function parseCertain(text: string, today: string, original: string): DataQuestion | null {
  for (const rule of RULES) {
    const intent = rule(text, today, original)
    if (intent) return intent
  }
  return null
}

function parseTasksQuestion(text: string): DataQuestion | null {
  const day = TO_DO_PATTERN.exec(text)?.[1]
  if (day) return { tool: 'tasks', which: day === 'today' ? 'now' : 'week' }
  const isListed = /^(?:open |my )?(?:tasks?|to[- ]?dos?)\b/.test(text)
  if (!TASKS_PATTERN.test(text) || !(TASK_LIST_PATTERN.test(text) || isListed) || HELP_PATTERN.test(text))
    return null
  if (/\b(?:overdue|late|past due)\b/.test(text)) return { tool: 'tasks', which: 'overdue' }
  if (/\btoday\b/.test(text)) return { tool: 'tasks', which: 'today' }
  if (/\b(?:week|tomorrow)\b/.test(text)) return { tool: 'tasks', which: 'week' }
  return { tool: 'tasks', which: /\b(?:assigned to me|mine)\b/.test(text) ? 'mine' : 'open' }
}

/** In days. */
const OLDEST_CHANGE = 365

function parseChangesQuestion(text: string, today: string): DataQuestion | null {
  // "Any new babies" asks for an event, not for news.
  const { rest } = parseConditions(text, today)
  const isNews = /^(?:what(?:'s| is)|anything|any) (?:new|news|changed)\b/.test(text) && rest === text
  if (/^what(?:'s| is) new$/.test(text)) return { tool: 'changes', since: sinceDay('new', today) ?? today }
  if (!NEWS_PATTERN.test(text) || !CHANGED_PATTERN.test(rest) || UNRELATED_PATTERN.test(text)) return null
  const since = sinceDay(text, today)
  const isAboutPeople =
    PEOPLE_PATTERN.test(text) ||
    isNews ||
    /\b(?:since|scores?|signals?|changed|changes|i miss(?:ed)?)\b/.test(text)
  const oldest = formatDay(parseDay(today) - OLDEST_CHANGE)
  return since && isAboutPeople ? { tool: 'changes', since: since < oldest ? oldest : since } : null
}

/** A question for people, read as conditions, an order and the words that are neither. */
type PeopleQuestion = { text: string; filter: QuestionFilter; rest: string; order?: ListOrder | undefined }

function readPeopleQuestion(text: string, today: string): PeopleQuestion {
  const { order, words } = readOrder(text)
  const { filter, rest } = parseConditions(words, today)
  const isRestricted = isDoNotContactQuestion(text) && !filter.optedOut
  return { text, filter: isRestricted ? { ...filter, restricted: true } : filter, rest, order }
}

/** A question whose words are all understood: conditions, an order, and plain words around them. */
function parseListQuestion(text: string, today: string): DataQuestion | null {
  const peopleQuestion = readPeopleQuestion(text, today)
  const { filter, rest, order } = peopleQuestion
  const isFiltered = hasFilter(filter)
  if (filter.restricted && isDoNotContactQuestion(text)) return shapeQuestion(peopleQuestion)
  if (/\b(?:mean|registry|laws?|legal)\b/.test(text)) return null
  const isUnderstood = unknownWords(rest).length === 0
  if (isOutreach(rest) && (isUnderstood || !(isFiltered || isCampaign(rest))))
    return shapeQuestion(peopleQuestion)
  const isWholeList = PEOPLE_PATTERN.test(text) && WHOLE_PATTERN.test(text)
  const isAnswerable =
    isUnderstood && (isFiltered ? !/\b(?:you|it|this)\b/.test(rest) : isWholeList || isRanked(text, order))
  return isAnswerable ? shapeQuestion(peopleQuestion) : null
}

const WHOLE_PATTERN = /\b(?:my|our|all|everyone|everybody|how many|count|number of|total)\b/
const isRanked = (text: string, order: ListOrder | undefined) =>
  order !== undefined ||
  (BEST_PATTERN.test(text) && (PEOPLE_PATTERN.test(text) || /\b(?:to move|who)\b/.test(text)))

/** Whether the people are to be called, counted, ranked or listed. */
function shapeQuestion({ text, filter: narrowing, rest, order }: PeopleQuestion): DataQuestion | null {
  if (isOutreach(rest) && !narrowing.restricted)
    return {
      tool: 'whom_to_call',
      narrowing,
      limit: parseLimit(text, isCampaign(rest) ? LIST_LIMIT : undefined),
      ...channelOf(text),
    }
  if (COUNTED_PATTERN.test(text))
    return LIMIT_PATTERN.test(rest) || BEST_PATTERN.test(text) || /\blikely\b/.test(text)
      ? null
      : { tool: 'count_contacts', narrowing }
  if (BEST_ADVICE_PATTERN.test(text)) return null
  if (order) return { tool: 'top_contacts', narrowing, limit: parseLimit(text), order }
  if (isRanked(text, order))
    return { tool: 'top_contacts', narrowing, limit: parseLimit(text), isForOutreach: true }
  const show = parseContactFact(/\bwith (?:their|his|her|the) (.+)$/.exec(text)?.[1] ?? '')
  return { tool: 'top_contacts', narrowing, limit: parseLimit(text, LIST_LIMIT), ...(show ? { show } : {}) }
}

/** A question with one word or phrase that may be a city, a tag, a stage or a source. */
function parseWordQuestion(text: string, today: string): DataQuestion | null {
  const peopleQuestion = readPeopleQuestion(text, today)
  const { filter, rest } = peopleQuestion
  const words = unknownWords(rest)
  const word = words.join(' ')
  const isOnePhrase = words.length > 0 && words.length <= 3 && rest.replace(/'s\b/g, '').includes(word)
  if (!isOnePhrase || !(hasFilter(filter) || ASKS_FOR_PEOPLE_PATTERN.test(text) || PEOPLE_PATTERN.test(text)))
    return null
  return shapeQuestion({ ...peopleQuestion, filter: { ...filter, word } })
}

function parseLimit(text: string, usual = 5): number {
  const [, after, before] =
    /\b(?:top|best|first|highest|hottest|me|next) (\d{1,3})\b(?! ?(?:years?|months?|weeks?|days?|k\b))|\b(\d{1,2}) (?:top|best|hottest|people|contacts|leads|names|clients)\b/.exec(
      text,
    ) ?? []
  return Math.min(LIST_LIMIT, Math.max(1, Number(after ?? before ?? usual)))
}
