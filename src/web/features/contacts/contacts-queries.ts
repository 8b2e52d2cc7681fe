import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/contacts.ts'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import type { getScore as scoreEndpoint } from '#contract/score.ts'
import { call, send, urlOf } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { itemsOf, type Page, pagesFrom } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast, toastError } from '#web/ui/toast.tsx'
import { doNotContactOf, type ListState } from './use-contacts-url-state.ts'
import { saveFile, vCardName } from './vcard-file.ts'

const listContacts = route<typeof contract.listContacts>('GET', '/api/contacts')
const createContact = route<typeof contract.createContact>('POST', '/api/contacts')
const getContact = route<typeof contract.getContact>('GET', '/api/contacts/{id}')
const updateContact = route<typeof contract.updateContact>('PATCH', '/api/contacts/{id}')
const deleteContact = route<typeof contract.deleteContact>('DELETE', '/api/contacts/{id}')
const getVCard = route<typeof contract.getVCard>('GET', '/api/contacts/{id}/vcard')
const getScore = route<typeof scoreEndpoint>('GET', '/api/contacts/{id}/score')

/** Cache time of list pages, for returning to the list. */
const PAGES_CACHE_MS = 30 * 60_000

/** Query key prefix of the list and of single contacts. */
export const CONTACTS_KEY = [listContacts.path] as const

/** The contact list, page by page. */
export function contactPages({ search, signal, reach, sort }: ListState) {
  const query = {
    search: search || undefined,
    topSignal: signal ?? undefined,
    doNotContact: doNotContactOf(reach),
    sort: sort === 'score' ? undefined : sort,
  }
  const pages = pagesFrom<ContactSummary>([...CONTACTS_KEY, query, 'pages'], urlOf(listContacts, { query }))
  return { ...pages, gcTime: PAGES_CACHE_MS }
}

export function contactQuery(id: string) {
  return read(getContact, { params: { id } })
}

export function scoreQuery(id: string) {
  return read(getScore, { params: { id } })
}

/** Stores the contact from a server response and refreshes every other query that may show it. */
export function refreshContact(client: QueryClient, contact: ContactDetail): void {
  client.setQueryData(contactQuery(contact.id).queryKey, contact)
  void client.invalidateQueries({
    queryKey: CONTACTS_KEY,
    predicate: ({ queryKey }) => !(queryKey.length === 2 && queryKey[1] === contact.id),
  })
}

/** Ids of the list's contacts loaded so far. */
export function loadedContactIds(client: QueryClient, list: ListState): string[] {
  return itemsOf(client.getQueryData(contactPages(list).queryKey)).map(({ id }) => id)
}

/** Removes deleted contacts from all cached lists at once, before the lists are refetched. */
export function dropContacts(client: QueryClient, removedIds: ReadonlySet<string>): void {
  client.setQueriesData<InfiniteData<Page<ContactSummary>>>(
    { queryKey: CONTACTS_KEY, predicate: ({ queryKey }) => queryKey[2] === 'pages' },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          items: page.items.filter(({ id }) => !removedIds.has(id)),
        })),
      },
  )
}

export type ContactFields = Parameters<typeof call<typeof createContact>>[1]['body']
export type ContactChanges = Parameters<typeof call<typeof updateContact>>[1]['body']

export function useCreateContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ContactFields) => call(createContact, { body }),
    onSuccess: (contact) => {
      // The list is sorted by score, so a new contact without one is at its end.
      toast({
        title: 'Contact Added',
        description: `${fullName(contact)} is in your contacts.`,
      })
      refreshContact(client, contact)
    },
    onError: (error) => toastError('Error', error, "We couldn't add the contact. Please try again."),
  })
}

export function useUpdateContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, body }: { id: string | null; body: ContactChanges }) => {
      if (id === null) throw new Error('No contact selected')
      return call(updateContact, { params: { id }, body })
    },
    onSuccess: (contact) => {
      toast({ title: 'Contact Updated', description: 'Your changes have been saved successfully' })
      refreshContact(client, contact)
    },
    onError: (error, { id }) => {
      const fallback = id === null ? error.message : "We couldn't save your changes. Please try again."
      toastError('Update Failed', error, fallback)
    },
  })
}

export function useDeleteContact(onDeleted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, suppress }: { id: string; suppress: boolean }) =>
      call(deleteContact, { params: { id }, query: suppress ? { suppress: '1' } : {} }),
    onSuccess: (_, { id }) => {
      onDeleted()
      dropContacts(client, new Set([id]))
      toast({ title: 'Contact Deleted', description: 'The contact has been permanently removed' })
      // Not refetched: the closing drawer would show that the contact is missing.
      void client.invalidateQueries({ queryKey: contactQuery(id).queryKey, refetchType: 'none' })
      void client.invalidateQueries({
        queryKey: CONTACTS_KEY,
        predicate: ({ queryKey }) => queryKey[1] !== id,
      })
    },
    onError: (error) => toastError('Delete Failed', error, 'Delete failed'),
  })
}

export function useDownloadVCard() {
  return useMutation({
    mutationFn: async (contact: Pick<ContactSummary, 'id' | 'firstName' | 'lastName'>) => {
      const response = await send('GET', urlOf(getVCard, { params: { id: contact.id } }))
      saveFile(await response.blob(), vCardName(contact))
    },
    onSuccess: () => {
      toast({
        title: 'Contact Downloaded!',
        description: 'On an iPhone or iPad, open the file to add it to your contacts.',
      })
    },
    onError: () => {
      toast({
        title: 'Download Failed',
        description: "We couldn't download the contact file. Please try again.",
        variant: 'destructive',
      })
    },
  })
}
