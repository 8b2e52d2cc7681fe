import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as duplicates from '#contract/duplicates.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'

const listSuspicions = route<typeof duplicates.listSuspicions>('GET', '/api/duplicates')
const dismissSuspicion = route<typeof duplicates.dismissSuspicion>('POST', '/api/duplicates/{id}/dismiss')

export const DUPLICATES_KEY = [listSuspicions.path] as const

/** Pairs of contacts that may be one person, page by page. */
export const suspicionPages = infiniteQueryOptions({
  queryKey: [...DUPLICATES_KEY, 'pages'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => call(listSuspicions, { query: { cursor: pageParam }, signal }),
  getNextPageParam: (page) => page.next ?? undefined,
})

export function useDismissSuspicion(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(dismissSuspicion, { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: DUPLICATES_KEY })
      toast({ title: 'Kept as Two Contacts', description: "We won't suggest this pair again." })
    },
    onError: (error) =>
      toast({
        title: 'Not Saved',
        description: messageOf(error, "We couldn't save that. Please try again."),
        variant: 'destructive',
      }),
  })
}
