import { call } from '#web/lib/api.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { useChange } from '#web/ui/use-change.ts'
import { contactQuery } from '../contacts-queries.ts'

const NOT_SAVED = ['Not Saved', "We couldn't save the note. Please try again."] as const

/** A contact's notes, page by page. */
export function notePages(contactId: string) {
  return cursorPages('GET /api/contacts/{id}/notes', { params: { id: contactId } })
}

/** Refreshes the contact with its pinned note, and its notes and timeline, whose keys start with the contact's. */
const refreshKeys = (contactId: string) => [contactQuery(contactId).queryKey]

export function useAddNote(contactId: string) {
  return useChange({
    change: (text: string) =>
      call('POST /api/contacts/{id}/notes', { params: { id: contactId }, body: { text } }),
    failureToast: NOT_SAVED,
    refreshedKeys: refreshKeys(contactId),
  })
}

export function useUpdateNote(contactId: string, noteId: string) {
  return useChange({
    change: (body: { text?: string; isPinned?: boolean }) =>
      call('PATCH /api/contacts/{id}/notes/{noteId}', { params: { id: contactId, noteId }, body }),
    failureToast: NOT_SAVED,
    refreshedKeys: refreshKeys(contactId),
  })
}

export function useDeleteNote(contactId: string, noteId: string) {
  return useChange({
    change: () => call('DELETE /api/contacts/{id}/notes/{noteId}', { params: { id: contactId, noteId } }),
    successToast: () => ({ title: 'Note Deleted' }),
    failureToast: ['Not Deleted', "We couldn't delete the note. Please try again."],
    refreshedKeys: refreshKeys(contactId),
  })
}
