import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '#contract/events.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { subscribeToEvents } from '#web/lib/live.ts'
import { useBrandRefresh } from '#web/lib/use-brand-refresh.ts'

/** An import sends many events at once; those within this time lead to one refresh. */
const DEBOUNCE_MS = 300

const CONTACT_PATHS = [
  '/api/contacts',
  '/api/map',
  '/api/map/people',
  '/api/today',
  '/api/tasks',
  '/api/tasks/counts',
  '/api/tags',
  '/api/duplicates',
  '/api/changes',
  '/api/outcomes/report',
  '/api/opt-outs',
  '/api/origin-requests',
]
/** Paths whose data changes with an event. */
const CHANGED_PATHS: Partial<Record<LiveEvent['type'], readonly unknown[]>> = {
  'contact.changed': CONTACT_PATHS,
  'contacts.changed': CONTACT_PATHS,
  'import.changed': ['/api/imports', '/api/opt-outs'],
  'organization.changed': ['/api/organizations', '/api/auth/user', '/api/score/recalibration'],
  'notifications.changed': ['/api/notifications'],
}

/** True if data read under a key may have changed with an event. */
export function affects(event: LiveEvent, [path, detail]: QueryKey): boolean {
  if (event.type === 'resync') return true
  if (!CHANGED_PATHS[event.type]?.includes(path)) return false
  // The second key element is the id of a single contact or import, or the filters of a list.
  if (typeof detail !== 'string') return true
  if (event.type === 'contact.changed' && path === '/api/contacts') return detail === event.contactId
  if (event.type === 'import.changed' && path === '/api/imports') return detail === event.importId
  return true
}

/** Refreshes the data on the screen when the organization's data changes elsewhere. */
export function useLiveUpdates(enabled: boolean): void {
  const queryClient = useQueryClient()
  const refreshBrand = useBrandRefresh()
  useEffect(() => {
    if (!enabled) return
    let pendingEvents: LiveEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let refreshing = false
    // One refresh at a time: a new refresh cancels the reads of the previous one, so during a steady stream of events none would finish.
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
      if (events.some(({ type }) => type === 'organization.changed' || type === 'resync')) refreshBrand()
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
  }, [enabled, queryClient, refreshBrand])
}
