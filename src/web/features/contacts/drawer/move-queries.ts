import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactDetail } from '#contract/contacts.ts'
import { call } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { refreshContact } from '../contacts-queries.ts'
import { movedText } from '../moved-text.ts'

export function useRecordMove(id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { movedOn: string; note: string }) =>
      call('POST /api/contacts/{id}/outcomes', { params: { id }, body }),
    onSuccess: (contact) => {
      refresh(client, contact)
      onDone()
      toast({
        title: 'Move Recorded',
        description: `${fullName(contact)}: ${movedText(contact.moved)}. The score doesn't change.`,
        action: { label: 'Undo', onClick: () => void undo(client, id) },
      })
    },
    onError: toastFailure('Not Saved', "We couldn't record the move. Please try again."),
  })
}

export function useUndoMove(id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => undo(client, id),
    onSuccess: onDone,
  })
}

async function undo(client: QueryClient, id: string): Promise<void> {
  try {
    const contact = await call('DELETE /api/contacts/{id}/outcomes', { params: { id } })
    refresh(client, contact)
    toast({ title: 'Move Undone', description: `${fullName(contact)} is no longer marked as moved.` })
  } catch (error) {
    toastFailure('Undo Failed', "We couldn't undo the move. Please try again.")(error)
  }
}

function refresh(client: QueryClient, contact: ContactDetail): void {
  void refreshContact(client, contact)
  for (const path of ['/api/outcomes/report', '/api/insights/proof', '/api/changes'])
    void client.invalidateQueries({ queryKey: [path] })
}
