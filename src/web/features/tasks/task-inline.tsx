import { useRef, useState } from 'react'
import type { Task } from '#contract/tasks.ts'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { cx } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { endOfLocalDay, localDay } from './task-rules.ts'
import { useUpdateTask } from './tasks-queries.ts'

/** Assignee and due date of a task, edited in place. */
export function TaskInline({ task, className }: { task: Task; className?: string }) {
  const members = useMembers()
  const update = useUpdateTask()
  return (
    <span className={cx('flex gap-2', className)}>
      <Select
        aria-label={`Assigned to: ${task.title}`}
        className="min-w-0 flex-1 [&_select]:h-8 [&_select]:text-[13px] max-md:[&_select]:h-11"
        value={task.assignedTo ?? ''}
        placeholder="Unassigned"
        options={assigneeOptions(members, task.assignedTo)}
        onChange={(event) => update.mutate({ task, fields: { assignedTo: event.target.value || null } })}
      />
      <DueDateInput
        // A new date from the server replaces the typed one.
        key={task.dueDate}
        task={task}
        onChange={(dueDate) => update.mutate({ task, fields: { dueDate } })}
      />
    </span>
  )
}

/** Saves a picked date at once, and a typed one on Enter or blur, because a half-typed year is a valid date. */
function DueDateInput({ task, onChange }: { task: Task; onChange: (dueDate: string | null) => void }) {
  const saved = localDay(task.dueDate)
  const [day, setDay] = useState(saved)
  const typing = useRef(false)
  const save = (next: string) => {
    const dueDate = next ? endOfLocalDay(next) : null
    if (next !== saved && (dueDate || next === '')) onChange(dueDate)
  }
  return (
    <span className="w-36 flex-none">
      <Input
        type="date"
        aria-label={`Due date: ${task.title}`}
        className="text-[13px] md:h-8"
        value={day}
        min="2000-01-01"
        max="2100-12-31"
        onKeyDown={(event) => {
          typing.current = event.key !== 'Enter'
          if (event.key === 'Enter') save(day)
        }}
        onPointerDown={() => {
          typing.current = false
        }}
        onChange={(event) => {
          setDay(event.target.value)
          if (!typing.current) save(event.target.value)
        }}
        onBlur={() => save(day)}
      />
    </span>
  )
}
