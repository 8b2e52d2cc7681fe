import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { urls } from '#web/lib/urls.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useLeave } from './team-queries.ts'

interface LeaveTeamProps {
  user: CurrentUser
  organizationId: string
  isLastOwner: boolean
}

/** Leaving the organization. The only owner first has to make someone else owner. */
export function LeaveTeam({ user, organizationId, isLastOwner }: LeaveTeamProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const navigate = useNavigate()
  const leave = useLeave(organizationId, () => void navigate(urls.onboarding))
  const name = useSubscription(user.organizationId).data?.organization.name ?? 'the organization'
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
        <Button variant="danger-quiet" className="mt-3" onClick={() => setIsDialogOpen(true)}>
          Leave
        </Button>
      )}
      <AlertDialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title={`Leave ${name}?`}
        description="You'll need a new invitation to come back. Your tasks become unassigned."
        confirmLabel="Leave"
        pendingLabel="Leaving..."
        pending={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </section>
  )
}
