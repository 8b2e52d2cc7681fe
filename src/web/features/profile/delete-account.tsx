import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type * as contract from '#contract/profile.ts'
import { call } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { route } from '#web/lib/route.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Input } from '#web/ui/input.tsx'
import { TypedConfirmation } from '#web/ui/typed-confirmation.tsx'

const deleteAccount = route<typeof contract.deleteAccount>('POST', '/api/profile/delete')

/** Deletes the account. The server refuses the only owner of an organization. */
export function DeleteAccount({ user }: { user: CurrentUser }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <Card className="p-4">
      <h2 className="text-base">Delete your account</h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        We erase your name, email address, saved views and sessions. Contacts stay with your organization, and
        your tasks become unassigned. If you're the only owner, transfer ownership first.
      </p>
      <Button variant="danger-quiet" className="mt-3" onClick={() => setIsDialogOpen(true)}>
        Delete my account
      </Button>
      {isDialogOpen && <DeleteDialog email={user.email} onClose={() => setIsDialogOpen(false)} />}
    </Card>
  )
}

function DeleteDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const erase = useMutation({
    mutationFn: () => call(deleteAccount, { body: { email: typed } }),
    onSuccess: () => {
      client.clear()
      window.location.assign(urls.home)
    },
    onError: (failure) =>
      setError(fieldErrorsOf(failure).email ?? messageOf(failure, 'Failed to delete your account')),
  })
  const submit = () => {
    if (typed.trim().toLowerCase() !== email) setError('Type the email address of this account')
    else erase.mutate()
  }
  return (
    <TypedConfirmation
      title="Delete your account?"
      description={`This can't be undone. Type ${email} to confirm.`}
      label="Your email"
      error={error}
      verb="Delete account"
      pending={erase.isPending || erase.isSuccess}
      pendingLabel="Deleting..."
      onClose={onClose}
      onSubmit={submit}
    >
      <Input
        type="email"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setError(undefined)
          setTyped(event.target.value)
        }}
      />
    </TypedConfirmation>
  )
}
