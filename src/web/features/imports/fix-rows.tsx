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
  // Fixing rows lowers the count, so the total is the count at the start.
  const [total] = useState(count)
  const [seen, setSeen] = useState(0)
  const [after, setAfter] = useState(0)
  const query = useSkippedRow(importId, after)
  const skipped = query.data?.items[0]
  const correction = useCorrection(importId, skipped)
  useFocusInvalidField(formId, skipped)

  const next = (row: number) => {
    correction.reset()
    setSeen(seen + 1)
    setAfter(row)
  }
  return (
    <Dialog
      onClose={onClose}
      title="Fix rows"
      description={skipped && `${Math.min(seen + 1, total)} of ${total}`}
      footer={
        <>
          <Button onClick={onBack}>Back to report</Button>
          {skipped && (
            <>
              <Button onClick={() => next(skipped.row)} disabled={correction.isPending}>
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
        isPart
        query={query}
        failure="We couldn't load the rows"
        pending={<Skeleton className="h-72" />}
      >
        {({ items: [shown] }) =>
          shown ? (
            <ContactForm
              key={shown.row}
              id={formId}
              contact={shown.contact ?? {}}
              onSave={(body) => correction.save(shown.row, body).then(() => next(shown.row))}
            >
              <p className="mb-4 text-sm text-yellow">{shown.problem}</p>
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
  const fix = useFixRow(importId)
  const update = useUpdateExisting(importId)
  const known = fix.error instanceof ApiError ? fix.error.body?.contactId : undefined
  // No existing contact matches any more: the edited values make it another person.
  const hasNoMatch = update.error instanceof ApiError && update.error.status === 409
  const isUpdate = !hasNoMatch && (known !== undefined || (skipped?.problem.endsWith(DUPLICATE) ?? false))
  const failed = update.error ?? fix.error
  return {
    isUpdate,
    contactId: known,
    isPending: fix.isPending || update.isPending,
    error:
      failed && Object.keys(fieldErrorsOf(failed)).length === 0
        ? messageOf(failed, "We couldn't save the contact. Please try again.")
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
