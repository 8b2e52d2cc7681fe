import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useEraseOrganization } from './data-queries.ts'

/** The end of an organization; only its owner sees it. */
export function EraseOrganization({ organizationId }: { organizationId: string }) {
  const [asked, setAsked] = useState(false)
  const name = useSubscription(organizationId).data?.organization.name
  return (
    <Card role="region" aria-labelledby="erase-heading" className="border-red/40 p-4">
      <h2 id="erase-heading" className="text-base">
        Erase the organization
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        The subscription is canceled, everybody is signed out, and everything is erased for good: contacts,
        scores, tasks, history, archives and the accounts of all members. Nobody can bring it back. Nothing is
        paid back for the time that is left.
      </p>
      <Button variant="danger-quiet" className="mt-3" disabled={!name} onClick={() => setAsked(true)}>
        Erase the organization
      </Button>
      {asked && name && (
        <EraseDialog organizationId={organizationId} name={name} onClose={() => setAsked(false)} />
      )}
    </Card>
  )
}

interface EraseDialogProps {
  organizationId: string
  name: string
  onClose: () => void
}

function EraseDialog({ organizationId, name, onClose }: EraseDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const erase = useEraseOrganization(organizationId, () => {
    client.clear()
    window.location.assign(urls.logout)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name) erase.mutate(typed)
    else setWrong(true)
  }
  const failure = erase.error
  const refusal = failure
    ? (fieldErrorsOf(failure).name ??
      messageOf(failure, 'The organization could not be erased. Please try again.'))
    : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Erase the organization?"
      description={`This cannot be undone. Type ${name} to confirm.`}
      footer={
        <>
          <Button disabled={erase.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            pending={erase.isPending || erase.isSuccess}
            pendingLabel="Erasing..."
          >
            Erase everything
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Name of the organization"
          required
          error={wrong ? 'Type the name of your organization' : refusal}
        >
          <Input
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setWrong(false)
              setTyped(event.target.value)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
