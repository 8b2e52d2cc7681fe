import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#web/lib/format.ts'
import { Checkbox } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useDeleteContact } from './contact-mutations.ts'
import { contactQuery } from './contacts-queries.ts'

interface DeleteContactDialogProps {
  contactId: string
  onClose: () => void
  /** Called after the deletion, to close the contact's drawer. */
  onDeleted: () => void
}

/** Confirms deleting a contact and all its data. */
export function DeleteContactDialog({ contactId, onClose, onDeleted }: DeleteContactDialogProps) {
  const { data: contact } = useQuery(contactQuery(contactId))
  const remove = useDeleteContact(() => {
    onClose()
    onDeleted()
  })
  const [suppress, setSuppress] = useState(false)
  const name = contact ? fullName(contact) : 'this contact'
  return (
    <AlertDialog
      onClose={onClose}
      title="Delete Contact?"
      description={`This will permanently delete ${name} and all associated data. This action cannot be undone.`}
      confirmLabel="Delete Contact"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ id: contactId, suppress })}
    >
      <div className="mt-3">
        <Checkbox
          label="Never import this person again"
          checked={suppress}
          onChange={(event) => setSuppress(event.target.checked)}
        />
      </div>
    </AlertDialog>
  )
}
