import { CalendarDays, UserRound } from 'lucide-react'
import type { Task } from '#contract/tasks.ts'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { cx } from '#web/ui/class-names.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { dueDayText, endOfLocalDay, isOverdue, localDay } from './task-rules.ts'
import { useUpdateTask } from './tasks-queries.ts'

/** A quiet text with a form control over it, which takes the clicks and the keyboard. */
const CHIP =
  'relative inline-flex h-8 min-w-0 items-center gap-1.5 rounded-md px-1.5 text-[13px] hover:bg-raised hover:text-text ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-md:h-11 ' +
  '[&_svg]:size-3.5 [&_svg]:shrink-0'
const OVERLAY = 'absolute inset-0 size-full! cursor-pointer opacity-0'

/** Assignee and due date of a task, edited in place. */
export function TaskInline({ task, className }: { task: Task; className?: string }) {
  const members = useMembers()
  const update = useUpdateTask()
  const now = new Date()
  const options = assigneeOptions(members, task.assignedTo)
  const assignee = options.find(({ value }) => value === task.assignedTo)
  return (
    <span className={cx('flex gap-x-1', className)}>
      <span className={cx(CHIP, assignee ? 'text-muted' : 'text-dim')}>
        <UserRound aria-hidden />
        <span aria-hidden className="truncate">
          {assignee?.label ?? 'Unassigned'}
        </span>
        <select
          aria-label={`Assigned to: ${task.title}`}
          className={OVERLAY}
          value={task.assignedTo ?? ''}
          onChange={({ target }) => update.mutate({ task, fields: { assignedTo: target.value || null } })}
        >
          <option value="">Unassigned</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
      <span className={cx(CHIP, 'shrink-0 focus-within:w-36', dueTone(task, now))}>
        <CalendarDays aria-hidden />
        <span aria-hidden className="truncate tabular-nums">
          {task.dueDate ? dueDayText(task.dueDate, now) : 'No due date'}
        </span>
        <DateInput
          key={task.dueDate}
          aria-label={`Due date: ${task.title}`}
          // Visible while focused, so that the member sees the date while typing.
          className={cx(OVERLAY, 'text-[13px] focus:opacity-100')}
          min="2000-01-01"
          max="2100-12-31"
          savedDay={localDay(task.dueDate)}
          onClick={({ currentTarget }) => currentTarget.showPicker()}
          onSave={(day) => {
            const dueDate = day ? endOfLocalDay(day) : null
            if (dueDate || day === '') update.mutate({ task, fields: { dueDate } })
          }}
        />
      </span>
    </span>
  )
}

function dueTone(task: Task, now: Date): string {
  if (isOverdue(task, now)) return 'text-red'
  return task.dueDate ? 'text-muted' : 'text-dim'
}
