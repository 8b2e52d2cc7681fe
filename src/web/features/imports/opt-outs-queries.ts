import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmOptOut, listOptOuts, type OptOutItem, setDoNotContact } from '#contract/consents.ts'
import { listContacts } from '#contract/contacts.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

export type OptOutFilter = { state: 'open' | 'all'; importId: string | null }

/** Opt-outs that came with files, page by page. */
export function optOutPages({ state, importId }: OptOutFilter) {
  const query = { state, ...(importId && { import: importId }) }
  return infiniteQueryOptions({
    queryKey: [listOptOuts.path, query, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => call(listOptOuts, { query: { ...query, cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next ?? undefined,
  })
}

export function useKeepOptOut() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ id }: OptOutItem) => call(confirmOptOut, { params: { id } }),
    onSuccess: refresh,
    onError: (error) =>
      toast({
        title: 'Not Saved',
        description: messageOf(error, 'The opt-out could not be confirmed. Please try again.'),
        variant: 'destructive',
      }),
  })
}

/** Opens a channel again; it takes a reason. */
export function useLiftOptOut(onDone: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({
      contactId,
      channel,
      reason,
    }: Pick<OptOutItem, 'contactId' | 'channel'> & { reason: string }) =>
      call(setDoNotContact, { params: { id: contactId }, body: { doNotContact: false, channel, reason } }),
    onSuccess: ({ firstName, lastName }) => {
      refresh()
      onDone()
      toast({ title: 'Opt-Out Lifted', description: `${firstName} ${lastName} may be contacted again.` })
    },
  })
}

function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: [listOptOuts.path] })
    void client.invalidateQueries({ queryKey: [listContacts.path] })
    void client.invalidateQueries({ queryKey: ['/api/imports'] })
  }
}
