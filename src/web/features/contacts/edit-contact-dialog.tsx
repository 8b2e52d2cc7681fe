import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ContactForm, ContactFormButtons } from './contact-form.tsx'
import { contactQuery, useUpdateContact } from './contacts-queries.ts'

/** Changes the eight typed fields of a contact. */
export function EditContactDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const formId = useId()
  const { data: contact, isError } = useQuery(contactQuery(contactId))
  const update = useUpdateContact()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit Contact"
      footer={
        contact && (
          <ContactFormButtons
            formId={formId}
            saving={update.isPending}
            saveLabel="Save Changes"
            onCancel={onClose}
          />
        )
      }
    >
      {contact && (
        <ContactForm
          id={formId}
          contact={contact}
          onSave={(body) => update.mutateAsync({ id: contact.id, body }).then(onClose)}
        />
      )}
      {!contact && isError && <EmptyState title="Contact not found" />}
      {!contact && !isError && (
        <div role="status" aria-busy="true" aria-label="Loading contact" className="grid gap-4">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-14" />
          ))}
        </div>
      )}
    </Dialog>
  )
}
