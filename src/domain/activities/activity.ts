export const ACTIVITY_TYPES = ['call', 'text', 'email', 'meeting', 'letter', 'note', 'showing'] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export const ACTIVITY_OUTCOMES = [
  'reached',
  'left_message',
  'no_answer',
  'call_back_later',
  'wrong_number',
  'already_moved',
  'has_agent',
  'appointment',
  'not_interested',
  'do_not_contact',
] as const
/** Result of contacting someone. */
export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number]

/** The parts of an activity that determine a contact's rest. */
export type ActivityFact = {
  type: ActivityType
  outcome: ActivityOutcome | null
  at: Date
}

const UNANSWERED: ReadonlySet<ActivityOutcome | null> = new Set(['left_message', 'no_answer', 'wrong_number'])

/** True if the agent and the contact spoke or wrote to each other. */
export function isConversation({ type, outcome }: Pick<ActivityFact, 'type' | 'outcome'>): boolean {
  if (type === 'note' || UNANSWERED.has(outcome)) return false
  return outcome !== null || type === 'meeting' || type === 'showing'
}

/** True if the agent tried and got no answer yet, such as a call, text, email or letter without an outcome. */
export function isAttempt({ type, outcome }: Pick<ActivityFact, 'type' | 'outcome'>): boolean {
  if (UNANSWERED.has(outcome)) return type !== 'note'
  return outcome === null && (type === 'call' || type === 'text' || type === 'email' || type === 'letter')
}
