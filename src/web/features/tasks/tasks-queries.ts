import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactDetail } from '#contract/contacts.ts'
import type * as contract from '#contract/tasks.ts'
import type { ListedTask, Task, TaskView } from '#contract/tasks.ts'
import { contactQuery } from '#web/features/contacts/contacts-queries.ts'
import { type CallInput, call, urlOf } from '#web/lib/api.ts'

import { type Page, pagesFrom } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'

const listTasks = route<typeof contract.listTasks>('GET', '/api/tasks')
const countTasks = route<typeof contract.countTasks>('GET', '/api/tasks/counts')
const createTask = route<typeof contract.createTask>('POST', '/api/tasks')
const updateTask = route<typeof contract.updateTask>('PATCH', '/api/tasks/{id}')
const deleteTask = route<typeof contract.deleteTask>('DELETE', '/api/tasks/{id}')

/** Pages of a task view. */
export function taskPages(view: TaskView) {
  return pagesFrom<ListedTask>([listTasks.path, { view }, 'pages'], urlOf(listTasks, { query: { view } }))
}

export const taskCounts = read(countTasks)

type CompletionFields = Pick<Task, 'status' | 'completedAt'>
type TaskKey = Pick<Task, 'id' | 'contactId'>

/** The fields a checkbox writes: completed now, or pending without a date. */
export function completionFields(done: boolean, now: Date): CompletionFields {
  return done
    ? { status: 'completed', completedAt: now.toISOString() }
    : { status: 'pending', completedAt: null }
}

/** Updates a task in every cached list. */
function patchTask(client: QueryClient, { id, contactId }: TaskKey, fields: Partial<Task>): void {
  const applyFields = <T extends Task>(task: T): T => (task.id === id ? { ...task, ...fields } : task)
  client.setQueryData<ContactDetail>(
    contactQuery(contactId).queryKey,
    (contact) => contact && { ...contact, tasks: contact.tasks.map(applyFields) },
  )
  client.setQueriesData<InfiniteData<Page<ListedTask>>>(
    { queryKey: [listTasks.path] },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(applyFields) })) },
  )
}

/**
 * Refreshes the views and counts, since a task may have changed views, and the suggested playbooks, which count their
 * open and completed tasks.
 */
function refreshViews(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [path, , part] }) =>
      path === listTasks.path || path === countTasks.path || part === 'playbook-suggestions',
  })
}

const toastUpdateFailure = toastFailure('Task Update Failed', 'Task update failed')

/** Cancels running reads, which would restore the old state. */
async function cancelReads(client: QueryClient, { contactId }: TaskKey): Promise<void> {
  await client.cancelQueries({ queryKey: contactQuery(contactId).queryKey, exact: true })
  await client.cancelQueries({ queryKey: [listTasks.path] })
}

/** Checks or unchecks a task at once, and undoes it if the server refuses. */
export function useCompleteTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ task, done }: { task: Task; done: boolean }) =>
      call(updateTask, { params: { id: task.id }, body: completionFields(done, new Date()) }),
    onMutate: async ({ task, done }) => {
      await cancelReads(client, task)
      patchTask(client, task, completionFields(done, new Date()))
    },
    onSuccess: (task) => patchTask(client, task, task),
    onError: (error, { task }) => {
      // Restores only these fields: others may have changed in the meantime.
      patchTask(client, task, { status: task.status, completedAt: task.completedAt })
      toastUpdateFailure(error)
    },
    onSettled: () => refreshViews(client),
  })
}

export type TaskFields = Partial<Pick<Task, 'title' | 'description' | 'dueDate' | 'assignedTo'>> & {
  priority?: Task['metadata']['priority']
}

/** Changes other fields of a task, shown at once and undone on failure. */
export function useUpdateTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ task, fields }: { task: Task; fields: TaskFields }) =>
      call(updateTask, { params: { id: task.id }, body: fields }),
    onMutate: async ({ task, fields: { priority, ...fields } }) => {
      await cancelReads(client, task)
      const metadata = priority ? { ...task.metadata, priority } : task.metadata
      patchTask(client, task, { ...fields, metadata })
    },
    onSuccess: (task) => patchTask(client, task, task),
    onError: (error, { task }) => {
      const { title, description, dueDate, assignedTo, metadata } = task
      patchTask(client, task, { title, description, dueDate, assignedTo, metadata })
      toastUpdateFailure(error)
    },
    onSettled: () => refreshViews(client),
  })
}

export function useCreateTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<typeof createTask>['body']) => call(createTask, { body }),
    onSuccess: ({ contactId, title }) => {
      toast({ title: 'Task Added', description: title })
      void client.invalidateQueries({ queryKey: contactQuery(contactId).queryKey })
      refreshViews(client)
    },
    onError: toastFailure('Error', "We couldn't add the task. Try again."),
  })
}

export function useDeleteTask(onDeleted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (task: Task) => call(deleteTask, { params: { id: task.id } }),
    onSuccess: (_, { contactId, title }) => {
      onDeleted()
      toast({ title: 'Task Deleted', description: title })
      void client.invalidateQueries({ queryKey: contactQuery(contactId).queryKey })
      refreshViews(client)
    },
    onError: toastFailure('Delete Failed', 'Delete failed'),
  })
}
