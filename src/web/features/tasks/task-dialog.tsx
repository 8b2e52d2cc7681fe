import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { createTask, TASK_PRIORITIES, type Task } from '#contract/tasks.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { type ChosenContact, ContactChoice } from '#web/features/contacts/contact-choice.tsx'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { capitalize } from '#web/lib/format.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { endOfLocalDay, localDay } from './task-rules.ts'
import { useCreateTask, useUpdateTask } from './tasks-queries.ts'

const { title, description } = createTask.body.shape
const taskForm = z.object({
  title,
  description,
  day: z
    .string()
    .refine((day) => day === '' || endOfLocalDay(day) !== null, 'Choose a date from 2000 to 2100'),
  assignedTo: z.string(),
  priority: z.enum(TASK_PRIORITIES),
})
type TaskFormInput = z.input<typeof taskForm>
type TaskFormValues = z.output<typeof taskForm>

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
  const form = useTaskForm(task, contact, onClose)
  return (
    <FormDialog
      title={task ? 'Edit Task' : 'New Task'}
      description={contact && !task ? `For ${contact.name}` : undefined}
      verb={task ? 'Save Changes' : 'Add Task'}
      pending={form.saving}
      pendingLabel="Saving..."
      onClose={onClose}
      onSubmit={(event) => void form.submit(event)}
    >
      {!task && !contact && (
        <ContactChoice single chosen={form.chosen} onChange={form.choose} error={form.contactError} />
      )}
      <TaskFields form={form} assignedTo={task?.assignedTo ?? null} />
    </FormDialog>
  )
}

function TaskFields({ form, assignedTo }: { form: TaskForm; assignedTo: string | null }) {
  const members = useMembers()
  const { register, errors } = form
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        <Input {...register('title')} autoComplete="off" />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <Textarea {...register('description')} rows={3} />
      </Field>
      <div className="grid gap-3.5 *:min-w-0 sm:grid-cols-3">
        <Field label="Due date" error={errors.day?.message}>
          <Input {...register('day')} type="date" />
        </Field>
        <Field label="Assigned to" error={errors.assignedTo?.message}>
          {/* Remounted when the members arrive: a select drops a value that has no option. */}
          <Select
            key={members.length}
            {...register('assignedTo')}
            options={assigneeOptions(members, assignedTo)}
            placeholder="Unassigned"
          />
        </Field>
        <Field label="Priority">
          <Select {...register('priority')} options={PRIORITIES} />
        </Field>
      </div>
    </>
  )
}

function useTaskForm(task: Task | undefined, contact: ChosenContact | undefined, onClose: () => void) {
  const { user } = useCurrentUser()
  const [chosen, setChosen] = useState<readonly ChosenContact[]>(contact ? [contact] : [])
  const [contactError, setContactError] = useState<string>()
  const create = useCreateTask()
  const update = useUpdateTask()
  const form = useForm<TaskFormInput, unknown, TaskFormValues>({
    resolver: zodResolver(taskForm),
    defaultValues: {
      title: task?.title ?? '',
      description: task?.description ?? '',
      day: localDay(task?.dueDate ?? null),
      assignedTo: task ? (task.assignedTo ?? '') : (user?.id ?? ''),
      priority: task?.metadata.priority ?? 'medium',
    },
  })

  const save = async ({ day, assignedTo, ...values }: TaskFormValues) => {
    // An unchanged date keeps its time of day.
    const isSameDay = task && day === localDay(task.dueDate)
    const fields = {
      ...values,
      dueDate: isSameDay ? task.dueDate : endOfLocalDay(day),
      assignedTo: assignedTo || null,
    }
    const [person] = chosen
    if (task) await update.mutateAsync({ task, fields })
    else if (person) await create.mutateAsync({ ...fields, contactId: person.id })
    else return setContactError('Choose a contact')
    onClose()
  }
  const submit = form.handleSubmit(async (values) => {
    try {
      await save(values)
    } catch (error) {
      for (const [field, message] of Object.entries(fieldErrorsOf(error))) {
        const name = field === 'dueDate' ? 'day' : field
        if (name in taskForm.shape) form.setError(name as keyof TaskFormInput, { message })
      }
    }
  })
  return {
    register: form.register,
    errors: form.formState.errors,
    submit,
    saving: create.isPending || update.isPending,
    chosen,
    contactError,
    choose: (next: ChosenContact[]) => {
      setContactError(undefined)
      setChosen(next)
    },
  }
}
type TaskForm = ReturnType<typeof useTaskForm>
