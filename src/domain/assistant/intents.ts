import type { Channel } from '../compliance/outreach.ts'
import { fold } from '../identity/name.ts'
import {
  isBillingQuestion,
  isDoNotContactQuestion,
  parseContactFact,
  parseContactPoint,
  parseHomesCriteria,
  parseMissingKind,
} from './fact-questions.ts'
import { hasFilter, isFullyParsed, parseQuestionFilter, withoutEvents } from './question-filter.ts'
import { type DataQuestion, LIST_LIMIT } from './questions.ts'
import { draftQuestionOf, plainQuestion, recordQuestionOf } from './record-questions.ts'
import { sinceDay } from './since-day.ts'

/** Rules are for short questions only. */
const MAX_LENGTH = 300

/** Questions about the product, not about the caller's own data. */
const ABOUT_PRODUCT =
  /\b(means?|meaning)\b|^(how (do|can|to|should|does|are|is)|can i|can we|may i|could i|where (?:(?:do|can) (?:i|we|you)|is|are)\b|what (is|are) (a|an|the|tasks?|contacts?|credits?)\b(?!.*\b(my|our)\b)(?!.*\b(in|with|due|top|best|left)\b))/
const WHAT_IS_ALLOWED = /\b(can|may|could|limits?|maximum|allowed|included|cost|import|upload|per month)\b/

const PEOPLE =
  /\b(contacts?|people|persons?|clients?|leads?|prospects?|movers?|homeowners?|owners|ones|everyone|everybody)\b/
const WHOM =
  /\b(?:whom?|which (?:contacts?|people|clients?|leads?|ones?)|contacts?|people|leads?|clients?)\b.*\b(?:should|to|shall|must|could|can)\b.*\b(?:call|contact|reach|phone|ring|talk|approach|speak|text|e-?mail|message|write)\b|^(?:my )?call list\b/
const NOT_TO_CONTACT = /\bdo[- ]?not[- ]contact|\bnot (?:be )?(?:contact|call)|\bdnc\b|\bopt(?:ed)?[- ]out/
const CREDITS =
  /\bhow many (?:\w+ )?credits (?:do|have|are|remain|left)\b(?!.*\bget\b)|\bcredits? (?:are |is )?(?:left|remaining|balance)\b|\b(?:my|our) credit(?:s| balance)$/
const CREDITS_USED =
  /\b(?:did|have|were|are|was) (?:i|we|my|our|the)?\b.*\b(?:us(?:e|ed)|spen[dt])\b.*\bcredits?\b|\bcredits?\b.*\b(?:did|have|has|were)\b.*\b(?:use[d]?|spen[dt])\b|\bwhere did (?:my|our|all).*\bcredits go\b/
