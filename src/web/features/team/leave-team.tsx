import { Download } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMember } from '#web/features/auth/protected.tsx'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { TransferButton } from '#web/features/contact-transfers/transfer-card.tsx'
import { useContactTransfers } from '#web/features/contact-transfers/transfer-queries.ts'
import { ofShownOrganization, urlOf } from '#web/lib/api.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useLeave } from './team-queries.ts'

/** Leaves the organization. The only owner first has to make someone else an owner. */
export function LeaveTeam({ isLastOwner, isSuspended }: { isLastOwner: boolean; isSuspended?: boolean }) {
  const navigate = useNavigate()
  const { organizationId: id } = useMember()
  const leave = useLeave(() => void navigate(urls.onboarding))
  const name = useSubscription(id).data?.organization.name ?? 'the organization'
  return (
    <section aria-labelledby="leave-heading" className="mt-10 border-t border-line pt-5">
      <h2 id="leave-heading" className="text-base">
        Leave {name}
      </h2>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        {isLastOwner
          ? "You're the only owner. Make someone else an owner before you leave."
          : 'You stay signed in but lose access to this organization. Contacts stay with it unless you take those you brought.'}
      </p>
      {!isSuspended && <OwnContacts organizationId={id} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isLastOwner && (
          <DialogButton
            variant="danger-quiet"
            dialog={(close) => (
              <AlertDialog
                onClose={close}
                title={`Leave ${name}?`}
                description="You'll need a new invitation to come back. Your tasks become unassigned."
                confirmLabel="Leave"
                pendingLabel="Leaving..."
                pending={leave.isPending}
                onConfirm={() => leave.mutate()}
              />
            )}
          >
            Leave
          </DialogButton>
        )}
      </div>
    </section>
  )
}

/** Ways to keep the contacts that one brought; a suspended organization offers none. */
function OwnContacts({ organizationId: id }: { organizationId: string }) {
  const source = useContactTransfers().data?.sources.find(({ organizationId }) => organizationId === id)
  return (
    <>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Download the contacts you brought, with everything recorded about them, as CSV and JSON, or take them
        to another organization of yours, now or within 30 days after you leave.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink
          href={ofShownOrganization(
            urlOf('GET /api/organizations/{id}/own-contacts/file', { params: { id } }),
          )}
          download
        >
          <Download aria-hidden />
          Download my contacts
        </ButtonLink>
        {source && <TransferButton source={source} />}
      </div>
    </>
  )
}
