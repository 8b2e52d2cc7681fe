import type { Task } from '#contract/tasks.ts'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useDeleteTask } from './tasks-queries.ts'

/** Confirms deleting a task. */
export function DeleteTaskDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const remove = useDeleteTask(onClose)
  return (
    <AlertDialog
      onClose={onClose}
      title="Delete Task?"
      description={`This will permanently delete “${task.title}”.`}
      confirmLabel="Delete Task"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(task)}
    />
  )
}
