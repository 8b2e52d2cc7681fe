import { Pencil, Trash2 } from 'lucide-react'
import type { Task } from '#contract/tasks.ts'
import type { ChosenContact } from '#web/features/contacts/contact-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const TaskDialog = lazyDialog(async () => (await import('./task-dialog.tsx')).TaskDialog)
const DeleteTaskDialog = lazyDialog(async () => (await import('./delete-task-dialog.tsx')).DeleteTaskDialog)

export type OpenTaskDialog =
  | { kind: 'add'; contact?: ChosenContact }
  | { kind: 'edit'; task: Task }
  | { kind: 'delete'; task: Task }
  | null

/** The open dialog of a task list, if any. */
export function TaskDialogs({ dialog, onClose }: { dialog: OpenTaskDialog; onClose: () => void }) {
  if (!dialog) return null
  if (dialog.kind === 'add') return <TaskDialog contact={dialog.contact} onClose={onClose} />
  const Dialog = dialog.kind === 'edit' ? TaskDialog : DeleteTaskDialog
  return <Dialog task={dialog.task} onClose={onClose} />
}

const BUTTONS = [
  { kind: 'edit', label: 'Edit task', icon: Pencil },
  { kind: 'delete', label: 'Delete task', icon: Trash2 },
] as const

/** The edit and delete buttons of a task. */
export function TaskButtons({ task, onOpen }: { task: Task; onOpen: (dialog: OpenTaskDialog) => void }) {
  return (
    <span className="flex shrink-0">
      {BUTTONS.map(({ kind, label, icon: Icon }) => (
        <Button
          key={kind}
          variant="ghost"
          size="icon-sm"
          className="max-md:size-11"
          aria-label={`${label}: ${task.title}`}
          onClick={() => onOpen({ kind, task })}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </span>
  )
}
