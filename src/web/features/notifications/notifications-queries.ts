import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '#web/lib/query-client.ts'

export const NOTIFICATIONS_PAGE_SIZE = 30
/** The server's page limit. */
export const MAX_NOTIFICATIONS = 100

/** The newest notifications and how many are unread. */
export function useNotifications(limit: number, enabled = true) {
  return useQuery({
    ...read('GET /api/notifications', { query: { limit } }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Splits a list at midnight in the browser's time zone. */
export function splitByDay<T extends { createdAt: string }>(
  items: readonly T[],
  now: Date,
): { today: T[]; earlier: T[] } {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const isToday = ({ createdAt }: T) => Date.parse(createdAt) >= midnight
  return { today: items.filter(isToday), earlier: items.filter((item) => !isToday(item)) }
}

/** The bell's badge, and its name for screen readers. */
export function unreadTexts(unread: number): { badge: string | null; name: string } {
  if (unread === 0) return { badge: null, name: 'Notifications' }
  const count = unread > 99 ? '99+' : String(unread)
  return { badge: count, name: `Notifications, ${count} unread` }
}
