import type { Relationship } from '../activities/relationship.ts'
import type { CallCheck } from '../compliance/call-permission.ts'

/** How to get in touch; `personal` means in person or by a handwritten note, whichever the agent finds fitting. */
export type TodayChannel = 'call' | 'text' | 'email' | 'letter' | 'personal'

/** Facts about a contact that ranking and reasons use. Days are local, `YYYY-MM-DD`. */
export type TodayCandidate = {
  id: string
  /** Chance of a move within 12 months, 0 to 1; null if never scored. */
  chance: number | null
  /** True if any live signal calls for personal contact. */
  isPersonalOnly: boolean
  /** Contacts with the same household key live at one address. */
  householdKey: string | null
  /** A number that is not known to be wrong, and which channels are open. */
  hasPhone: boolean
  hasEmail: boolean
  hasAddress: boolean
  blockedChannels: readonly ('call' | 'text' | 'email' | 'letter')[]
  callCheck: CallCheck
  /** Calls are allowed at this hour where the contact lives. */
  isCallingHour: boolean
  relationship: Relationship | null
  isOwnClient: boolean
  lastConversationOn: string | null
  /** Day of the last closing with the organization. */
  closedOn: string | null
  /** The first open task that is due. */
  dueTask: { isOverdue: boolean } | null
}

/** Facts that reasons need in addition to those for ranking. */
export type ReasonFacts = {
  /** Year in which the contact bought the home, `YYYY`; null if unknown. */
  ownedSince: string | null
  /** The newest record behind the top signal, without its kind. */
  record: { on: string | null } | null
}
