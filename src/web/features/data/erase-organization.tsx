import { useQueryClient } from '@tanstack/react-query'
import { useMember } from '#web/features/auth/protected.tsx'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { fieldErrorOf } from '#web/lib/api-error.ts'
import { urls } from '#web/lib/urls.ts'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { TypedConfirmation } from '#web/ui/form-dialog.tsx'
import { useEraseOrganization } from './data-queries.ts'

/** Erases the organization; for owners only. */
export function EraseOrganization() {
  const { organizationId } = useMember()
  const client = useQueryClient()
  const name = useSubscription(organizationId).data?.organization.name
  const erase = useEraseOrganization()
  const onErased = () => {
    client.clear()
    window.location.assign(urls.logout)
  }
  return (
    <Panel
      title="Delete organization"
      text="This cancels the subscription, signs everyone out and permanently deletes everything: contacts, scores, tasks, history, archives and all member accounts. This can't be undone. Unused time isn't refunded."
      className="border-red/40"
    >
      <DialogButton
        variant="danger-quiet"
        className="mt-3"
        disabled={!name}
        dialog={(close) => (
          <TypedConfirmation
            title="Delete organization?"
            description={`This can't be undone. Type ${name} to confirm.`}
            label="Organization name"
            expected={name ?? ''}
            mismatch="Type the name of your organization"
            error={fieldErrorOf(erase.error, 'name', "We couldn't delete the organization. Try again.")}
            verb="Delete everything"
            pending={erase.isPending || erase.isSuccess}
            pendingLabel="Deleting..."
            onClose={() => {
              erase.reset()
              close()
            }}
            onSubmit={() => name && erase.mutate(name, { onSuccess: onErased })}
          />
        )}
      >
        Delete organization
      </DialogButton>
    </Panel>
  )
}
