import type { Task } from '#contract/tasks.ts'
import { capitalize } from '#web/lib/format.ts'

const DAY_MS = 86_400_000
const DUE_SOON_DAYS = 7

/** Due in the past and not completed. */
export function isOverdue(task: Pick<Task, 'dueDate' | 'status'>, now: Date): boolean {
  return task.status !== 'completed' && task.dueDate !== null && Date.parse(task.dueDate) < now.getTime()
}

/** Days left, 1 to 7, begun days counting whole; null when later, overdue, completed or without a date. */
export function dueInDays(task: Pick<Task, 'dueDate' | 'status'>, now: Date): number | null {
  if (task.status === 'completed' || task.dueDate === null || isOverdue(task, now)) return null
  const left = Math.max(1, Math.ceil((Date.parse(task.dueDate) - now.getTime()) / DAY_MS))
  return left <= DUE_SOON_DAYS ? left : null
}

/** How many tasks are still to be done. */
export function activeCount(tasks: readonly Pick<Task, 'status'>[]): number {
  return tasks.filter((task) => task.status !== 'completed').length
}

/** The status as its badge reads: `Completed`, `In Progress`, `Pending`. */
export function statusLabel(status: string): string {
  return status.split('_').map(capitalize).join(' ')
}
