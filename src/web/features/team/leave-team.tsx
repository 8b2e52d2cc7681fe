import { useNavigate } from 'react-router'
import { useUser } from '#web/features/auth/protected.tsx'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { urls } from '#web/lib/urls.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useLeave } from './team-queries.ts'

/** Leaves the organization. The only owner first has to make someone else an owner. */
export function LeaveTeam({ isLastOwner }: { isLastOwner: boolean }) {
  const navigate = useNavigate()
  const leave = useLeave(() => void navigate(urls.onboarding))
  const name = useSubscription(useUser().organizationId).data?.organization.name ?? 'the organization'
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
      {!isLastOwner && (
        <DialogButton
          variant="danger-quiet"
          className="mt-3"
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
    </section>
  )
}
