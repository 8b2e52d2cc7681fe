import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactSummary } from '#contract/contacts.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { contactQuery, refreshContact } from '../contacts-queries.ts'

export function duplicatesQuery(id: string) {
  return read('GET /api/contacts/{id}/duplicates', { params: { id } })
}

/** A contact's timeline, page by page. */
export function timelinePages(id: string) {
  return cursorPages('GET /api/contacts/{id}/timeline', { params: { id } })
}

export type DoNotContactCommand = CallInput<'PATCH /api/contacts/{id}/do-not-contact'>['body']

export function useDoNotContact(id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: DoNotContactCommand) =>
      call('PATCH /api/contacts/{id}/do-not-contact', { params: { id }, body }),
    onSuccess: (contact, { channel }) => {
      void refreshContact(client, contact)
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
              description: `${name} won't appear in call lists, tasks or outreach. Exports mark them as do not contact.`,
            }
          : { title: 'Contact Allowed', description: `${name} can be contacted again.` },
      )
    },
    onError: toastFailure('Not Saved', "We couldn't save the change. Please try again."),
  })
}

export function useDismissSuggestion(id: string) {
  return useChange({
    change: () => call('DELETE /api/contacts/{id}/email-suggestion', { params: { id } }),
    failureToast: ['Not Saved', "We couldn't save the change. Please try again."],
    refreshedKeys: [contactQuery(id).queryKey],
  })
}

export function useMerge({ id }: Pick<ContactSummary, 'id'>, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { otherId: string; fields: ContactField[] }) =>
      call('POST /api/contacts/{id}/merge', { params: { id }, body }),
    onSuccess: ({ contact, mergeId }, { otherId }) => {
      client.removeQueries({ queryKey: contactQuery(otherId).queryKey })
      void refreshContact(client, contact)
      onDone()
      toast({
        title: 'Contacts Merged',
        description: `Both are now ${fullName(contact)}. You can undo this for 30 days.`,
        action: { label: 'Undo', onClick: () => void undo(client, mergeId) },
      })
    },
    onError: toastFailure('Merge Failed', "We couldn't merge the contacts. Please try again."),
  })
}

async function undo(client: QueryClient, mergeId: string): Promise<void> {
  try {
    const { contact } = await call('POST /api/merges/{id}/undo', { params: { id: mergeId } })
    void refreshContact(client, contact)
    toast({ title: 'Merge Undone', description: 'Both contacts are restored.' })
  } catch (error) {
    toastFailure('Undo Failed', "We couldn't undo the merge. Please try again.")(error)
  }
}
