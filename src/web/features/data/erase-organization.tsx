import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Input } from '#web/ui/input.tsx'
import { TypedConfirmation } from '#web/ui/typed-confirmation.tsx'
import { useEraseOrganization } from './data-queries.ts'

/** The end of an organization; only its owner sees it. */
export function EraseOrganization({ organizationId }: { organizationId: string }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
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
      <Button variant="danger-quiet" className="mt-3" disabled={!name} onClick={() => setIsDialogOpen(true)}>
        Erase the organization
      </Button>
      {isDialogOpen && name && (
        <EraseDialog organizationId={organizationId} name={name} onClose={() => setIsDialogOpen(false)} />
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
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const erase = useEraseOrganization(organizationId, () => {
    client.clear()
    window.location.assign(urls.logout)
  })
  const failure = erase.error
  const refusal = failure
    ? (fieldErrorsOf(failure).name ??
      messageOf(failure, 'The organization could not be erased. Please try again.'))
    : undefined
  return (
    <TypedConfirmation
      title="Erase the organization?"
      description={`This cannot be undone. Type ${name} to confirm.`}
      label="Name of the organization"
      error={wrong ? 'Type the name of your organization' : refusal}
      verb="Erase everything"
      pending={erase.isPending || erase.isSuccess}
      pendingLabel="Erasing..."
      onClose={onClose}
      onSubmit={() => (typed.trim() === name ? erase.mutate(typed) : setWrong(true))}
    >
      <Input
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setWrong(false)
          setTyped(event.target.value)
        }}
      />
    </TypedConfirmation>
  )
}
