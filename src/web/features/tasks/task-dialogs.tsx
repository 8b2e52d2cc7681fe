import { Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Task } from '#contract/tasks.ts'
import type { ChosenContact } from '#web/features/contacts/contact-choice.tsx'
import { Button } from '#web/ui/button.tsx'

const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }))
const DeleteTaskDialog = lazy(async () => ({
  default: (await import('./delete-task-dialog.tsx')).DeleteTaskDialog,
}))

export type OpenTaskDialog =
  | { kind: 'add'; contact?: ChosenContact }
  | { kind: 'edit'; task: Task }
  | { kind: 'delete'; task: Task }
  | null

/** The open dialog of a task list, if any. */
export function TaskDialogs({ open, onClose }: { open: OpenTaskDialog; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      {open?.kind === 'add' && <TaskDialog contact={open.contact} onClose={onClose} />}
      {open?.kind === 'edit' && <TaskDialog task={open.task} onClose={onClose} />}
      {open?.kind === 'delete' && <DeleteTaskDialog task={open.task} onClose={onClose} />}
    </Suspense>
  )
}

/** The edit and delete buttons of a task. */
export function TaskButtons({ task, onOpen }: { task: Task; onOpen: (dialog: OpenTaskDialog) => void }) {
  return (
    <span className="flex shrink-0">
      <Button
        variant="ghost"
        size="icon-sm"
        className="max-md:size-11"
        aria-label={`Edit task: ${task.title}`}
        onClick={() => onOpen({ kind: 'edit', task })}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        className="max-md:size-11"
        aria-label={`Delete task: ${task.title}`}
        onClick={() => onOpen({ kind: 'delete', task })}
      >
        <Trash2 aria-hidden />
      </Button>
    </span>
  )
}
