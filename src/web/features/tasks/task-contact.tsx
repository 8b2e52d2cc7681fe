import { lazy, Suspense, useState } from 'react'
import { ContactDrawer } from '#web/features/contacts/drawer/contact-drawer.tsx'
import type { ContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'

const EditContactDialog = lazy(async () => ({
  default: (await import('#web/features/contacts/edit-contact-dialog.tsx')).EditContactDialog,
}))
const DeleteContactDialog = lazy(async () => ({
  default: (await import('#web/features/contacts/delete-contact-dialog.tsx')).DeleteContactDialog,
}))

/** The contact of a task, beside the list of tasks. */
export function TaskContact({ address }: { address: ContactsUrlState }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { contactId } = address
  if (!contactId) return null
  return (
    <>
      <ContactDrawer
        contactId={contactId}
        address={address}
        onEdit={() => setDialog('edit')}
        onDelete={() => setDialog('delete')}
      />
      <Suspense fallback={null}>
        {dialog === 'edit' && <EditContactDialog contactId={contactId} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteContactDialog contactId={contactId} onClose={close} onDeleted={address.close} />
        )}
      </Suspense>
    </>
  )
}
