import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { NO_DETAILS } from '#domain/identity/contact-details.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormButtons } from '#web/ui/form-dialog.tsx'
import { Skeletons } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ContactForm } from './contact-form.tsx'
import { useUpdateContact } from './contact-mutations.ts'
import { contactQuery } from './contacts-queries.ts'

/** Edits a contact's eight fields and details. */
export function EditContactDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const formId = useId()
  const { data: contact, error } = useQuery(contactQuery(contactId))
  // If the contact is deleted elsewhere while the form is open, the input stays, but saving fails.
  const isGone = error instanceof ApiError && error.status === 404
  const update = useUpdateContact(isGone ? null : contactId)
  return (
    <Dialog
      onClose={onClose}
      title="Edit Contact"
      footer={
        contact && (
          <FormButtons formId={formId} verb="Save Changes" pending={update.isPending} onClose={onClose} />
        )
      }
    >
      {contact && (
        <ContactForm
          id={formId}
          contact={contact}
          details={contact.details ?? NO_DETAILS}
          onSave={(body) => update.mutateAsync(body).then(onClose)}
        />
      )}
      {!contact && error && <EmptyState title="Contact not found" />}
      {!contact && !error && (
        <Skeletons label="Loading contact" rows={Array(4).fill('h-14')} className="gap-4" />
      )}
    </Dialog>
  )
}
