import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactSummary } from '#contract/contacts.ts'
import { type CallInput, call, send, urlOf } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { CONTACTS_KEY, contactQuery, dropContacts, refreshContact } from './contacts-queries.ts'
import { saveFile, vCardName } from './vcard-file.ts'

export function useCreateContact() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallInput<'POST /api/contacts'>['body']) => call('POST /api/contacts', { body }),
    onSuccess: (contact) => {
      // The list is sorted by score, so a new contact, which has none, is at its end.
      toast({ title: 'Contact Added', description: `${fullName(contact)} is in your contacts.` })
      void refreshContact(client, contact)
    },
    onError: toastFailure('Error', "We couldn't add the contact. Please try again."),
  })
}

/** @param id null if the contact was deleted elsewhere; saving then fails */
export function useUpdateContact(id: string | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: CallInput<'PATCH /api/contacts/{id}'>['body']) => {
      if (id === null) throw new Error('The contact was deleted')
      return call('PATCH /api/contacts/{id}', { params: { id }, body })
    },
    onSuccess: (contact) => {
      toast({ title: 'Contact Updated', description: 'Your changes have been saved successfully' })
      void refreshContact(client, contact)
    },
    onError: toastFailure(
      'Update Failed',
      id === null ? 'No contact selected' : "We couldn't save your changes. Please try again.",
    ),
  })
}

export function useDeleteContact(onDeleted: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, suppress }: { id: string; suppress: boolean }) =>
      call('DELETE /api/contacts/{id}', { params: { id }, query: suppress ? { suppress: '1' } : {} }),
    onSuccess: (_, { id }) => {
      onDeleted()
      dropContacts(client, new Set([id]))
      toast({ title: 'Contact Deleted', description: 'The contact has been permanently removed' })
      // Not refetched, or the closing drawer would show that the contact is missing.
      void client.invalidateQueries({ queryKey: contactQuery(id).queryKey, refetchType: 'none' })
      void client.invalidateQueries({
        queryKey: CONTACTS_KEY,
        predicate: ({ queryKey }) => queryKey[1] !== id,
      })
    },
    onError: toastFailure('Delete Failed', 'Delete failed'),
  })
}

export function useDownloadVCard() {
  return useMutation({
    mutationFn: async (contact: Pick<ContactSummary, 'id' | 'firstName' | 'lastName'>) => {
      const response = await send(
        'GET',
        urlOf('GET /api/contacts/{id}/vcard', { params: { id: contact.id } }),
      )
      saveFile(await response.blob(), vCardName(contact))
    },
    onSuccess: () => {
      toast({
        title: 'Contact Downloaded!',
        description: 'On an iPhone or iPad, open the file to add it to your contacts.',
      })
    },
    onError: toastFailure('Download Failed', "We couldn't download the contact file. Please try again."),
  })
}
