import { lazy, Suspense, useState } from 'react'
import { ContactDrawer } from '#web/features/contacts/drawer/contact-drawer.tsx'
import type { ContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'

const EditContactDialog = lazy(async () => ({
  default: (await import('#web/features/contacts/edit-contact-dialog.tsx')).EditContactDialog,
}))
const DeleteContactDialog = lazy(async () => ({
  default: (await import('#web/features/contacts/delete-contact-dialog.tsx')).DeleteContactDialog,
}))

/** The drawer of the contact in the URL, with its edit and delete dialogs. */
export function TaskContact({ urlState }: { urlState: ContactsUrlState }) {
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
      />
      <Suspense fallback={null}>
        {dialog === 'edit' && <EditContactDialog contactId={contactId} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteContactDialog contactId={contactId} onClose={close} onDeleted={urlState.close} />
        )}
      </Suspense>
    </>
  )
}
