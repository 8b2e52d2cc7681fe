import { ListChecks, TriangleAlert } from 'lucide-react'
import type { TaskView } from '#contract/tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const EMPTY: Record<TaskView, { title: string; description: string }> = {
  mine: {
    title: 'Nothing is assigned to you',
    description: 'Take a task from all open ones, or add one of your own.',
  },
  overdue: { title: 'Nothing is overdue', description: 'Every open task still has time.' },
  week: { title: 'Nothing is due this week', description: 'The next seven days are free.' },
  open: {
    title: 'No open tasks',
    description: 'Tasks will be automatically created when signals are detected.',
  },
  done: { title: 'Nothing is done yet', description: 'Completed tasks are kept here.' },
}

interface NoTasksProps {
  view: TaskView
  onAdd: () => void
  onShowOpen: () => void
}

/** A view without tasks. */
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

export function TasksFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert />}
        title="The tasks could not be loaded"
        description={message}
        actions={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
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
