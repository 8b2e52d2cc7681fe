import { Download } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useMember } from '#web/features/auth/protected.tsx'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { ofShownOrganization, urlOf } from '#web/lib/api.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useLeave } from './team-queries.ts'

/** Leaves the organization. The only owner first has to make someone else an owner. */
export function LeaveTeam({ isLastOwner }: { isLastOwner: boolean }) {
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
          : 'You stay signed in but lose access to this organization. Its contacts stay with it.'}
      </p>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        You can take along the contacts you brought, with everything recorded about them, as CSV and JSON.
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
