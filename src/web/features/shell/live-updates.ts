import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '#contract/events.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { subscribeToEvents } from '#web/lib/live.ts'

/** An import changes many contacts within moments: events are gathered for this long and lead to one refresh. */
const DEBOUNCE_MS = 300

const CHANGES = '/api/changes'
const DUPLICATES = '/api/duplicates'
const OUTCOMES = '/api/outcomes/report'
const OPT_OUTS = '/api/opt-outs'

/** Whether what was read under a key may differ after an event. */
export function affects(event: LiveEvent, key: QueryKey): boolean {
  const [path, second] = key
  switch (event.type) {
    case 'contact.changed':
      // Lists have their filters there, a single contact has its id.
      return (
        (path === '/api/contacts' && (typeof second !== 'string' || second === event.contactId)) ||
        isTasks(path) ||
        path === DUPLICATES ||
        path === CHANGES ||
        path === OUTCOMES ||
        path === OPT_OUTS
      )
    case 'contacts.changed':
      return (
        path === '/api/contacts' ||
        path === DUPLICATES ||
        isTasks(path) ||
        path === CHANGES ||
        path === OUTCOMES ||
        path === OPT_OUTS
      )
    case 'import.changed':
      return (
        path === OPT_OUTS ||
        (path === '/api/imports' && (typeof second !== 'string' || second === event.importId))
      )
    case 'organization.changed':
      return path === '/api/organizations' || path === '/api/auth/user'
    case 'notifications.changed':
      return path === '/api/notifications'
    case 'resync':
      return true
    default:
      return false
  }
}

/** The views of all tasks and their counts: a contact's tasks are part of what changes with it. */
function isTasks(path: unknown): boolean {
  return path === '/api/tasks' || path === '/api/tasks/counts'
}

/** Refreshes what is on the screen when the organization's data changes elsewhere. */
export function useLiveUpdates(enabled: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!enabled) return
    let pendingEvents: LiveEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let refreshing = false
    // One refresh after the other: a new one would cancel the reads of the one before, and a steady stream of events
    // would let none of them arrive.
    const schedule = () => {
      if (pendingEvents.length > 0 && !refreshing) timer ??= setTimeout(() => void refresh(), DEBOUNCE_MS)
    }
    const refresh = async () => {
      const events = pendingEvents
      pendingEvents = []
      timer = undefined
      refreshing = true
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) => events.some((event) => affects(event, queryKey)),
      })
      refreshing = false
      schedule()
    }
    const stop = subscribeToEvents(
      (event) => {
        pendingEvents.push(event)
        schedule()
      },
      () => void queryClient.invalidateQueries(),
      // Signed out in another tab: this one finds out, too.
      () => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    )
    return () => {
      stop()
      pendingEvents = []
      clearTimeout(timer)
    }
  }, [enabled, queryClient])
}
