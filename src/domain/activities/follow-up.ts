import { type DayNumber, formatDay, parseDay } from '../score/day.ts'
import type { ActivityOutcome, ActivityType } from './activity.ts'

/** Days until the next follow-up, and its title. */
const FOLLOW_UPS: Readonly<Record<ActivityOutcome, { days: number; title: string } | null>> = {
  reached: { days: 30, title: 'Follow up' },
  left_message: { days: 3, title: 'Try again' },
  no_answer: { days: 3, title: 'Try again' },
  call_back_later: { days: 1, title: 'Call back' },
  wrong_number: null,
  already_moved: { days: 30, title: 'Check in at the new home' },
  has_agent: null,
  appointment: { days: 1, title: 'Prepare for the appointment' },
  not_interested: { days: 180, title: 'Check in' },
  do_not_contact: null,
}

export type FollowUp = {
  /** `YYYY-MM-DD`, never on a weekend. */
  on: string
  title: string
}

/**
 * Suggests the next follow-up after an activity; null if there should be none.
 *
 * @param day the local day of the activity, `YYYY-MM-DD`
 */
export function suggestFollowUp(
  type: ActivityType,
  outcome: ActivityOutcome | null,
  day: string,
): FollowUp | null {
  if (type === 'note') return null
  const suggestion = outcome === null ? { days: 14, title: 'Follow up' } : FOLLOW_UPS[outcome]
  return (
    suggestion && { on: formatDay(nextWorkday(parseDay(day) + suggestion.days)), title: suggestion.title }
  )
}

/** The day itself, or the Monday after a weekend. Day 0 was a Thursday. */
function nextWorkday(day: DayNumber): DayNumber {
  const weekday = (day + 4) % 7
  if (weekday === 6) return day + 2
  return weekday === 0 ? day + 1 : day
}
