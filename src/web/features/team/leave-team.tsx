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

/** The way out for everybody but the last owner, who is told what to do first. */
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
          ? 'You are the only owner. Make another member owner before you leave.'
          : 'You stay signed in, and see nothing of this organization any more. Its contacts stay with it.'}
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
        description="To come back you need a new invitation. Tasks given to you become nobody's."
        confirmLabel="Leave"
        pendingLabel="Leaving..."
        pending={leave.isPending}
        onConfirm={() => leave.mutate()}
      />
    </section>
  )
}
