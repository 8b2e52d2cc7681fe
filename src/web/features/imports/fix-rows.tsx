import { useId, useState } from 'react'
import type { RefusedRow } from '#contract/imports.ts'
import { ContactForm } from '#web/features/contacts/contact-form.tsx'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFixRow, useRefusedRow } from './imports-queries.ts'

interface FixRowsProps {
  importId: string
  onBack: () => void
  onClose: () => void
}

/** Refused rows one after the other, each with a form that holds what could be read. */
export function FixRows({ importId, onBack, onClose }: FixRowsProps) {
  const formId = useId()
  const [after, setAfter] = useState(0)
  const { data, isError, error, refetch } = useRefusedRow(importId, after)
  const fix = useFixRow(importId)
  const refused = data?.rows[0]

  const next = (row: number) => {
    fix.reset()
    setAfter(row)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Fix rows"
      footer={
        <>
          <Button onClick={onBack}>Back to report</Button>
          {refused && (
            <>
              <Button onClick={() => next(refused.row)} disabled={fix.isPending}>
                Skip row
              </Button>
              <Button
                type="submit"
                form={formId}
                variant="primary"
                pending={fix.isPending}
                pendingLabel="Adding..."
              >
                Add contact
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
          contact={typedContact(refused)}
          onSave={(body) => fix.mutateAsync({ row: refused.row, body }).then(() => next(refused.row))}
        >
          <p className="mb-4 text-sm text-yellow">{refused.problem}</p>
          {fix.error && Object.keys(fieldErrorsOf(fix.error)).length === 0 && (
            <p role="alert" className="mb-4 text-sm text-red">
              {messageOf(fix.error, 'The contact could not be added. Please try again.')}
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

function typedContact({ contact }: RefusedRow) {
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
