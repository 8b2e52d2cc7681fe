import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '#contract/events.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { subscribeToEvents } from '#web/lib/live.ts'

/** An import sends many events at once; those within this time lead to one refresh. */
const DEBOUNCE_MS = 300

/** Paths whose data changes with any contact. */
const CONTACT_DEPENDENTS = new Set<unknown>([
  '/api/tasks',
  '/api/tasks/counts',
  '/api/duplicates',
  '/api/changes',
  '/api/outcomes/report',
  '/api/opt-outs',
])

/** True if data read under a key may have changed with an event. */
export function affects(event: LiveEvent, key: QueryKey): boolean {
  const [path, second] = key
  switch (event.type) {
    case 'contact.changed':
      // The second key element is the id of a single contact or the filters of a list.
      return (
        (path === '/api/contacts' && (typeof second !== 'string' || second === event.contactId)) ||
        CONTACT_DEPENDENTS.has(path)
      )
    case 'contacts.changed':
      return path === '/api/contacts' || CONTACT_DEPENDENTS.has(path)
    case 'import.changed':
      return (
        path === '/api/opt-outs' ||
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

/** Refreshes the data on the screen when the organization's data changes elsewhere. */
export function useLiveUpdates(enabled: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!enabled) return
    let pendingEvents: LiveEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let refreshing = false
    // One refresh at a time: a new one cancels the previous reads, so under a steady stream of events none would finish.
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
      // Notices a sign-out in another tab.
      () => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
    )
    return () => {
      stop()
      pendingEvents = []
      clearTimeout(timer)
    }
  }, [enabled, queryClient])
}
