import type { PromisedItem, TodayItem } from '#contract/today.ts'
import type { ActivityOutcome, ActivityType } from '#domain/activities/activity.ts'
import { OUTCOME_LABELS } from '#domain/activities/labels.ts'
import { isOverdue, localDay } from '#web/features/tasks/task-rules.ts'
import { formatQuantity, formatShortDay } from '#web/lib/format.ts'

const MINUTE_MS = 60_000
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const longDayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' })

/** `Monday, November 23` in the browser's time zone. */
export function longDay(date: Date): string {
  return longDayFormat.format(date)
}

const SHOWN_EVIDENCE: ReadonlySet<TodayItem['evidence'][number]['kind']> = new Set([
  'closing',
  'record',
  'chance',
])

/** The evidence that the reason doesn't mention already. */
export function shownEvidence({ evidence, reason }: Pick<TodayItem, 'evidence' | 'reason'>) {
  const reasonText = reason.toLowerCase()
  return evidence.filter(
    ({ kind, label }) => SHOWN_EVIDENCE.has(kind) && !reasonText.includes(label.toLowerCase()),
  )
}

/** Evidence as a chip: `Public record · Mar 21`. */
export function evidenceText({ label, on }: TodayItem['evidence'][number], now: Date): string {
  return on === null ? label : `${label} · ${formatShortDay(on, now)}`
}

/** How long ago: `less than a minute`, `5 minutes`, `2 hours`, `3 days`. */
export function elapsedText(iso: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / MINUTE_MS)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return formatQuantity(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? formatQuantity(hours, 'hour', 'hours')
    : formatQuantity(Math.floor(hours / 24), 'day', 'days')
}

/** When a promise is due: `Waiting 42 minutes`, `2:30 PM`, `Due today`, `Overdue since Nov 20`. */
export function promiseText({ kind, dueAt, task }: PromisedItem, now: Date): string {
  if (kind === 'inquiry') return `Waiting ${elapsedText(dueAt, now)}`
  const dueDate = new Date(dueAt)
  const isToday = dueDate.toDateString() === now.toDateString()
  const day = formatShortDay(localDay(dueAt), now)
  if (kind === 'appointment') return isToday ? `Today, ${timeFormat.format(dueDate)}` : day
  if (!isToday && task && isOverdue(task, now)) return `Overdue since ${day}`
  return 'Due today'
}

/** Label of an outcome; without one, something was sent or done. */
export function outcomeText(type: ActivityType, outcome: ActivityOutcome | null): string {
  if (outcome) return OUTCOME_LABELS[outcome]
  if (type === 'note') return 'Note saved'
  return type === 'text' || type === 'email' || type === 'letter' ? 'Sent' : 'Done'
}

const OPEN_OUTCOMES: ReadonlySet<ActivityOutcome | null> = new Set([
  'no_answer',
  'left_message',
  'call_back_later',
])

/** True if an outcome keeps a promised task open: the person wasn't reached yet. */
export function keepsTaskOpen(outcome: ActivityOutcome | null): boolean {
  return OPEN_OUTCOMES.has(outcome)
}

/** Choices for Snooze, as local midnights; the person is listed again on that day. */
export function snoozeChoices(now: Date): { label: string; until: Date }[] {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  // In a shorter month, its last day replaces the 31st.
  const inMonths = (count: number) =>
    new Date(year, month + count, Math.min(date, new Date(year, month + count + 1, 0).getDate()))
  return [
    { label: 'Tomorrow', until: new Date(year, month, date + 1) },
    { label: 'Next week', until: new Date(year, month, date + daysToMonday) },
    { label: 'In a month', until: inMonths(1) },
    { label: 'In 3 months', until: inMonths(3) },
  ]
}
