import type { Relationship } from '../activities/relationship.ts'
import { formatDay, parseDay } from '../score/day.ts'
import { MONTH_NAMES } from './months.ts'
import { isFullyParsed } from './question-filter.ts'
import { type DraftAsked, LETTER_KINDS, type RecordQuestion } from './questions.ts'
import { sinceDay } from './since-day.ts'

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase())
const ABOUT_PEOPLE =
  /^(?:and |please )*(?:who|whom|whose|which|what|list|show|give|find|any|anyone|anybody|how many|are there|is there|do (?:i|we) have|does anyone|people|contacts|clients|birthdays?|past clients|sphere|vendors|closing|anniversaries|my|our|everyone|everybody)\b/
const BIRTHDAY =
  /\bbirthdays?\b|\bb-?days?\b|\b(?:was|were|is|are) born in\b|\bturn(?:s|ing)?\b.*\b(?:older|\d{2})\b/
const LAST_TALKED =
  /\b(?:last (?:contact|contacted|talked|spoke|spoken|touch)|(?:talked|spoken|spoke|touched base|been in touch|reached out) (?:to|with)?|contacted|heard from|called|touched|in touch)\b/
const TALKED =
  /\b(?:did|have|had|has|been|was|were)(?:n'?t)? .*\b(?:talk(?:ed)?|speak|spoke(?:n)?|call(?:ed)?|text(?:ed)?|e-?mail(?:ed)?|met|meet|contact(?:ed)?|in touch|reach(?:ed)?)\b/
const CLOSING = /\banniversar(?:y|ies)\b/
/** Words for a relationship, with its name. */
const RELATIONSHIP_WORDS: readonly [RegExp, Relationship][] = [
  [/\b(?:past|former|previous|old) (?:clients?|customers?|buyers?|sellers?)\b/, 'past_client'],
  [/\bsphere\b/, 'sphere'],
  [/\bvendors?\b/, 'vendor'],
]
const NOT = /\b(?:not|haven'?t|hasn'?t|didn'?t|never|no|over|more than|older than|longest|before)\b/
const LABELED =
  /\b(?:tagg?ed|labell?ed|with (?:the )?(?:tag|label)|in (?:the )?group)(?: (?:as|with))? ["“']?(.{2,60}?)["”']?$/
const STAGE = /\b(?:in|at) (?:the )?["“']?([\p{L}][\p{L} -]{1,40}?)["”']? stage\b/u
const SOURCE =
  /\b(?:came|come|coming|sourced|leads?|contacts?|people|clients?) from ["“']?(zillow|realtor\.com|redfin|facebook|google|instagram|referrals?|open houses?|my website|website)["”']?/
const UNIT_DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }

type RecordRule = (text: string, today: string) => RecordQuestion | null

const RULES: readonly RecordRule[] = [
  (text, today) => {
    const by = BIRTHDAY.test(text) ? 'birthday' : CLOSING.test(text) ? 'closing' : null
    const month = by && monthOf(text, today)
    return by && month ? { by, month } : null
  },
  lastContactAsked,
  (text) => {
    const label = LABELED.exec(text)?.[1]
    return label ? { by: 'label', text: label.trim() } : null
  },
  (text) => {
    const found = RELATIONSHIP_WORDS.find(([words]) => words.test(text))
    return found && isFullyParsed(text.replace(found[0], ' '))
      ? { by: 'relationship', relationship: found[1] }
      : null
  },
  (text) => {
    const stage = STAGE.exec(text)?.[1]
    return stage ? { by: 'stage', text: stage.trim() } : null
  },
  (text) => {
    const source = SOURCE.exec(text)?.[1]
    return source ? { by: 'source', text: source.replace(/^my |s$/g, '') } : null
  },
]

/** Reads questions about birthdays, last contact, tags, stage or source. `today` is the UTC day. */
export function recordQuestionOf(text: string, today: string): RecordQuestion | null {
  if (!ABOUT_PEOPLE.test(text)) return null
  for (const rule of RULES) {
    const question = rule(text, today)
    if (question) return question
  }
  return null
}

const REFUSAL = /\bdo[- ]not\b|\bopted\b|\bshould\b/
const LONG_AGO = /\blongest\b|\bawhile\b|\ba while\b|\blong time\b/
const SPAN = /\b(\d{1,3}|an?|one|two|three|six) (day|week|month|year)s?\b/
const COUNTS: Record<string, number> = { two: 2, three: 3, six: 6 }
const LONG_AGO_DAYS = 90

function lastContactAsked(text: string, today: string): RecordQuestion | null {
  if (REFUSAL.test(text)) return null
  if (NOT.test(text) && (LAST_TALKED.test(text) || TALKED.test(text))) {
    const [, count = '', unit = 'day'] = SPAN.exec(text) ?? []
    const days = count ? (Number(count) || (COUNTS[count] ?? 1)) * (UNIT_DAYS[unit] ?? 1) : LONG_AGO_DAYS
    if (count || LONG_AGO.test(text)) return { by: 'lastContact', day: formatDay(parseDay(today) - days) }
  }
  const day = TALKED.test(text) ? sinceDay(text, today) : null
  if (day === null || day === 'last_visit') return null
  return { by: NOT.test(text) ? 'lastContact' : 'contacted', day }
}

/** The month that a question about a yearly day means, 1 to 12; null if it names none. */
function monthOf(text: string, today: string): number | null {
  const named = MONTHS.findIndex((month) => new RegExp(`\\b(?:${month}|${month.slice(0, 3)})\\b`).test(text))
  if (named >= 0) return named + 1
  const now = Number(today.slice(5, 7))
  if (/\bnext month\b/.test(text)) return (now % 12) + 1
  return /\b(?:this month|today|this week|soon|upcoming|coming up)\b/.test(text) ? now : null
}

const DRAFT =
  /^(?:please |can you |could you |help me |i (?:want|need|would like) (?:to|you to) )*(?:draft|write|compose|prepare|create|make|send|do)(?: me| up)? (?:an? )?(?:\w+ )?(text|sms|email|e-mail|letter|note|postcard|card|message|text message|script|call script|voicemail)(?: message)? (?:to|for|to my client)\s+(.{1,100}?)(?: (?:about|asking|saying|that|to say|regarding)\b.*)?$/i
const NAME_FIRST =
  /^(?:please |can you |could you |help me )*(?:draft|write|compose|send) ((?!(?:me|us|an?|the|up)\b)[\p{L}'-]+(?: [\p{L}'-]+){0,3}?) an? (?:\w+ )?(text|sms|email|e-mail|letter|note|postcard|card|message|script)\b/iu
const VERB_FIRST =
  /^(?:please |can you |could you )*(?:text|email|e-mail|message) ([\p{Lu}][\p{L}'-]*(?: [\p{Lu}][\p{L}'-]*){0,3})(?: (?:about|asking|saying|that|and)\b.*)?$/u
const NO_NAME =
  /^(?:all|everyone|everybody|my|our|the|a|an|them|every|each|some(?:one|body)|any(?:one|body)|clients?|contacts?|leads?|people)\b/i

/** A question in its own letters, without closing punctuation. */
export function plainQuestion(question: string): string {
  return question
    .trim()
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[?.!\s]+$/, '')
}

/** Reads a request to draft a message to a contact. */
export function draftQuestionOf(question: string): DraftAsked | null {
  const text = plainQuestion(question)
  const found = DRAFT.exec(text)
  const first = found ? null : NAME_FIRST.exec(text)
  const name = (found?.[2] ?? first?.[1] ?? VERB_FIRST.exec(text)?.[1])?.trim()
  if (!name || NO_NAME.test(name)) return null
  const kind = (found?.[1] ?? first?.[2] ?? text).toLowerCase()
  return { name, channel: LETTER_KINDS.find(([pattern]) => pattern.test(kind))?.[1] ?? 'text' }
}
