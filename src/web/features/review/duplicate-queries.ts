import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as duplicates from '#contract/duplicates.ts'
import { call } from '#web/lib/api.ts'
import { route } from '#web/lib/route.ts'
import { toast, toastError } from '#web/ui/toast.tsx'

const listSuspectedDuplicates = route<typeof duplicates.listSuspectedPairs>('GET', '/api/duplicates')
const dismissSuspectedDuplicate = route<typeof duplicates.dismissSuspectedPair>(
  'POST',
  '/api/duplicates/{id}/dismiss',
)

export const DUPLICATES_KEY = [listSuspectedDuplicates.path] as const

/** Pairs of contacts that may be one person, page by page. */
export const suspectedDuplicatePages = infiniteQueryOptions({
  queryKey: [...DUPLICATES_KEY, 'pages'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => call(listSuspectedDuplicates, { query: { cursor: pageParam }, signal }),
  getNextPageParam: (page) => page.next ?? undefined,
})

export function useDismissSuspectedDuplicate(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(dismissSuspectedDuplicate, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: DUPLICATES_KEY })
      toast({ title: 'Kept as Two Contacts', description: "We won't suggest this pair again." })
    },
    onError: (error) => toastError('Not Saved', error, "We couldn't save that. Please try again."),
  })
}
