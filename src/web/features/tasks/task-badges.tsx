import type { ListedTask, Task } from '#contract/tasks.ts'
import { ListedBadge } from '#web/features/contacts/listed-for-sale.tsx'
import { capitalize } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/class-names.ts'
import { isOverdue, statusLabel } from './task-rules.ts'

const PRIORITY_TONE = { high: 'red', medium: 'yellow', low: 'green' } as const

interface TaskBadgesProps {
  task: Task & Partial<Pick<ListedTask, 'listed'>>
  now: Date
  /** Also shows the status. */
  status?: boolean
  className?: string
}

/** Status, priority and overdue badges of a task. */
export function TaskBadges({ task, now, status, className }: TaskBadgesProps) {
  const { priority } = task.metadata
  return (
    <span className={cx('flex flex-wrap items-center gap-1.5', className)}>
      {status && (
        <Badge tone={task.status === 'completed' ? 'green' : 'neutral'}>{statusLabel(task.status)}</Badge>
      )}
      <Badge tone={PRIORITY_TONE[priority]}>{capitalize(priority)}</Badge>
      {task.listed && <ListedBadge />}
      {isOverdue(task, now) && <Badge tone="red">Overdue</Badge>}
    </span>
  )
}
