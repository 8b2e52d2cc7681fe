import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SentBody } from '#contract/endpoint.ts'
import type { changeFollowUpBoss } from '#contract/follow-up-boss.ts'
import { call } from '#web/lib/api.ts'
import { useChange } from '#web/ui/use-change.ts'

const KEY = ['/api/follow-up-boss']
const refreshedKeys = [KEY]
/** The state changes by itself while the page is open. */
const REFRESH_MS = 5000

export const useFollowUpBoss = (enabled: boolean) =>
  useQuery(
    queryOptions({
      queryKey: [...KEY, 'status'],
      queryFn: ({ signal }) => call('GET /api/follow-up-boss', { signal }),
      enabled,
      refetchInterval: REFRESH_MS,
    }),
  )

/** Counts of the first import. */
export const usePreview = () =>
  useQuery(
    queryOptions({
      queryKey: [...KEY, 'preview'],
      queryFn: ({ signal }) => call('GET /api/follow-up-boss/preview', { signal }),
    }),
  )

export const useConflicts = () =>
  useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [...KEY, 'conflicts'],
      queryFn: ({ pageParam, signal }) =>
        call('GET /api/follow-up-boss/conflicts', {
          query: { limit: 25, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
      refetchInterval: REFRESH_MS,
    }),
  )

export const useConnect = () =>
  useChange({
    change: (body: { apiKey: string }) => call('POST /api/follow-up-boss', { body }),
    refreshedKeys,
  })

export const useChangeConnection = () =>
  useChange({
    change: (body: SentBody<typeof changeFollowUpBoss>) => call('PATCH /api/follow-up-boss', { body }),
    failureToast: ['Error', "We couldn't save the change. Try again."],
    refreshedKeys,
  })

export const useStartImport = () =>
  useChange({
    change: () => call('POST /api/follow-up-boss/import', {}),
    failureToast: ['Error', "We couldn't start the import. Try again."],
    refreshedKeys,
  })

export const useDisconnect = () =>
  useChange({
    change: () => call('DELETE /api/follow-up-boss', {}),
    successToast: () => ({
      title: 'Follow Up Boss Disconnected',
      description: 'Nothing was deleted on either side.',
    }),
    failureToast: ['Error', "We couldn't disconnect. Try again."],
    refreshedKeys,
  })

export const useUndo = () =>
  useChange({
    change: (id: string) => call('POST /api/follow-up-boss/conflicts/{id}/undo', { params: { id } }),
    successToast: () => ({
      title: 'Change Undone',
      description: 'The previous value is back here and will sync to Follow Up Boss.',
    }),
    failureToast: ['Error', "We couldn't undo the change. Try again."],
    refreshedKeys,
  })
