import { type ActivityFact, isAttempt, isConversation } from './activity.ts'

const DAY_MS = 24 * 60 * 60_000

/** Days without another call after a conversation, and after an unanswered attempt. */
const REST_DAYS = { conversation: 14, attempt: 3 } as const

/** Maximum number of attempts within a number of days. */
const ATTEMPT_LIMIT = { attempts: 3, days: 14 } as const

export type ContactRest = {
  lastActivityAt: Date | null
  lastConversationAt: Date | null
  /** Lists leave the contact out until then; null without a rest. May lie in the past. */
  restsUntil: Date | null
}

/** Calculates last activity, last conversation and rest of a contact from activities in any order. */
export function contactRest(activities: readonly ActivityFact[]): ContactRest {
  const latest = (facts: readonly ActivityFact[]) =>
    facts.reduce<Date | null>((last, { at }) => (last && last >= at ? last : at), null)
  const conversation = latest(activities.filter(isConversation))
  const attempts = activities
    .filter((activity) => isAttempt(activity) && (!conversation || activity.at > conversation))
    .map(({ at }) => at.getTime())
    .toSorted((a, b) => b - a)
  const endTimes = [
    conversation && conversation.getTime() + REST_DAYS.conversation * DAY_MS,
    attempts[0] !== undefined && attempts[0] + REST_DAYS.attempt * DAY_MS,
    endOfAttemptLimit(attempts),
  ].filter((end) => typeof end === 'number')
  return {
    lastActivityAt: latest(activities.filter(({ type }) => type !== 'note')),
    lastConversationAt: conversation,
    restsUntil: endTimes.length > 0 ? new Date(Math.max(...endTimes)) : null,
  }
}

/** After three attempts within 14 days, rest lasts until 14 days after the first. `attempts` are newest first. */
function endOfAttemptLimit(attempts: readonly number[]): number | null {
  const [newest] = attempts
  const earliest = attempts[ATTEMPT_LIMIT.attempts - 1]
  if (newest === undefined || earliest === undefined) return null
  const span = ATTEMPT_LIMIT.days * DAY_MS
  return newest - earliest < span ? earliest + span : null
}
