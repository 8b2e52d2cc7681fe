import { useId } from 'react'
import { Link } from 'react-router'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormButtons } from '#web/ui/form-dialog.tsx'
import { dismissToast } from '#web/ui/toast.tsx'
import { ContactForm } from './contact-form.tsx'
import { useCreateContact } from './contact-mutations.ts'

interface AddContactDialogProps {
  onClose: () => void
  contactHref: (id: string) => string
}

/** Adds one contact, or links to the existing one. */
export function AddContactDialog({ onClose, contactHref }: AddContactDialogProps) {
  const formId = useId()
  const create = useCreateContact()
  const existingId = create.error instanceof ApiError ? create.error.body?.contactId : undefined
  return (
    <Dialog
      onClose={onClose}
      title="Add Contact"
      description="Only the name is required. We verify the email and phone when you save."
      footer={<FormButtons formId={formId} verb="Add Contact" pending={create.isPending} onClose={onClose} />}
    >
      <ContactForm id={formId} onSave={(values) => create.mutateAsync(values).then(onClose)}>
        {existingId && (
          <p role="alert" className="mb-4 rounded-lg border border-yellow/50 bg-raised px-3 py-2 text-sm">
            <span className="mr-2">{messageOf(create.error, 'This contact already exists.')}</span>
            <Link
              to={contactHref(existingId)}
              preventScrollReset
              onClick={() => {
                dismissToast()
                onClose()
              }}
              className="font-medium text-accent underline underline-offset-2"
            >
              Open the existing contact
            </Link>
          </p>
        )}
      </ContactForm>
    </Dialog>
  )
}
