import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactDetail } from '#contract/contacts.ts'
import type * as contract from '#contract/outcomes.ts'
import { call } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { route } from '#web/lib/route.ts'
import { toast, toastError } from '#web/ui/toast.tsx'
import { refreshContact } from '../contacts-queries.ts'
import { movedText } from '../moved-text.ts'

const recordMove = route<typeof contract.recordMove>('POST', '/api/contacts/{id}/outcomes')
const undoMove = route<typeof contract.undoMove>('DELETE', '/api/contacts/{id}/outcomes')

export function useRecordMove(id: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { movedOn: string; note: string }) => call(recordMove, { params: { id }, body }),
    onSuccess: (contact) => {
      refresh(client, contact)
      onDone()
      toast({
        title: 'Move Recorded',
        description: `${fullName(contact)}: ${movedText(contact.moved)}. The score doesn't change.`,
        action: { label: 'Undo', onClick: () => void undo(client, id) },
      })
    },
    onError: (error) => toastError('Not Saved', error, "We couldn't record the move. Please try again."),
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
    const contact = await call(undoMove, { params: { id } })
    refresh(client, contact)
    toast({ title: 'Move Undone', description: `${fullName(contact)} is no longer marked as moved.` })
  } catch (error) {
    toastError('Undo Failed', error, "We couldn't undo the move. Please try again.")
  }
}

function refresh(client: QueryClient, contact: ContactDetail): void {
  refreshContact(client, contact)
  void client.invalidateQueries({ queryKey: ['/api/outcomes/report'] })
}
