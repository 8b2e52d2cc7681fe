import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ContactForm, ContactFormButtons } from './contact-form.tsx'
import { contactQuery, useUpdateContact } from './contacts-queries.ts'

/** Edits a contact's eight fields and details. */
export function EditContactDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const formId = useId()
  const { data: contact, error } = useQuery(contactQuery(contactId))
  // Deleted elsewhere while the form is open: the input stays, but saving fails.
  const isGone = error instanceof ApiError && error.status === 404
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
          details={contact.details ?? NO_DETAILS}
          onSave={(body) => update.mutateAsync({ id: isGone ? null : contact.id, body }).then(onClose)}
        />
      )}
      {!contact && error && <EmptyState title="Contact not found" />}
      {!contact && !error && (
        <div role="status" aria-busy="true" aria-label="Loading contact" className="grid gap-4">
          {['a', 'b', 'c', 'd'].map((key) => (
            <Skeleton key={key} className="h-14" />
          ))}
        </div>
      )}
    </Dialog>
  )
}
