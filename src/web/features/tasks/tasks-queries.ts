import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactDetail } from '#contract/contacts.ts'
import type * as contract from '#contract/tasks.ts'
import type { Task } from '#contract/tasks.ts'
import { contactQuery } from '#web/features/contacts/contacts-queries.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'

const updateTask = route<typeof contract.updateTask>('PATCH', '/api/tasks/{id}')

type TickedFields = Pick<Task, 'status' | 'completedAt'>

/** What ticking or unticking writes: completed now, or pending without a date. */
export function tickedFields(done: boolean, now: Date): TickedFields {
  return done
    ? { status: 'completed', completedAt: now.toISOString() }
    : { status: 'pending', completedAt: null }
}

/** Ticks a task of a contact at once and takes it back when the server refuses. */
export function useTickTask(contactId: string) {
  const client = useQueryClient()
  const { queryKey } = contactQuery(contactId)

  const patch = (taskId: string, fields: Partial<Task>) =>
    client.setQueryData<ContactDetail>(
      queryKey,
      (contact) =>
        contact && {
          ...contact,
          tasks: contact.tasks.map((task) => (task.id === taskId ? { ...task, ...fields } : task)),
        },
    )

  return useMutation({
    mutationFn: ({ task, done }: { task: Task; done: boolean }) =>
      call(updateTask, { params: { id: task.id }, body: tickedFields(done, new Date()) }),
    onMutate: async ({ task, done }) => {
      // A read under way would bring the old state back.
      await client.cancelQueries({ queryKey, exact: true })
      patch(task.id, tickedFields(done, new Date()))
    },
    onSuccess: (task) => patch(task.id, task),
    onError: (error, { task }) => {
      // Only what was ticked: other tasks may have changed meanwhile.
      patch(task.id, { status: task.status, completedAt: task.completedAt })
      toast({
        title: 'Task Update Failed',
        description: messageOf(error, 'Task update failed'),
        variant: 'destructive',
      })
    },
  })
}
