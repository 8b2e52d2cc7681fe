import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactDetail } from '#contract/contacts.ts'
import type { ListedTask, Task, TaskView } from '#contract/tasks.ts'
import { contactQuery } from '#web/features/contacts/contacts-queries.ts'
import { type CallInput, call, urlOf } from '#web/lib/api.ts'
import { type Page, pagesFrom } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'

/** Pages of a task view. */
export function taskPages(view: TaskView) {
  return pagesFrom<ListedTask>(
    ['/api/tasks', { view }, 'pages'],
    urlOf('GET /api/tasks', { query: { view } }),
  )
}

export const taskCounts = read('GET /api/tasks/counts')

type CompletionFields = Pick<Task, 'status' | 'completedAt'>
type TaskKey = Pick<Task, 'id' | 'contactId'>

/** The fields a checkbox writes: completed now, or pending without a date. */
export function completionFields(isDone: boolean, now: Date): CompletionFields {
  return isDone
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
    { queryKey: ['/api/tasks'] },
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
      path === '/api/tasks' || path === '/api/tasks/counts' || part === 'playbook-suggestions',
  })
}

/** Cancels running requests, whose responses would restore the old state. */
async function cancelReads(client: QueryClient, { contactId }: TaskKey): Promise<void> {
  await client.cancelQueries({ queryKey: contactQuery(contactId).queryKey, exact: true })
  await client.cancelQueries({ queryKey: ['/api/tasks'] })
}

/** Checks or unchecks a task. */
export function useCompleteTask() {
  const { mutate } = useUpdateTask()
  return (task: Task, done: boolean) => mutate({ task, fields: completionFields(done, new Date()) })
}

type TaskChange = { task: Task; fields: CompletionFields | TaskFields }
type TaskFields = Partial<Pick<Task, 'title' | 'description' | 'dueDate' | 'assignedTo'>> & {
  priority?: Task['metadata']['priority']
}

/** The changed fields as stored in the task. */
function changedFields({ task, fields }: TaskChange): Partial<Task> {
  if (!('priority' in fields)) return fields
  const { priority = task.metadata.priority, ...otherFields } = fields
  return { ...otherFields, metadata: { ...task.metadata, priority } }
}

const UPDATE_TASK = ['update-task']

/** The changes of the same task that were made after this one. */
function laterChanges(client: QueryClient, change: TaskChange): TaskChange[] {
  const changes = client
    .getMutationCache()
    .findAll({ mutationKey: UPDATE_TASK })
    .flatMap(({ state }) => (state.variables as TaskChange | undefined) ?? [])
    .filter(({ task }) => task.id === change.task.id)
  return changes.slice(changes.indexOf(change) + 1)
}

/** Changes a task at once, and undoes the change if the server rejects it. */
export function useUpdateTask() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: UPDATE_TASK,
    mutationFn: ({ task, fields }: TaskChange) =>
      call('PATCH /api/tasks/{id}', { params: { id: task.id }, body: fields }),
    onMutate: async (change) => {
      await cancelReads(client, change.task)
      patchTask(client, change.task, changedFields(change))
    },
    onSuccess: (task, change) => {
      // An older response would restore what a later change replaced.
      if (laterChanges(client, change).length === 0) patchTask(client, task, task)
    },
    onError: (error, change) => {
      const { task } = change
      // Restores only these fields, except those that a later change wrote.
      const laterFields = laterChanges(client, change).flatMap((each) => Object.keys(changedFields(each)))
      const names = (Object.keys(changedFields(change)) as (keyof Task)[]).filter(
        (name) => !laterFields.includes(name),
      )
      patchTask(client, task, Object.fromEntries(names.map((name) => [name, task[name]])))
      toastFailure('Task Update Failed', 'Task update failed')(error)
    },
    // Refetches after the last change settles; an earlier response would lack the changes in progress.
    onSettled: () => {
      if (client.isMutating({ mutationKey: UPDATE_TASK }) === 1) refreshViews(client)
    },
  })
}

export function useCreateTask() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<'POST /api/tasks'>['body']) => call('POST /api/tasks', { body }),
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
    mutationFn: (task: Task) => call('DELETE /api/tasks/{id}', { params: { id: task.id } }),
    onSuccess: (_, { contactId, title }) => {
      onDeleted()
      toast({ title: 'Task Deleted', description: title })
      void client.invalidateQueries({ queryKey: contactQuery(contactId).queryKey })
      refreshViews(client)
    },
    onError: toastFailure('Delete Failed', 'Delete failed'),
  })
}
