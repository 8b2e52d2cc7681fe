import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as consents from '#contract/consents.ts'
import type * as contacts from '#contract/contacts.ts'
import type { ContactSummary } from '#contract/contacts.ts'
import type * as merges from '#contract/merges.ts'
import type * as timeline from '#contract/timeline.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { call } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast, toastError } from '#web/ui/toast.tsx'
import { CONTACTS_KEY, type ContactChanges, contactQuery, refreshContact } from '../contacts-queries.ts'

const setDoNotContact = route<typeof consents.setDoNotContact>('PATCH', '/api/contacts/{id}/do-not-contact')
const listDuplicates = route<typeof merges.listDuplicates>('GET', '/api/contacts/{id}/duplicates')
const mergeContacts = route<typeof merges.mergeContacts>('POST', '/api/contacts/{id}/merge')
const undoMerge = route<typeof merges.undoMerge>('POST', '/api/merges/{id}/undo')
const updateContact = route<typeof contacts.updateContact>('PATCH', '/api/contacts/{id}')
const dismissEmailSuggestion = route<typeof contacts.dismissEmailSuggestion>(
  'DELETE',
  '/api/contacts/{id}/email-suggestion',
)
const getTimeline = route<typeof timeline.getTimeline>('GET', '/api/contacts/{id}/timeline')

export function duplicatesQuery(id: string) {
  return read(listDuplicates, { params: { id } })
}

/** A contact's timeline, page by page. */
export function timelinePages(id: string) {
  return infiniteQueryOptions({
    queryKey: [...CONTACTS_KEY, id, 'timeline'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(getTimeline, { params: { id }, query: { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next ?? undefined,
  })
}

export type DoNotContactCommand = Parameters<typeof call<typeof setDoNotContact>>[1]['body']

export function useDoNotContact(id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: DoNotContactCommand) => call(setDoNotContact, { params: { id }, body }),
    onSuccess: (contact, { channel }) => {
      refreshContact(client, contact)
      onDone()
      const name = fullName(contact)
      if (channel && channel !== 'all') {
        toast({ title: 'Saved', description: `Saved ${name}'s contact preferences.` })
        return
      }
      toast(
        contact.doNotContact
          ? {
              title: 'Do Not Contact',
              description: `${name} won't appear in call lists, tasks or outreach. Exports mark them do not contact.`,
            }
          : { title: 'Contact Allowed', description: `${name} can be contacted again.` },
      )
    },
    onError: (error) => toastError('Not Saved', error, "We couldn't save the change. Please try again."),
  })
}

/** Updates single fields from within the drawer, such as the suggested email address or the primary phone. */
export function useContactChange(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ContactChanges) => call(updateContact, { params: { id }, body }),
    onSuccess: (contact) => {
      refreshContact(client, contact)
      toast({ title: 'Contact Updated', description: 'Your changes have been saved successfully' })
    },
    onError: (error) =>
      toastError('Update Failed', error, "We couldn't save your changes. Please try again."),
  })
}

export function useDismissSuggestion(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(dismissEmailSuggestion, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: contactQuery(id).queryKey }),
    onError: (error) => toastError('Not Saved', error, "We couldn't save the change. Please try again."),
  })
}

export function useMerge({ id }: Pick<ContactSummary, 'id'>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { otherId: string; fields: ContactField[] }) =>
      call(mergeContacts, { params: { id }, body }),
    onSuccess: ({ contact, mergeId }, { otherId }) => {
      client.removeQueries({ queryKey: contactQuery(otherId).queryKey })
      refreshContact(client, contact)
      onDone()
      toast({
        title: 'Contacts Merged',
        description: `Both are now ${fullName(contact)}. You can undo this for 30 days.`,
        action: { label: 'Undo', onClick: () => void undo(client, mergeId) },
      })
    },
    onError: (error) =>
      toastError('Merge Failed', error, "We couldn't merge the contacts. Please try again."),
  })
}

async function undo(client: QueryClient, mergeId: string): Promise<void> {
  try {
    const { contact } = await call(undoMerge, { params: { id: mergeId } })
    refreshContact(client, contact)
    toast({ title: 'Merge Undone', description: 'Both contacts are restored.' })
  } catch (error) {
    toastError('Undo Failed', error, "We couldn't undo the merge. Please try again.")
  }
}
