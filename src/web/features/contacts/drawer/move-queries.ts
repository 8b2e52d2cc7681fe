import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactDetail } from '#contract/contacts.ts'
import type * as contract from '#contract/outcomes.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
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
        description: `${nameOf(contact)}: ${movedText(contact.moved)}. The score stays as it is.`,
        action: { label: 'Undo', onClick: () => void undo(client, id) },
      })
    },
    onError: (error) =>
      toastFailure('Not Saved', messageOf(error, 'The move could not be recorded. Please try again.')),
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
    toast({ title: 'Move Undone', description: `No move of ${nameOf(contact)} is recorded now.` })
  } catch (error) {
    toastFailure('Undo Failed', messageOf(error, 'The move could not be undone. Please try again.'))
  }
}

function refresh(client: QueryClient, contact: ContactDetail): void {
  refreshContact(client, contact)
  void client.invalidateQueries({ queryKey: ['/api/outcomes/report'] })
}

const nameOf = (contact: ContactDetail) => `${contact.firstName} ${contact.lastName}`

function toastFailure(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' })
}
