import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import type { LoggedActivity } from '#contract/activities.ts'
import type { ContactSummary } from '#contract/contacts.ts'
import type { Task } from '#contract/tasks.ts'
import type { TodayList } from '#contract/today.ts'
import type { ActivityOutcome, ActivityType } from '#domain/activities/activity.ts'
import { endOfLocalDay } from '#web/features/tasks/task-rules.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { read } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.tsx'
import { keepsTaskOpen } from './today-texts.ts'

const TODAY_KEY = ['/api/today'] as const

/** People shown at first, and after "Show more". */
export const INITIAL_LIMIT = 5
export const MAX_LIMIT = 25

const MINUTE_MS = 60_000

/** Rest days end and tasks become due without an event, so an open tab refetches the list. */
export function todayQuery(limit: number) {
  return {
    ...read('GET /api/today', { query: { limit } }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
    refetchOnWindowFocus: true,
    refetchInterval: 10 * MINUTE_MS,
  }
}

/** A person to contact or just contacted, with the promised task. */
export interface Encounter {
  contact: ContactSummary
  type: ActivityType
  task: Task | null
}

export interface EncounterResult {
  outcome: ActivityOutcome | null
  note?: string
  /** When it happened; without it, now. */
  at?: string | undefined
  /** Time of the appointment. */
  followUpAt?: string
}

/** A logged encounter, with the data to undo it. */
export interface LoggedEncounter extends LoggedActivity {
  encounter: Encounter
  result: EncounterResult
  hasCompletedTask: boolean
}

/** Logs an encounter, and completes the promised task unless the person wasn't reached. */
export async function logEncounter(encounter: Encounter, result: EncounterResult): Promise<LoggedEncounter> {
  const { contact, type, task } = encounter
  const logged = await call('POST /api/contacts/{id}/activities', {
    params: { id: contact.id },
    body: { type, ...result },
  })
  const completesTask = task !== null && !keepsTaskOpen(result.outcome)
  // The activity is stored, so if the task fails, the sheet must not ask again.
  const failure = completesTask
    ? await setTaskDone(task, true).then(
        () => null,
        (error: unknown) => error,
      )
    : null
  const isTaskGone = failure instanceof ApiError && failure.status === 404
  if (failure && !isTaskGone) {
    toast({
      variant: 'destructive',
      title: 'Task Still Open',
      description: "We logged this but couldn't complete the task. Check it off on Tasks.",
    })
  }
  return {
    ...logged,
    encounter: isTaskGone ? { ...encounter, task: null } : encounter,
    result,
    hasCompletedTask: completesTask && !failure,
  }
}

export function setTaskDone({ id }: Task, isDone: boolean) {
  const completion = isDone
    ? ({ status: 'completed', completedAt: new Date().toISOString() } as const)
    : ({ status: 'pending', completedAt: null } as const)
  return call('PATCH /api/tasks/{id}', { params: { id }, body: completion })
}

/** Undo for the effects of an outcome. Deleting the activity itself restores the phone's verification. */
const REVERSALS: Partial<Record<ActivityOutcome, (logged: LoggedEncounter) => Promise<unknown>>> = {
  do_not_contact: async ({ encounter, before }) =>
    before.doNotContact || setDoNotContact(encounter.contact.id, false),
  has_agent: ({ encounter: { contact }, before: { agreement } }) =>
    call('PATCH /api/contacts/{id}/agreement', {
      params: { id: contact.id },
      body: { side: 'seller', agreement },
    }),
  already_moved: async ({ encounter: { contact }, before }) =>
    before.hasMoved || call('DELETE /api/contacts/{id}/outcomes', { params: { id: contact.id } }),
  appointment: async ({ encounter: { contact }, result: { followUpAt } }) => {
    const { tasks } = await call('GET /api/contacts/{id}', { params: { id: contact.id } })
    const addedTask = tasks.find(
      ({ metadata, dueDate }) => metadata.kind === 'appointment' && dueDate === followUpAt,
    )
    if (addedTask) await call('DELETE /api/tasks/{id}', { params: { id: addedTask.id } })
  },
}

/** Deletes a logged activity and undoes its consequences. */
export async function undoEncounter(logged: LoggedEncounter): Promise<void> {
  const { encounter, result, activity, hasCompletedTask } = logged
  if (result.outcome) await REVERSALS[result.outcome]?.(logged)
  if (encounter.task && hasCompletedTask) await setTaskDone(encounter.task, false)
  await call('DELETE /api/activities/{id}', { params: { id: activity.id } })
}

/** Accepts the suggested follow-up: moves the promised task if it is still open, otherwise adds a task. @returns how to undo it */
export async function acceptFollowUp(
  { encounter, followUp, hasCompletedTask }: LoggedEncounter,
  userId: string | null,
): Promise<() => Promise<unknown>> {
  const { contact, task } = encounter
  const dueDate = endOfLocalDay(followUp?.on ?? '')
  if (task && !hasCompletedTask) {
    const params = { id: task.id }
    await call('PATCH /api/tasks/{id}', { params, body: { dueDate } })
    return () => call('PATCH /api/tasks/{id}', { params, body: { dueDate: task.dueDate } })
  }
  const title = followUp?.title ?? 'Follow up'
  const addedTask = await call('POST /api/tasks', {
    body: { contactId: contact.id, title, dueDate, assignedTo: userId },
  })
  return () => call('DELETE /api/tasks/{id}', { params: { id: addedTask.id } })
}

export function snooze(contactId: string, until: Date | null) {
  return call('POST /api/contacts/{id}/snooze', {
    params: { id: contactId },
    body: { until: until?.toISOString() ?? null },
  })
}

export function setDoNotContact(contactId: string, doNotContact: boolean) {
  return call('PATCH /api/contacts/{id}/do-not-contact', {
    params: { id: contactId },
    body: { doNotContact, reason: doNotContact ? null : 'Marked by mistake' },
  })
}

/** Removes a contact from every cached list before the lists are refetched. Their task stays if it is still promised. */
export function dropFromToday(client: QueryClient, contactId: string): void {
  client.setQueriesData<TodayList>(
    { queryKey: TODAY_KEY },
    (list) =>
      list && {
        ...list,
        promised: list.promised.filter(({ contact }) => contact.id !== contactId),
        items: list.items.filter(({ contact }) => contact.id !== contactId),
      },
  )
}

/** Refetches what a logged encounter, a snooze or an opt-out changed. */
export function refreshToday(client: QueryClient): void {
  const paths: readonly unknown[] = ['/api/today', '/api/contacts', '/api/tasks', '/api/tasks/counts']
  void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => paths.includes(path) })
}
