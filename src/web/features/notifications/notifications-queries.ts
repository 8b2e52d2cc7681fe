import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/notifications.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'

const listNotifications = route<typeof contract.listNotifications>('GET', '/api/notifications')

export const NOTIFICATIONS_PAGE_SIZE = 30
/** The server's page limit. */
export const MAX_NOTIFICATIONS = 100

/** The newest notifications and how many are unread. */
export function useNotifications(limit: number, enabled = true) {
  return useQuery({
    ...read(listNotifications, { query: { limit } }),
    placeholderData: keepPreviousData,
    enabled,
  })
}
