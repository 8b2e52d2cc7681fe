import { type CallingWindow, callingRuleOf } from '../compliance/calling-rules.ts'
import { stateCode, stateName } from '../identity/address.ts'
import { fold } from '../identity/name.ts'

const ABOUT_CALLS_PATTERN =
  /\b(?:call(?:s|ing)?|text(?:s|ing)?|phone)\b.*\b(?:hours?|times?|late|early|sundays?|limits?|rules?|laws?|when|morning|evening|night|\d{1,2}(?::\d\d)? ?(?:a\.?m|p\.?m|o'clock)|\d{1,2}:\d\d|saturdays?|weekends?|holidays?)\b|\b(?:hours?|times?|late|early|limits?|rules?|laws?|when)\b.*\b(?:call(?:s|ing)?|text(?:s|ing)?|phone)\b/
export const FEDERAL_HOURS = '8 a.m. to 9 p.m. in the time zone of the person you call (47 CFR 64.1200(c)(1))'

const CLOCK_PATTERN =
  /\b\d{1,2}(?::\d\d)? ?(?:a\.?m|p\.?m|o'clock|at night|in the (?:morning|evening))\b|\b(?:before|after|at) \d{1,2}(?::\d\d)?$/
const REACHES_PATTERN = /\b(?:call|calls|calling|text|texts|texting|phone|cell|ring|dial|hit up|knock)\b/

/** The hours and limits of sales calls in the state that a question names; null for any other question. */
export function answerCallingRule(question: string): string | null {
  const text = fold(question).replace(/[?.!\s]+$/, '')
  const isAboutTime = CLOCK_PATTERN.test(text) && REACHES_PATTERN.test(text)
  const isAboutRule =
    (ABOUT_CALLS_PATTERN.test(text) || isAboutTime) && !/\b(?:did|last|have|has)\b/.test(text)
  const state = isAboutRule ? stateIn(question) : null
  if (state !== null) return callingRuleText(state)
  return isAboutTime
    ? `Federal hours for sales calls and texts: ${FEDERAL_HOURS}. Some states allow fewer hours: name one to see its rule. General information, not legal advice.`
    : null
}

/** The hours and limits of sales calls in a state. */
export function callingRuleText(state: string): string {
  const rule = callingRuleOf(state)
  const note = 'General information, not legal advice.'
  if (!rule)
    return `Our table has no stricter rule for ${stateName(state)}, so the federal hours apply: ${FEDERAL_HOURS}. ${note}`
  const { weekdays, saturday, sunday, observesHolidays, callsPerDay } = rule
  const hours = [
    `Monday to Friday ${windowText(weekdays)}`,
    `Saturday ${windowText(saturday)}`,
    `Sunday${observesHolidays ? ' and legal holidays' : ''} ${windowText(sunday)}`,
  ]
  const limit = callsPerDay === null ? '' : ` At most ${callsPerDay} calls to one person in 24 hours.`
  return `Sales calls and texts in ${rule.name}: ${hours.join(', ').replace(/\.$/, '')}.${limit} Source: ${rule.statute}. ${note}`
}

/** A state's name in any letters, or its code in capitals: "or" and "in" are words, too. */
function stateIn(question: string): string | null {
  const words = question.match(/\p{L}+/gu) ?? []
  for (const [at, word] of words.entries()) {
    if (/^[A-Z]{2}$/.test(word) && stateCode(word)) return word
    for (const name of [word, words.slice(at, at + 2).join(' ')]) {
      const code = name.length > 3 ? stateCode(name) : null
      if (code !== null) return code
    }
  }
  return null
}

function windowText(window: CallingWindow): string {
  return window === null ? 'none' : `${hourText(window[0])} to ${hourText(window[1])}`
}

function hourText(hour: number): string {
  if (hour === 12) return 'noon'
  return hour < 12 ? `${hour} a.m.` : `${hour - 12} p.m.`
}
