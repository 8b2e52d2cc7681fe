import { MONTH_NAMES } from '../assistant/months.ts'
import { parseDay } from '../score/day.ts'
import type { ReasonFacts, TodayCandidate } from './candidate.ts'
import { yearsSinceClosing } from './rank.ts'

/** A neutral fact behind a suggestion. The kind of a record appears only after the contact is opened. */
export type TodayEvidence = {
  kind: 'task' | 'closing' | 'tenure' | 'conversation' | 'relationship' | 'record' | 'chance'
  /** One or two words, such as "Public record". */
  label: string
  /** `YYYY-MM-DD` or `YYYY`; null without a date. */
  on: string | null
}

export type TodayReason = {
  /** One plain sentence; never about household size, children, age, health, marriage, death, debt or need. */
  text: string
  evidence: TodayEvidence[]
}

const RELATIONSHIP_WORDS = {
  past_client: 'A past client',
  sphere: 'In your sphere',
  lead: 'A lead',
  vendor: 'A vendor',
  other: null,
} as const

/** Minimum chance of a move to mention it in a list. */
const HIGH_CHANCE = 0.15

/**
 * Explains from neutral facts alone why to contact someone today. @param today local day
 */
export function todayReason(candidate: TodayCandidate & ReasonFacts, today: string): TodayReason {
  const { dueTask, record } = candidate
  const evidence: TodayEvidence[] = []
  const parts: string[] = []
  const years = yearsSinceClosing(candidate.closedOn, today)
  if (dueTask) {
    // A member wrote its title, which may reveal what a list must not.
    parts.push(dueTask.isOverdue ? 'a task is overdue' : 'a task is due today')
    evidence.push({ kind: 'task', label: 'Task', on: null })
  }
  if (years !== null) {
    parts.push(`${years} ${years === 1 ? 'year' : 'years'} since you closed together`)
    evidence.push({ kind: 'closing', label: 'Closing', on: candidate.closedOn })
  } else if (candidate.isOwnClient) {
    parts.push('your client')
    evidence.push({ kind: 'relationship', label: 'Your client', on: null })
  } else if (candidate.ownedSince) {
    parts.push(`owned since ${candidate.ownedSince}`)
    evidence.push({ kind: 'tenure', label: 'Owned since', on: candidate.ownedSince })
  }
  const relationshipText = candidate.relationship && RELATIONSHIP_WORDS[candidate.relationship]
  if (relationshipText && parts.length === 0) {
    parts.push(relationshipText)
    evidence.push({ kind: 'relationship', label: relationshipText, on: null })
  }
  const isLikely = candidate.chance !== null && candidate.chance >= HIGH_CHANCE
  // A missing conversation alone is not a reason.
  if (isLikely && parts.length === 0) parts.push('more likely to move than most')
  parts.push(conversationText(candidate, today))
  if (candidate.lastConversationOn)
    evidence.push({ kind: 'conversation', label: 'Last conversation', on: candidate.lastConversationOn })
  if (record) evidence.push({ kind: 'record', label: 'Public record', on: pastDay(record.on, today) })
  if (isLikely) evidence.push({ kind: 'chance', label: 'More likely to move than most', on: null })
  return { text: sentence(parts), evidence }
}

/** Hides future dates, which would reveal the kind of record, such as an auction. */
function pastDay(on: string | null, today: string): string | null {
  return on !== null && on <= today ? on : null
}

function conversationText(candidate: TodayCandidate, today: string): string {
  const { lastConversationOn: on, closedOn, isOwnClient, relationship } = candidate
  if (on === null) {
    const isAcquainted =
      closedOn !== null || isOwnClient || relationship === 'past_client' || relationship === 'sphere'
    return isAcquainted ? 'no conversation logged yet' : 'you haven’t spoken yet'
  }
  const weeks = Math.round((parseDay(today) - parseDay(on)) / 7)
  if (weeks === 0) return 'you last spoke this week'
  if (weeks === 1) return 'you last spoke last week'
  if (weeks < 7) return `you last spoke ${weeks} weeks ago`
  const [year, month] = [on.slice(0, 4), MONTH_NAMES[Number(on.slice(5, 7)) - 1]]
  return year === today.slice(0, 4) ? `you last spoke in ${month}` : `you last spoke in ${month} ${year}`
}

/** Joins parts to one sentence that starts with a capital letter and ends with a period. */
function sentence(parts: readonly string[]): string {
  const text = parts.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
