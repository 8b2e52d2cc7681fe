import { useState } from 'react'
import type { CalendarTasks } from '#contract/calendar-feeds.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Checkbox, Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { localZone, zonesWith } from '#web/ui/schedule-fields.tsx'
import { useCreateFeed } from './calendar-queries.ts'
import { NewFeed } from './new-feed.tsx'

const TASKS = [
  { value: 'mine', label: 'Mine' },
  { value: 'everyone', label: "Everyone's" },
] as const satisfies readonly { value: CalendarTasks; label: string }[]

/** Creates a calendar address and shows it once. */
export function CreateFeedDialog({ onClose }: { onClose: () => void }) {
  const { role } = useMember()
  const create = useCreateFeed()
  const [name, setName] = useState('')
  const [tasks, setTasks] = useState<CalendarTasks>('mine')
  const [hasContactNames, setHasContactNames] = useState(false)
  const [timeZone, setTimeZone] = useState(localZone)
  if (create.data) return <NewFeed feed={create.data} onClose={onClose} />
  const errors = fieldErrorsOf(create.error)
  return (
    <FormDialog
      title="Create calendar address"
      description="Your calendar reads your open tasks and appointments at this address. It can't change them."
      verb="Create address"
      pendingLabel="Creating..."
      pending={create.isPending}
      error={Object.keys(errors).length > 0 ? null : create.error}
      onClose={onClose}
      onSubmit={() => create.mutate({ name, tasks, hasContactNames, timeZone })}
    >
      <Field label="Name" required error={errors.name} hint="The calendar that reads it, such as My phone">
        <Input value={name} maxLength={60} autoComplete="off" onValue={setName} />
      </Field>
      {role !== 'MEMBER' && (
        <Field label="Whose tasks">
          <Select value={tasks} options={TASKS} onValue={setTasks} />
        </Field>
      )}
      <Field label="Time zone" hint="Decides on which day a task is due.">
        <Select value={timeZone} onValue={setTimeZone} options={zonesWith(timeZone)} />
      </Field>
      <Checkbox
        className="flex max-md:min-h-11"
        checked={hasContactNames}
        onChange={({ target }) => setHasContactNames(target.checked)}
        label={
          <span className="block text-sm">
            Include contact names
            <span className="block text-[13px] leading-5 text-muted">
              Your calendar's provider, and everyone you share the calendar with, will see them.
            </span>
          </span>
        }
      />
    </FormDialog>
  )
}
