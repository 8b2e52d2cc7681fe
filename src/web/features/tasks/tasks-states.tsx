import { ListChecks } from 'lucide-react'
import type { TaskView } from '#contract/tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const EMPTY: Record<TaskView, { title: string; description: string }> = {
  mine: {
    title: 'No tasks assigned to you',
    description: 'Pick one from all open tasks, or add your own.',
  },
  overdue: { title: 'No overdue tasks', description: "You're all caught up." },
  week: { title: 'No tasks due this week', description: 'Nothing is due in the next 7 days.' },
  open: {
    title: 'No open tasks',
    description: 'Tasks will be automatically created when signals are detected.',
  },
  done: { title: 'No completed tasks yet', description: 'Completed tasks appear here.' },
}

interface NoTasksProps {
  view: TaskView
  onAdd: () => void
  onShowOpen: () => void
}

/** The empty state of a task view. */
export function NoTasks({ view, onAdd, onShowOpen }: NoTasksProps) {
  return (
    <EmptyState
      icon={<ListChecks />}
      {...EMPTY[view]}
      actions={
        view === 'open' ? (
          <Button onClick={onAdd}>Add a task</Button>
        ) : (
          <Button onClick={onShowOpen}>Show all open tasks</Button>
        )
      }
    />
  )
}

export function TasksSkeleton() {
  return (
    <div aria-busy className="grid gap-2">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  )
}
