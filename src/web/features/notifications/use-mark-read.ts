import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/notifications.ts'
import { call } from '#web/lib/api.ts'
import { route } from '#web/lib/route.ts'

const readNotifications = route<typeof contract.readNotifications>('POST', '/api/notifications/read')

type Listed = AnswerOf<typeof contract.listNotifications>

/** Every list of notifications that is kept, however long. */
const every = { queryKey: ['/api/notifications'] }

/** Marks some or, with `'all'`, all as read: shown at once, other tabs hear of it from the server. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      call(readNotifications, { body: ids === 'all' ? { all: true } : { ids: [...ids] } }),
    onMutate: async (ids) => {
      await client.cancelQueries(every)
      client.setQueriesData<Listed>(every, (listed) => listed && withRead(listed, ids))
    },
    onSuccess: ({ unread }) =>
      client.setQueriesData<Listed>(every, (listed) => listed && { ...listed, unread }),
    // Also what was cancelled is read again.
    onSettled: () => client.invalidateQueries(every),
  })
}

function withRead(listed: Listed, ids: readonly string[] | 'all'): Listed {
  const isMeant = (id: string) => ids === 'all' || ids.includes(id)
  const newlyRead = listed.items.filter((item) => !item.read && isMeant(item.id)).length
  return {
    ...listed,
    unread: ids === 'all' ? 0 : Math.max(0, listed.unread - newlyRead),
    items: listed.items.map((item) => (isMeant(item.id) ? { ...item, read: true } : item)),
  }
}
