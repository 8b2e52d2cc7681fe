import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { createTask, TASK_PRIORITIES, type Task } from '#contract/tasks.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { type ChosenContact, ContactChoice } from '#web/features/contacts/contact-choice.tsx'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { capitalize } from '#web/lib/format.ts'
import { Select, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField, showFormError } from '#web/ui/form-field.tsx'
import { endOfLocalDay, localDay } from './task-rules.ts'
import { useCreateTask, useUpdateTask } from './tasks-queries.ts'

const { title, description } = createTask.body.shape
const taskForm = z.object({
  title,
  description,
  /** A local day. */
  dueDate: z
    .string()
    .refine((day) => day === '' || endOfLocalDay(day) !== null, 'Choose a date from 2000 to 2100'),
  assignedTo: z.string(),
  priority: z.enum(TASK_PRIORITIES),
})

const PRIORITIES = TASK_PRIORITIES.map((value) => ({ value, label: capitalize(value) }))

interface TaskDialogProps {
  /** The task to edit; leave out for a new one. */
  task?: Task
  /** The contact of a new task; leave out to choose one in the dialog. */
  contact?: ChosenContact
  onClose: () => void
}

/** Adds or edits a task. */
export function TaskDialog({ task, contact, onClose }: TaskDialogProps) {
  const { user } = useCurrentUser()
  const members = useMembers()
  const [chosenContacts, setChosenContacts] = useState<readonly ChosenContact[]>(contact ? [contact] : [])
  const [contactError, setContactError] = useState<string>()
  const create = useCreateTask()
  const update = useUpdateTask()
  const form = useForm<z.input<typeof taskForm>, unknown, z.output<typeof taskForm>>({
    resolver: zodResolver(taskForm),
    defaultValues: {
      title: task?.title ?? '',
      description: task?.description ?? '',
      dueDate: localDay(task?.dueDate ?? null),
      assignedTo: task ? (task.assignedTo ?? '') : (user?.id ?? ''),
      priority: task?.metadata.priority ?? 'medium',
    },
  })

  const save = form.handleSubmit(async ({ dueDate, assignedTo, ...values }) => {
    // If the date is unchanged, its time of day stays.
    const isSameDay = task && dueDate === localDay(task.dueDate)
    const fields = {
      ...values,
      dueDate: isSameDay ? task.dueDate : endOfLocalDay(dueDate),
      assignedTo: assignedTo || null,
    }
    const [person] = chosenContacts
    if (!task && !person) return setContactError('Choose a contact')
    try {
      if (task) await update.mutateAsync({ task, fields })
      else if (person) await create.mutateAsync({ ...fields, contactId: person.id })
      onClose()
    } catch (error) {
      showFormError(form, error)
    }
  })
  return (
    <FormDialog
      title={task ? 'Edit Task' : 'New Task'}
      description={contact && !task ? `For ${contact.name}` : undefined}
      verb={task ? 'Save Changes' : 'Add Task'}
      pending={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={save}
    >
      {!task && !contact && (
        <ContactChoice
          isSingle
          chosen={chosenContacts}
          onChange={(next) => {
            setContactError(undefined)
            setChosenContacts(next)
          }}
          error={contactError}
        />
      )}
      <FormField form={form} name="title" label="Title" required />
      <FormField form={form} name="description" label="Description">
        {(registered) => <Textarea {...registered} rows={3} />}
      </FormField>
      <div className="grid gap-3.5 *:min-w-0 sm:grid-cols-3">
        <FormField form={form} name="dueDate" label="Due date" type="date" />
        <FormField form={form} name="assignedTo" label="Assigned to">
          {(registered) => (
            <Select
              // Remounted when the members load, because a select drops a value without an option.
              key={members.length}
              {...registered}
              options={assigneeOptions(members, task?.assignedTo ?? null)}
              placeholder="Unassigned"
            />
          )}
        </FormField>
        <FormField form={form} name="priority" label="Priority">
          {(registered) => <Select {...registered} options={PRIORITIES} />}
        </FormField>
      </div>
    </FormDialog>
  )
}
