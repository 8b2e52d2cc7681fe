import { useState } from 'react'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { type ListState, useContactsUrlState } from './use-contacts-url-state.ts'

const ContactDrawer = lazyDialog(
  async () => (await import('./drawer/contact-drawer.tsx')).ContactDrawer,
  // Reserves the docked drawer's space while its code loads, so that the cards are laid out once.
  <div aria-hidden className="hidden w-120 shrink-0 min-[1400px]:block" />,
)
const EditContactDialog = lazyDialog(
  async () => (await import('./edit-contact-dialog.tsx')).EditContactDialog,
)
const DeleteContactDialog = lazyDialog(
  async () => (await import('./delete-contact-dialog.tsx')).DeleteContactDialog,
)

/**
 * The drawer of the contact in the URL, with its edit and delete dialogs.
 *
 * @param list the list beside it, for Previous and Next; none on other pages
 */
export function OpenContact({ list }: { list?: ListState }) {
  const urlState = useContactsUrlState()
  const [dialog, setDialog] = useState<{ kind: 'edit' | 'delete'; contactId: string } | null>(null)
  const { contactId } = urlState
  if (!contactId) return null
  const close = () => setDialog(null)
  // A dialog belongs to the contact it was opened for and closes when another contact opens.
  const openDialog = dialog?.contactId === contactId ? dialog.kind : null
  return (
    <>
      <ContactDrawer
        contactId={contactId}
        urlState={urlState}
        list={list}
        onEdit={() => setDialog({ kind: 'edit', contactId })}
        onDelete={() => setDialog({ kind: 'delete', contactId })}
      />
      {openDialog === 'edit' && <EditContactDialog contactId={contactId} onClose={close} />}
      {openDialog === 'delete' && (
        <DeleteContactDialog contactId={contactId} onClose={close} onDeleted={urlState.close} />
      )}
    </>
  )
}
