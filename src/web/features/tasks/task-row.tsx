import { Link, type LinkProps } from 'react-router'
import type { ListedTask } from '#contract/tasks.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { cx } from '#web/ui/class-names.ts'
import { TaskBadges } from './task-badges.tsx'
import { type OpenTaskDialog, TaskButtons } from './task-dialogs.tsx'
import { TaskInline } from './task-inline.tsx'

interface TaskRowProps {
  task: ListedTask
  /** Position in the list, for keyboard navigation. */
  index: number
  now: Date
  link: LinkProps
  isOpen: boolean
  onComplete: (task: ListedTask, done: boolean) => void
  onDialog: (dialog: OpenTaskDialog) => void
}

/** One task in the list; its title opens the contact. */
export function TaskRow({ task, index, now, link, isOpen, onComplete, onDialog }: TaskRowProps) {
  const done = task.status === 'completed'
  return (
    <li
      data-task={index}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3 py-2',
        isOpen ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-2 max-sm:basis-40">
        <Checkbox
          checked={done}
          aria-label={`Done: ${task.title}, ${task.contactName}`}
          onChange={(event) => onComplete(task, event.target.checked)}
        />
        <div className="min-w-0 flex-1">
          <Link {...link} className="block rounded-sm text-sm leading-6 hover:underline">
            <span className={cx('font-medium', done && 'text-dim line-through')}>{task.title}</span>
            <span className="sr-only">, </span>
            <span className="block truncate text-[13px] leading-5 text-muted">{task.contactName}</span>
          </Link>
        </div>
        <TaskBadges
          task={task}
          now={now}
          className="shrink-0 flex-col items-end sm:flex-row sm:items-center sm:self-center"
        />
      </div>
      {/* On phones the buttons sit next to the title, so that the fields below get the full width. */}
      <div className="flex items-center gap-2 max-sm:contents">
        <TaskInline task={task} className="max-sm:order-1 max-sm:w-full sm:w-80 sm:flex-1" />
        <TaskButtons task={task} onOpen={onDialog} />
      </div>
    </li>
  )
}
