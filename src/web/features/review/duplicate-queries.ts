import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'
export const DUPLICATES_KEY = ['/api/duplicates'] as const

/** Pairs of contacts that may be one person, page by page. */
export const suspectedDuplicatePages = cursorPages('GET /api/duplicates')

export function useDismissSuspectedDuplicate(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/duplicates/{id}/dismiss', { params: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: DUPLICATES_KEY })
      toast({ title: 'Kept as Two Contacts', description: "We won't suggest this pair again." })
    },
    onError: toastFailure('Not Saved', "We couldn't save that. Please try again."),
  })
}
