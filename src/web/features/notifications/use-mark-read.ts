import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/notifications.ts'
import { call } from '#web/lib/api.ts'
import { route } from '#web/lib/route.ts'

const readNotifications = route<typeof contract.readNotifications>('POST', '/api/notifications/read')

type NotificationsPage = AnswerOf<typeof contract.listNotifications>

/** All cached notification lists. */
const ALL_NOTIFICATIONS = { queryKey: ['/api/notifications'] }

/** Marks some or, with `'all'`, all as read. Updates this tab at once; the server notifies other tabs. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      call(readNotifications, { body: ids === 'all' ? { all: true } : { ids: [...ids] } }),
    onMutate: async (ids) => {
      await client.cancelQueries(ALL_NOTIFICATIONS)
      client.setQueriesData<NotificationsPage>(ALL_NOTIFICATIONS, (page) => page && markItemsRead(page, ids))
    },
    onSuccess: ({ unread }) =>
      client.setQueriesData<NotificationsPage>(ALL_NOTIFICATIONS, (page) => page && { ...page, unread }),
    // Repeats the reads that were canceled above.
    onSettled: () => client.invalidateQueries(ALL_NOTIFICATIONS),
  })
}

function markItemsRead(page: NotificationsPage, ids: readonly string[] | 'all'): NotificationsPage {
  const isTarget = (id: string) => ids === 'all' || ids.includes(id)
  const newlyRead = page.items.filter((item) => !item.read && isTarget(item.id)).length
  return {
    ...page,
    unread: ids === 'all' ? 0 : Math.max(0, page.unread - newlyRead),
    items: page.items.map((item) => (isTarget(item.id) ? { ...item, read: true } : item)),
  }
}
