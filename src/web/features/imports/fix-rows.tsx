import { useEffect, useId, useState } from 'react'
import type { SkippedRow } from '#contract/imports.ts'
import { ContactForm } from '#web/features/contacts/contact-form.tsx'
import type { ContactFormValues } from '#web/features/contacts/contact-form-values.ts'
import { ApiError, fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { contactsUrl } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState, Skeleton } from '#web/ui/states.tsx'
import { invalidFieldOf } from './import-rules.ts'
import { useFixRow, useSkippedRow, useUpdateExisting } from './imports-queries.ts'

interface FixRowsProps {
  importId: string
  /** Number of skipped rows. */
  count: number
  onBack: () => void
  onClose: () => void
}

const DUPLICATE = 'Already in your contacts'

/** Skipped rows one by one, each in a form with the values that could be read. */
export function FixRows({ importId, count, onBack, onClose }: FixRowsProps) {
  const formId = useId()
  // The count falls as rows are fixed, so the total is the initial count.
  const [total] = useState(count)
  const [reviewedCount, setReviewedCount] = useState(0)
  const [afterRow, setAfterRow] = useState(0)
  const query = useSkippedRow(importId, afterRow)
  const skipped = query.data?.items[0]
  const correction = useCorrection(importId, skipped)
  useFocusInvalidField(formId, skipped)

  const showNext = (row: number) => {
    correction.reset()
    setReviewedCount(reviewedCount + 1)
    setAfterRow(row)
  }
  return (
    <Dialog
      onClose={onClose}
      title="Fix rows"
      description={skipped && `${Math.min(reviewedCount + 1, total)} of ${total}`}
      footer={
        <>
          <Button onClick={onBack}>Back to report</Button>
          {skipped && (
            <>
              <Button onClick={() => showNext(skipped.row)} disabled={correction.isPending}>
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
      <Loaded
        isCompact
        query={query}
        failure="We couldn't load the rows"
        pending={<Skeleton className="h-72" />}
      >
        {({ items: [skippedRow] }) =>
          skippedRow ? (
            <ContactForm
              key={skippedRow.row}
              id={formId}
              contact={skippedRow.contact ?? {}}
              onSave={(body) => correction.save(skippedRow.row, body).then(() => showNext(skippedRow.row))}
            >
              <p className="mb-4 text-sm text-yellow">{skippedRow.problem}</p>
              {correction.isUpdate && <UpdateNote contactId={correction.contactId} />}
              {correction.error && (
                <p role="alert" className="mb-4 text-sm text-red">
                  {correction.error}
                </p>
              )}
            </ContactForm>
          ) : (
            <EmptyState title="All rows reviewed" />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Saves a row as a new contact, or updates the existing one once it is known. */
function useCorrection(importId: string, skipped: SkippedRow | undefined) {
  const addRow = useFixRow(importId)
  const updateExisting = useUpdateExisting(importId)
  const existingId = addRow.error instanceof ApiError ? addRow.error.body?.contactId : undefined
  // With the edited values, no existing contact matches any more.
  const hasNoMatch = updateExisting.error instanceof ApiError && updateExisting.error.status === 409
  const isUpdate =
    !hasNoMatch && (existingId !== undefined || (skipped?.problem.endsWith(DUPLICATE) ?? false))
  const error = updateExisting.error ?? addRow.error
  return {
    isUpdate,
    contactId: existingId,
    isPending: addRow.isPending || updateExisting.isPending,
    error:
      error && Object.keys(fieldErrorsOf(error)).length === 0
        ? messageOf(error, "We couldn't save the contact. Please try again.")
        : null,
    async save(row: number, body: ContactFormValues): Promise<void> {
      if (isUpdate) await updateExisting.mutateAsync({ row, body })
      else {
        updateExisting.reset()
        await addRow.mutateAsync({ row, body })
      }
    },
    reset() {
      addRow.reset()
      updateExisting.reset()
    },
  }
}

function UpdateNote({ contactId }: { contactId: string | undefined }) {
  return (
    <p className="mb-4 text-sm text-muted">
      Updating fills in empty fields only.{' '}
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

/** Focuses the row's invalid field. */
function useFocusInvalidField(formId: string, skipped: SkippedRow | undefined): void {
  const row = skipped?.row
  const field = skipped && invalidFieldOf(skipped.problem)
  useEffect(() => {
    if (row === undefined || !field) return
    const form = document.getElementById(formId)
    const input = form instanceof HTMLFormElement ? form.elements.namedItem(field) : null
    if (input instanceof HTMLElement) input.focus()
  }, [formId, row, field])
}
