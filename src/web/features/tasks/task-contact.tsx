import { useState } from 'react'
import { ContactDrawer } from '#web/features/contacts/drawer/contact-drawer.tsx'
import type { ContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const EditContactDialog = lazyDialog(
  async () => (await import('#web/features/contacts/edit-contact-dialog.tsx')).EditContactDialog,
)
const DeleteContactDialog = lazyDialog(
  async () => (await import('#web/features/contacts/delete-contact-dialog.tsx')).DeleteContactDialog,
)

interface TaskContactProps {
  urlState: ContactsUrlState
  onClose: () => void
}

/** The drawer of the contact in the URL, with its edit and delete dialogs. */
export function TaskContact({ urlState, onClose }: TaskContactProps) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { contactId } = urlState
  if (!contactId) return null
  return (
    <>
      <ContactDrawer
        contactId={contactId}
        address={urlState}
        onEdit={() => setDialog('edit')}
        onDelete={() => setDialog('delete')}
        onClose={onClose}
      />
      {dialog === 'edit' && <EditContactDialog contactId={contactId} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteContactDialog contactId={contactId} onClose={close} onDeleted={onClose} />
      )}
    </>
  )
}
