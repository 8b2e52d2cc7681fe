import { Link, type LinkProps, useNavigate } from 'react-router'
import type { ListedTask } from '#contract/tasks.ts'
import { DialLink } from '#web/features/calling/dial-link.tsx'
import { formatDay, formatPhone, formatShortDay } from '#web/lib/format.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/form.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
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
  onComplete: (task: ListedTask, isDone: boolean) => void
  onDialog: (dialog: OpenTaskDialog) => void
}

/** One task in the list; its title opens the contact. */
export function TaskRow({ task, index, now, link, isOpen, onComplete, onDialog }: TaskRowProps) {
  const done = task.status === 'completed'
  return (
    <li
      data-task={index}
      className={cx(
        'flex flex-wrap items-center gap-x-3 rounded-lg border px-3 py-2',
        isOpen ? 'border-accent ring-1 ring-accent' : 'border-line',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-2 max-sm:basis-40">
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
          <TaskPerson task={task} now={now} link={link} />
        </div>
        <TaskBadges
          task={task}
          now={now}
          className="shrink-0 flex-col items-end sm:flex-row sm:items-center sm:self-center"
        />
      </div>
      <div className="flex items-center gap-2 max-sm:w-full max-sm:pl-6 sm:shrink-0">
        <TaskInline task={task} className="min-w-0 max-sm:flex-1 sm:w-64" />
        <TaskButtons task={task} onOpen={onDialog} />
      </div>
    </li>
  )
}

/** Score, reason and phone number of the task's contact. */
function TaskPerson({ task, now, link }: Pick<TaskRowProps, 'task' | 'now' | 'link'>) {
  const { contactId, contactName, score, phone, recordOn } = task
  const navigate = useNavigate()
  const [firstName = '', ...lastNames] = contactName.split(' ')
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-[13px] text-muted">
      {score !== null && (
        <span className="inline-flex items-baseline gap-1">
          Score <ScoreNumber score={score} size="sm" className="text-[13px]" />
        </span>
      )}
      {recordOn && <span>Public record · {recordText(recordOn, now)}</span>}
      {phone && (
        <DialLink
          contact={{ id: contactId, firstName, lastName: lastNames.join(' ') }}
          href={`tel:${phone}`}
          verb="call"
          variant="ghost"
          size="row"
          className="-mx-2.75 font-normal tabular-nums md:h-6"
          label={`Call ${contactName} at ${formatPhone(phone)}`}
          // Opens the contact, which has the buttons to log the call.
          onDialed={() => void navigate(link.to)}
        >
          {formatPhone(phone)}
        </DialLink>
      )}
    </p>
  )
}

/** `Mar 21`, `March 2026` or `2026`, as exact as the record. */
function recordText(day: string, now: Date): string {
  return day.length === 10 ? formatShortDay(day, now) : formatDay(day)
}
