import type { CallingHours } from '#contract/outreach.ts'
import type { Task } from '#contract/tasks.ts'
import { checkCall, closingExemption } from '#domain/compliance/call-permission.ts'
import { homeKey } from '#domain/signals/place-match.ts'
import type { TodayCandidate } from '#domain/today/candidate.ts'
import { americanDay } from '#server/platform/clock.ts'
import type { CandidateRow } from '../store/candidates.ts'

/** `hours` are those where the contact lives; null without a phone. */
export type Candidate = TodayCandidate & { row: CandidateRow; hours: CallingHours | null }

/** Facts of a row that ranking and reasons need. */
export function candidateOf(
  row: CandidateRow,
  { hours, task, now }: { hours: CallingHours | null; task: Task | undefined; now: Date },
): Candidate {
  return {
    id: row.id,
    row,
    chance: row.chance,
    isPersonalOnly: row.isPersonalOnly,
    householdKey: householdKeyOf(row),
    hasPhone: row.phone !== null && !row.phoneIsWrong,
    hasEmail: row.hasEmail,
    hasAddress: row.address !== null,
    blockedChannels: row.optedOutChannels,
    callCheck: checkCall(row.registry, [...row.exemptions, ...closingExemption(row)], americanDay(now)),
    isCallingHour: hours?.allowed ?? false,
    hours,
    relationship: row.relationship,
    isOwnClient: row.isOwnClient,
    lastConversationOn: lastConversationDay(row),
    closedOn: row.closedOn,
    dueTask: task ? { isOverdue: task.dueDate !== null && task.dueDate < now.toISOString() } : null,
  }
}

/** Contacts with the same key live at one address; null without an address. */
export function householdKeyOf({
  address,
  ...place
}: Pick<CandidateRow, 'address' | 'city' | 'state' | 'zipCode'>) {
  return address === null ? null : homeKey({ ...place, street: address })
}

/** The later of the last logged conversation and the imported date of the last contact. */
function lastConversationDay({ lastConversationAt, importedContactOn }: CandidateRow): string | null {
  const loggedOn = lastConversationAt ? americanDay(new Date(lastConversationAt)) : ''
  return (loggedOn > (importedContactOn ?? '') ? loggedOn : importedContactOn) || null
}
