import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmOptOut, listOptOuts, type OptOutItem, setDoNotContact } from '#contract/consents.ts'
import { listContacts } from '#contract/contacts.ts'
import { call } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { toast, toastError } from '#web/ui/toast.tsx'

export type OptOutFilter = { state: 'open' | 'all'; importId: string | null }

/** Opt-outs from imported files, page by page. */
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
    onError: (error) => toastError('Not Saved', error, "We couldn't confirm the opt-out. Please try again."),
  })
}

/** Lifts an opt-out; a reason is required. */
export function useLiftOptOut(onDone: () => void) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({
      contactId,
      channel,
      reason,
    }: Pick<OptOutItem, 'contactId' | 'channel'> & { reason: string }) =>
      call(setDoNotContact, { params: { id: contactId }, body: { doNotContact: false, channel, reason } }),
    onSuccess: (contact) => {
      refresh()
      onDone()
      toast({ title: 'Opt-Out Lifted', description: `${fullName(contact)} can be contacted again.` })
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
