import { useEffect, useId, useState } from 'react'
import type { SkippedRow } from '#contract/imports.ts'
import { ContactForm } from '#web/features/contacts/contact-form.tsx'
import type { ContactFormValues } from '#web/features/contacts/contact-form-values.ts'
import { ApiError, fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { contactsUrl } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { invalidFieldOf } from './import-rules.ts'
import { useFixRow, useRefusedRow, useUpdateExisting } from './imports-queries.ts'

interface FixRowsProps {
  importId: string
  /** How many rows were refused. */
  count: number
  onBack: () => void
  onClose: () => void
}

const DUPLICATE = 'Already in your contacts'

/** Refused rows one after the other, each with a form that holds what could be read. */
export function FixRows({ importId, count, onBack, onClose }: FixRowsProps) {
  const formId = useId()
  // Fixing rows makes them fewer; those that were there at the start are counted through.
  const [total] = useState(count)
  const [seen, setSeen] = useState(0)
  const [after, setAfter] = useState(0)
  const { data, isError, error, refetch } = useRefusedRow(importId, after)
  const refused = data?.rows[0]
  const correction = useCorrection(importId, refused)
  useFocusInvalidField(formId, refused)

  const next = (row: number) => {
    correction.reset()
    setSeen(seen + 1)
    setAfter(row)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Fix rows"
      description={refused && `${Math.min(seen + 1, total)} of ${total}`}
      footer={
        <>
          <Button onClick={onBack}>Back to report</Button>
          {refused && (
            <>
              <Button onClick={() => next(refused.row)} disabled={correction.isPending}>
                Skip row
              </Button>
              <Button
                type="submit"
                form={formId}
                variant="primary"
                pending={correction.isPending}
                pendingLabel={correction.isUpdate ? 'Updating...' : 'Adding...'}
              >
                {correction.isUpdate ? 'Update existing contact' : 'Add contact'}
              </Button>
            </>
          )}
        </>
      }
    >
      {refused && (
        <ContactForm
          key={refused.row}
          id={formId}
          contact={toContactFormInput(refused)}
          onSave={(body) => correction.save(refused.row, body).then(() => next(refused.row))}
        >
          <p className="mb-4 text-sm text-yellow">{refused.problem}</p>
          {correction.isUpdate && <UpdateNote contactId={correction.contactId} />}
          {correction.refusal && (
            <p role="alert" className="mb-4 text-sm text-red">
              {correction.refusal}
            </p>
          )}
        </ContactForm>
      )}
      {data && !refused && <EmptyState title="No more rows" description="That was the last row." />}
      {!data && isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-muted">
          {messageOf(error, 'The rows could not be read.')}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!data && !isError && <Skeleton className="h-72" />}
    </Dialog>
  )
}

/** Saves a row as a new contact, or for the one who is there already once that is known. */
function useCorrection(importId: string, refused: SkippedRow | undefined) {
  const fix = useFixRow(importId)
  const update = useUpdateExisting(importId)
  const known = fix.error instanceof ApiError ? fix.error.body?.contactId : undefined
  // An update that finds nobody: what was typed since makes it another person.
  const hasNoMatch = update.error instanceof ApiError && update.error.status === 409
  const isUpdate = !hasNoMatch && (known !== undefined || (refused?.problem.endsWith(DUPLICATE) ?? false))
  const failed = update.error ?? fix.error
  return {
    isUpdate,
    contactId: known,
    isPending: fix.isPending || update.isPending,
    refusal:
      failed && Object.keys(fieldErrorsOf(failed)).length === 0
        ? messageOf(failed, 'The contact could not be saved. Please try again.')
        : null,
    async save(row: number, body: ContactFormValues): Promise<void> {
      if (isUpdate) await update.mutateAsync({ row, body })
      else {
        update.reset()
        await fix.mutateAsync({ row, body })
      }
    },
    reset() {
      fix.reset()
      update.reset()
    },
  }
}

function UpdateNote({ contactId }: { contactId: string | undefined }) {
  return (
    <p className="mb-4 text-sm text-muted">
      Updating fills in what is empty and replaces nothing.{' '}
      {contactId && (
        <a
          href={contactsUrl({ contact: contactId })}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-accent underline-offset-2 hover:underline"
        >
          Open the existing contact
        </a>
      )}
    </p>
  )
}

/** Puts the cursor where the row needs something. */
function useFocusInvalidField(formId: string, refused: SkippedRow | undefined): void {
  const row = refused?.row
  const field = refused && invalidFieldOf(refused.problem)
  useEffect(() => {
    if (row === undefined || !field) return
    const form = document.getElementById(formId)
    const input = form instanceof HTMLFormElement ? form.elements.namedItem(field) : null
    if (input instanceof HTMLElement) input.focus()
  }, [formId, row, field])
}

function toContactFormInput({ contact }: SkippedRow) {
  const value = (field: keyof NonNullable<typeof contact>) => contact?.[field] ?? ''
  return {
    firstName: value('firstName'),
    lastName: value('lastName'),
    email: value('email'),
    phone: value('phone'),
    address: value('address'),
    city: value('city'),
    state: value('state'),
    zipCode: value('zipCode'),
  }
}
