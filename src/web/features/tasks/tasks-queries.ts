import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ContactDetail, getContact } from '#contract/contacts.ts'
import { type Task, updateTask } from '#contract/tasks.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { keyOf } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.tsx'

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
  const queryKey = keyOf(getContact, { params: { id: contactId } })

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
