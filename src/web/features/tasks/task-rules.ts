import type { Task } from '#contract/tasks.ts'
import { capitalize, formatQuantity } from '#web/lib/format.ts'

const DAY_MS = 86_400_000
const DUE_SOON_DAYS = 7

/** Due in the past and not completed. */
export function isOverdue(task: Pick<Task, 'dueDate' | 'status'>, now: Date): boolean {
  return task.status !== 'completed' && task.dueDate !== null && Date.parse(task.dueDate) < now.getTime()
}

/** Local calendar days left, 0 (today) to 7; null if later, overdue, completed or without a date. */
export function dueInDays(task: Pick<Task, 'dueDate' | 'status'>, now: Date): number | null {
  if (task.status === 'completed' || task.dueDate === null || isOverdue(task, now)) return null
  // Compared as dates without a time zone, so that a daylight saving switch adds no day.
  const daysLeft = (Date.parse(localDay(task.dueDate)) - Date.parse(localDay(now.toISOString()))) / DAY_MS
  return daysLeft <= DUE_SOON_DAYS ? daysLeft : null
}

/** `Due in 3 days`, `Due today`. */
export function dueText(daysLeft: number): string {
  return daysLeft === 0 ? 'Due today' : `Due in ${formatQuantity(daysLeft, 'day', 'days')}`
}

const weekdays = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** The local day of a moment: `Wed, Nov 25`; with the year unless it is this one. */
export function dueDayText(iso: string, now: Date): string {
  return weekdays.format(Date.parse(iso)).replace(`, ${now.getFullYear()}`, '')
}

/** The number of tasks not completed. */
export function activeCount(tasks: readonly Pick<Task, 'status'>[]): number {
  return tasks.filter((task) => task.status !== 'completed').length
}

/** The badge text of a status: `Completed`, `In Progress`, `Pending`. */
export function statusLabel(status: string): string {
  return status.split('_').map(capitalize).join(' ')
}

/** The local day of a moment for a date input: `2026-11-20`; empty for null. */
export function localDay(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Today for a date input. */
export function localToday(): string {
  return localDay(new Date().toISOString())
}

/** The local end of a day as an ISO time, so that a task due today isn't overdue yet; null outside 2000–2100. */
export function endOfLocalDay(day: string): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (!year || year < '2000' || year > '2100') return null
  return new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59).toISOString()
}

export interface TaskGroup<T> {
  /** A local day; empty for tasks without a date. */
  day: string
  label: string
  tasks: T[]
}

/** Groups tasks by the local day they are due or were completed, in the given order. */
export function groupByDay<T extends Pick<Task, 'dueDate' | 'completedAt'>>(
  tasks: readonly T[],
  field: 'dueDate' | 'completedAt',
  now: Date,
): TaskGroup<T>[] {
  const groups = new Map<string, TaskGroup<T>>()
  for (const task of tasks) {
    const day = localDay(task[field])
    const group = groups.get(day) ?? { day, label: dayLabel(task[field], now), tasks: [] }
    group.tasks.push(task)
    groups.set(day, group)
  }
  return [...groups.values()]
}

function dayLabel(iso: string | null, now: Date): string {
  if (iso === null) return 'No due date'
  const dayFromNow = (days: number) =>
    localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString())
  const day = localDay(iso)
  if (day === dayFromNow(0)) return 'Today'
  if (day === dayFromNow(1)) return 'Tomorrow'
  if (day === dayFromNow(-1)) return 'Yesterday'
  return dueDayText(iso, now)
}