const TASKS =
  /\b(?:tasks?|to-?dos?)\b|\bwhat(?:'s| is| are)? (?:\w+ )?(?:due|overdue)\b|\banything (?:due|overdue)\b/
const TASKS_ASKED =
  /\b(?:due|overdue|open|today|week|my|mine|which|list|show|pending|waiting|have i|do i|we have)\b/
const TO_DO = /^what (?:should|must|do|can|have) i (?:have |need |got )?(?:to )?do (today|this week)$/
const TASKS_EXPLAINED = /\b(?:where|why|come from|create|make|add|delete|assign|playbooks?|notifications?)\b/
const CHANGED =
  /\b(?:changed?|changes|new|happened|risen|rose|rising|fell|fallen|up|dropped|down|moved|miss(?:ed)?)\b/
const WHAT_CHANGED =
  /^(?:and |so )?(?:what|which|who|whose|any|anyone|anybody|anything|show|list|has|have|did|tell)\b/
const COUNTED = /^(?:and )?(?:how many|count|number of|what number of)\b/
const BEST = /\b(?:top|best|highest|hottest|hot|strongest|most likely|likeliest)\b/
/** "The best time to call" asks for advice, not for contacts. */
const BEST_ADVICE = /\bbest (?:way|time|practices?|days?|hours?|methods?|scripts?|words?|tools?)\b/
/** Subjects whose changes have nothing to do with scores and signals. */
const OTHER_CHANGES = /\b(?:polic(?:y|ies)|terms|prices?|pricing|plans?|product|version|api|laws?|rules?)\b/
const WHO_HAS = /\b(?:has|have|with|scores?|lives?)\b|^who(?:'s| is| are)? (?:living |located |based )?in\b/
const LISTED =
  /^(?:please )?(?:list|show|give|name|which|who|find|whom|any|(?:is |does |has )?any(?:one|body))\b/

type Rule = (text: string, today: string, original: string) => DataQuestion | null

const RULES: readonly Rule[] = [
  (_text, _today, original) => {
    const text = parseContactPoint(original)
    return text ? { tool: 'reach', text } : null
  },
  (_text, _today, original) => {
    const draft = draftQuestionOf(original)
    return draft && { tool: 'draft', ...draft }
  },
  (text) =>
    CREDITS_USED.test(text) && !/\b(?:last|previous|prior) (?:month|year|week|quarter)\b/.test(text)
      ? { tool: 'credits_used' }
      : null,
  (text) => (CREDITS.test(text) ? { tool: 'credits' } : null),
  (text) => (isBillingQuestion(text) ? { tool: 'billing' } : null),
  (text) => (isDoNotContactQuestion(text) ? { tool: 'do_not_contact', limit: LIST_LIMIT } : null),
  parseTasksQuestion,
  (text, today) => {
    const criterion = recordQuestionOf(text, today)
    return criterion && { tool: 'records', criterion, limit: LIST_LIMIT }
  },
  (text) =>
    WHOM.test(text) && !NOT_TO_CONTACT.test(text)
      ? {
          ...{ tool: 'whom_to_call', narrowing: parseQuestionFilter(text), limit: parseLimit(text) },
          ...channelOf(text),
        }
      : null,
  parseChangesQuestion,
  (text) => {
    const what = parseMissingKind(text)
    return what && { tool: 'missing', what, limit: LIST_LIMIT }
  },
  (text, today) => {
    const homes = parseHomesCriteria(text, today)
    return homes && { tool: 'homes', limit: parseLimit(text), ...homes }
  },
  (text) =>
    COUNTED.test(text) && PEOPLE.test(text) && !WHAT_IS_ALLOWED.test(text) && isFullyParsed(text)
      ? { tool: 'count_contacts', narrowing: parseQuestionFilter(text) }
      : null,
  parseTopQuestion,
  (_text, _today, original) => parseNameQuestion(original),
]

/**
 * Reads a question about the caller's own data with rules on its words; null for any other question. `today` is the
 * UTC day, `YYYY-MM-DD`.
 */
export function parseDataQuestion(question: string, today: string): DataQuestion | null {
  if (question.length > MAX_LENGTH) return null
  const text = fold(question)
    .replace(/[’]/g, "'")
    .replace(/^(what|who|where|when|how)s\b/, "$1's")
    .replace(/[?.!\s]+$/, '')
  if (ABOUT_PRODUCT.test(text)) return parseNameQuestion(question, CAPITALIZED)
  for (const rule of RULES) {
    const found = rule(text, today, question)
    if (found) return found
  }
  return null
}

/** The channel of a question such as "who should I text"; nothing for calls. */
function channelOf(text: string): { channel?: Channel } {
  const verb = /\b(?:text|e-?mail|write|letter)\b/.exec(text)?.[0]
  if (!verb) return {}
  return { channel: verb === 'text' ? 'text' : verb.endsWith('mail') ? 'email' : 'letter' }
}

function parseTasksQuestion(text: string): DataQuestion | null {
  const day = TO_DO.exec(text)?.[1]
  if (day) return { tool: 'tasks', which: day === 'today' ? 'today' : 'week' }
  if (!TASKS.test(text) || !TASKS_ASKED.test(text) || TASKS_EXPLAINED.test(text)) return null
  if (/\b(?:overdue|late|past due)\b/.test(text)) return { tool: 'tasks', which: 'overdue' }
  if (/\btoday\b/.test(text)) return { tool: 'tasks', which: 'today' }
  if (/\b(?:week|tomorrow)\b/.test(text)) return { tool: 'tasks', which: 'week' }
  return { tool: 'tasks', which: /\b(?:assigned to me|mine)\b/.test(text) ? 'mine' : 'open' }
}

function parseChangesQuestion(question: string, today: string): DataQuestion | null {
  // "Any new babies" asks for an event, not for news.
  const text = withoutEvents(question)
  if (/^what(?:'s| is) new$/.test(text)) return { tool: 'changes', since: sinceDay('new', today) ?? today }
  if (!WHAT_CHANGED.test(text) || !CHANGED.test(text) || OTHER_CHANGES.test(text)) return null
  const since = sinceDay(text, today)
  const isAboutPeople =
    PEOPLE.test(text) || /\b(?:since|scores?|signals?|changed|changes|i miss(?:ed)?)\b/.test(text)
  return since && isAboutPeople ? { tool: 'changes', since } : null
}

function parseTopQuestion(text: string): DataQuestion | null {
  const narrowing = parseQuestionFilter(text)
  const best = BEST.test(text) && (PEOPLE.test(text) || /\b(?:to move|who)\b/.test(text))
  const listed =
    LISTED.test(text) &&
    isFullyParsed(text) &&
    ((PEOPLE.test(text) && (hasFilter(narrowing) || /\b(?:my|our|all)\b/.test(text))) ||
      (/^(?:who|(?:is |does |has )?any(?:one|body))\b/.test(text) &&
        hasFilter(narrowing) &&
        (narrowing.signal !== undefined || WHO_HAS.test(text))))
  if ((!best && !listed) || COUNTED.test(text) || NOT_TO_CONTACT.test(text) || BEST_ADVICE.test(text))
    return null
  if (!best) return { tool: 'top_contacts', narrowing, limit: parseLimit(text, LIST_LIMIT) }
  return { tool: 'top_contacts', narrowing, limit: parseLimit(text), isForOutreach: true }
}

function parseLimit(text: string, usual = 5): number {
  const count = Number(
    /\b(?:top|best|first|highest) (\d{1,3})\b|\b(\d{1,2}) (?:top|best)\b/.exec(text)?.[1] ?? usual,
  )
  return Math.min(LIST_LIMIT, Math.max(1, count))
}

const NAMES: readonly RegExp[] = [
  /^why (?:is|was|are) (.+?)(?:'s)? (?:score |scored |ranked |rated )?(?:so |that |this |too )?(?:high|low|likely|hot|cold)\b/i,
  /^why (?:does|did|has|is) (.+?)(?:'s)? (?:have|get|got|scored?)\b/i,
  /^what (?:do|did) (?:we|you|i) (?:know|have) (?:about|on|of) (.+)$/i,
  /^(?:please )?tell me (?:more |something |everything )?about (.+)$/i,
  /^who(?: is|'s) (.+)$/i,
  /^what(?: has|'s)? happened (?:to|with) (.+)$/i,
  /^(?:(?:what(?: is|'s)|give me|show me) )?(.+?)'s? (?:phone(?: number)?|number|e-?mail(?: address)?|address|signals?)$/i,
  /^(?:(?:what(?: is|'s)|give me|show me) )?(?:the )?(?:phone(?: number)?|e-?mail(?: address)?|address) (?:of|for) (.+)$/i,
  /^(?:do|have) (?:i|we) (?:have|got) (?:an? |the )?(?:phone(?: number)?|number|cell|mobile|e-?mail(?: address)?|address|birthday) (?:for|of|on) (.+)$/i,
  /^how likely is (.+?) to move\b/i,
  /^is (.+?)'s? (?:home |house |place |property |condo )?(?:listed|for sale|on the market)\b/i,
  /^(?:what(?: is|'s) )?(?:the )?(?:score|chance) (?:of|for) (.+)$/i,
  /^(?:what(?: is|'s) )(.+?)'s? (?:score|chance)$/i,
  /^(?:show|find|open|look up|pull up|search for)(?: me)?(?: the)?(?: contact)? (.+)$/i,
  /^(?:should|can|may|could) i (?:call|contact|text|email|e-mail|write|phone)(?: to)? (.+?)(?: (?:today|now|this week|tomorrow))?$/i,
  /^how (?:old|hot|ready) is (.+)$/i,
  /^how (?:do|can) i (?:reach|call|contact|get hold of) (.+)$/i,
  /^where (?:does|do|did) (.+?) (?:live|work)\b/i,
  /^where (?:does|did) (.+?) come from$/i,
  /^does (.+?) (?:own|rent)\b/i,
  /^(?:what|which) stage is (.+?)(?: (?:in|at))?$/i,
  /^when(?: is|'s) (.+?)'s? (?:birthday|b-?day)$/i,
  /^(?:what(?: is|'s) )?(.+?)'s? (?:stage|lead source|source|birthday|last contact|status)$/i,
  /^when was (.+?) born$/i,
  /^when did (?:i|we) last (?:talk|speak|call|contact|reach out|text|email)(?: (?:to|with))? (.+)$/i,
  /^(?:how long|since when) (?:has|have|did) (.+?) (?:owned|lived|been|own|live|had)\b/i,
  /^when did (.+?) (?:buy|purchase|move|get)\b/i,
  /^what(?: is|'s) (.+?)'s? (?:home|house|property|place|condo)(?: (?:worth|value|valued at))?$/i,
  /^(?:how much is|what is|what's) (.+?)'s? (?:home|house|property|place|condo|equity)(?: worth)?$/i,
  /^what(?: is|'s) (.+?)'s? (?:home |house )?(?:value|equity|age|job|employer|company|birthday)$/i,
  /^[Ww](?:hat|here) (?:does|do) (\p{Lu}.*?) (?:do|work)(?: for a living)?$/u,
  /^what(?:'s| is) (?:new|up|going on) with (.+)$/i,
  /^(?:anything|something) (?:new |known )?(?:about|on|with) (.+)$/i,
  /^(?:do|have) (?:i|we) (?:have|know|got) (?:a contact (?:named|called) |someone (?:named|called) |anyone (?:named|called) |an? )?([\p{Lu}][\p{L}'-]+(?: [\p{Lu}][\p{L}'-]+){0,3})$/u,
  /^why (?:should i call|call) (.+)$/i,
]
const NO_NAME =
  /^(?:the|my|our|your|a|an|this|that|it|its|his|her|their|each|every|all|any|some|most|contacts?|there|going|behind|likely)\b/i

/** A name in capitals, which sets it apart where the question might be about the product. */
const CAPITALIZED = /^\p{Lu}\p{Ll}/u

function parseNameQuestion(question: string, called = /./): DataQuestion | null {
  const text = plainQuestion(question)
  for (const pattern of NAMES) {
    const name = pattern.exec(text)?.[1]?.trim()
    if (name && name.length <= 100 && !NO_NAME.test(name) && called.test(name))
      return { tool: 'contact', name, about: parseContactFact(text, name) }
  }
  return null
}
