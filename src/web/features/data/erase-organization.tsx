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

/** Erases the organization; for owners only. */
export function EraseOrganization({ organizationId }: { organizationId: string }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const name = useSubscription(organizationId).data?.organization.name
  return (
    <Card role="region" aria-labelledby="erase-heading" className="border-red/40 p-4">
      <h2 id="erase-heading" className="text-base">
        Erase the organization
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        This cancels the subscription, signs everyone out and permanently erases everything: contacts, scores,
        tasks, history, archives and all member accounts. This can't be undone. Unused time isn't refunded.
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
  const refusal =
    erase.error &&
    (fieldErrorsOf(erase.error).name ??
      messageOf(erase.error, "We couldn't erase the organization. Try again."))
  return (
    <TypedConfirmation
      title="Erase the organization?"
      description={`This can't be undone. Type ${name} to confirm.`}
      label="Organization name"
      error={wrong ? 'Type the name of your organization' : (refusal ?? undefined)}
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
