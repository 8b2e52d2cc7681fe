import type { FollowUpBossConnection, SyncKind, SyncStage } from '#contract/follow-up-boss.ts'
import { STOP_TEXTS } from '#domain/follow-up-boss/stop-texts.ts'
import { formatMoment } from '#web/lib/format.ts'

export const KIND_LABELS: Record<SyncKind, string> = {
  people: 'Contacts',
  notes: 'Notes',
  tasks: 'Tasks',
  activities: 'Activities',
}

export const DIRECTION_OPTIONS = [
  { value: 'both', label: 'Both ways' },
  { value: 'in', label: 'From Follow Up Boss only' },
  { value: 'out', label: 'To Follow Up Boss only' },
  { value: 'off', label: 'Off' },
] as const

export const STAGE_TEXTS: Record<SyncStage, string> = {
  new: 'Not started',
  people: 'Importing people',
  notes: 'Importing notes',
  tasks: 'Importing tasks',
  events: 'Importing events',
  contacts: 'Sending your contacts',
  done: 'Done',
}

const FIELD_LABELS: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  zipCode: 'Zip',
  text: 'Note',
  title: 'Task',
  day: 'Due date of a task',
  done: 'Task done',
}

export const fieldLabel = (field: string): string => FIELD_LABELS[field] ?? field

/** The problem and the owner's next step; null if all is well. */
export function problemText({ problem, waitUntil }: FollowUpBossConnection): string | null {
  const until = waitUntil ? ` We try again at ${formatMoment(waitUntil)}.` : ''
  if (problem === 'busy') return `We reached Follow Up Boss's rate limit.${until}`
  if (problem === 'down') return `Follow Up Boss doesn't answer.${until}`
  return problem && STOP_TEXTS[problem]
}
