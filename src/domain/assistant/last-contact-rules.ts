import type { ConditionRule } from './condition-rule.ts'
import { MONTH_WORDS } from './months.ts'
import { sinceDay } from './since-day.ts'

const PERSONAL_TALK = String.raw`(?:talk(?:ed)?|sp[eo]ak?e?n?|spoken?|call(?:ed)?|text(?:ed)?|e-?mail(?:ed)?|me?et|contact(?:ed)?|touch(?:ed)?|heard|reach(?:ed)?|been in touch|conversations?|connected|phoned|rung|rang|messaged|mailed|written|wrote|visited|seen|saw|pinged|follow(?:ed)? up|check(?:ed)? (?:in|up)|(?:got(?:ten)?|get) (?:a )?hold of|hit up|dealt|worked)(?: (?:base|out|to|with|from|in|of|on|by (?:me|us)))*`
const NEGATION = String.raw`(?:haven't|hasn't|have not|has not|hadn't|didn't|did not|don't|not|never|ain't)`
const TIME = String.raw`(?:(?:since|before|after|in|for|within|during|over|more than|older than|longer than|at least|on|all)(?: (?:the|over|more|than|at|least|like|about))* )*(?:(?:last|past|this|previous|prior) )?(?:\d{4}-\d\d-\d\d|(?:\d{1,3}|an?|one|few) (?:days?|weeks?|months?|years?)(?: ago)?|days?|weeks?|months?|years?|quarter|q[1-4]?|(?:20\d\d)|(?:the )?(?:spring|summer|fall|autumn|winter|christmas|thanksgiving|new years?|holidays|labor day|memorial day)|a ?while|a long time|long time|ages|forever|longest|lately|recently|today|yesterday|${MONTH_WORDS}|sunday|monday|tuesday|wednesday|thursday|friday|saturday)`
const WITHOUT_TALK = new RegExp(
  `\\b(?:(?:i|we|you) )?${NEGATION}(?: [a-z]+){0,3}? ${PERSONAL_TALK}(?: (?:any(?:one|body)|them|me|us|i|my|our))*(?<time> ${TIME})?\\b`,
)
const LAST_TALK_BEFORE = new RegExp(`\\blast ${PERSONAL_TALK}(?: (?:was|is|them|date))*(?<time> ${TIME})`)
const TALKED_SINCE = new RegExp(`\\b${PERSONAL_TALK}(?<time> ${TIME})\\b`)
const NO_CONTACT = new RegExp(
  `\\bno (?:contact|touch(?:es|point)?|activity|calls?|conversations?|communication)(?: with (?:me|us))?(?<time> ${TIME})?\\b`,
)
const LONG_AGO_DAYS = 90

/** When the caller last contacted people. */
export const LAST_CONTACT_RULES: readonly ConditionRule[] = [
  [
    /\bnever (?:been |ever |once |yet )?(?:contacted|called|talked (?:to|with)|spoken (?:to|with)|spoke (?:to|with)|reached(?: out to)?|touched|emailed|texted|met)\b|\buncontacted\b|\b(?:no|without (?:a|any)) (?:record|history|log) of (?:me |us |ever )*(?:contacting|contact|calling|talking|speaking|reaching|touching)(?: (?:to|with|out))*|\bnot yet (?:contacted|called)\b/,
    () => ({ lacks: ['lastContact'] }),
  ],
  [
    /\b(?:(?:gone|going|went|got) (?:cold|quiet|stale)|ghost(?:ed|ing)?|neglect(?:ed|ing)|fell off|(?:lost|out of|losing) touch|overdue for a (?:call|touch|check-?in)|due for a (?:call|touch|check-?in))\b/,
    (_found, _text, today) => ({ contactedBefore: longAgo(today) }),
  ],
  [
    NO_CONTACT,
    (found, _text, today) => {
      const time = found.groups?.time
      return time ? { contactedBefore: dayIn(time, today) ?? longAgo(today) } : { lacks: ['lastContact'] }
    },
  ],
  [
    WITHOUT_TALK,
    (found, _text, today) => {
      const time = found.groups?.time
      if (!time) return { lacks: ['lastContact'] }
      return { contactedBefore: dayIn(time, today) ?? longAgo(today) }
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
]

const longAgo = (today: string) => sinceDay(`last ${LONG_AGO_DAYS} days`, today) ?? today

/** The day that a time such as "in 90 days" or "since June" begins on. */
function dayIn(time: string, today: string): string | null {
  if (/\b(?:a ?while|long time|ages|forever|longest|lately|recently|months)\b/.test(time) && !/\d/.test(time))
    return longAgo(today)
  const day = sinceDay(time, today)
  return day === 'last_visit' ? null : day
}
