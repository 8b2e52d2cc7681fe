import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useUser } from '#web/features/auth/protected.tsx'
import { call } from '#web/lib/api.ts'
import { fieldErrorOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { TypedConfirmation } from '#web/ui/form-dialog.tsx'

/** Deletes the account. The server refuses the only owner of an organization. */
export function DeleteAccount() {
  return (
    <Panel
      title="Delete your account"
      text="We erase your name, email address, saved views and sessions. Contacts stay with your organization, and your tasks become unassigned. If you're the only owner, transfer ownership first."
    >
      <DialogButton
        variant="danger-quiet"
        className="mt-3"
        dialog={(close) => <DeleteAccountDialog onClose={close} />}
      >
        Delete my account
      </DialogButton>
    </Panel>
  )
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { email } = useUser()
  const client = useQueryClient()
  const erase = useMutation({
    mutationFn: () => call('POST /api/profile/delete', { body: { email } }),
    onSuccess: () => {
      client.clear()
      window.location.assign(urls.home)
    },
  })
  return (
    <TypedConfirmation
      title="Delete your account?"
      description={`This can't be undone. Type ${email} to confirm.`}
      label="Your email"
      type="email"
      expected={email}
      mismatch="Type the email address of this account"
      error={fieldErrorOf(erase.error, 'email', 'Failed to delete your account')}
      verb="Delete account"
      pending={erase.isPending || erase.isSuccess}
      pendingLabel="Deleting..."
      onClose={onClose}
      onSubmit={() => erase.mutate()}
    />
  )
}
