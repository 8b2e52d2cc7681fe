import type { Invitation } from '#contract/invitations.ts'

import { formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ROLE_NAMES, type useInvitations, useResend, useRevoke } from './team-queries.ts'

interface OpenInvitationsProps {
  organizationId: string
  invitations: ReturnType<typeof useInvitations>
  invited: readonly Invitation[]
}

/** Pending invitations, with buttons to resend or revoke them. */
export function OpenInvitations({ organizationId, invitations, invited }: OpenInvitationsProps) {
  return (
    <section aria-labelledby="invitations-heading" className="mt-8">
      <h2 id="invitations-heading" className="text-base">
        Open invitations
      </h2>
      {invitations.isError && !invitations.data && (
        <LoadError query={invitations} text="We couldn't load the invitations." />
      )}
      {invitations.isPending && <Skeleton className="mt-3 h-14 w-full" />}
      {invitations.data && invited.length === 0 && (
        <p className="mt-1 text-sm text-muted">No pending invitations.</p>
      )}
      {invited.length > 0 && (
        <Card className="mt-3">
          <ul aria-label="Open invitations" className="divide-y divide-line/60">
            {invited.map((invitation) => (
              <InvitationRow key={invitation.id} organizationId={organizationId} invitation={invitation} />
            ))}
          </ul>
        </Card>
      )}
      <ShowMore list={invitations} className="mt-3" what="invitations" />
    </section>
  )
}

function InvitationRow(props: { organizationId: string; invitation: Invitation }) {
  const { organizationId, invitation } = props
  const { email, role, invitedBy, expiresAt, expired } = invitation
  const resend = useResend(organizationId)
  const revoke = useRevoke(organizationId)
  const isBusy = resend.isPending || revoke.isPending
  const facts = [
    invitedBy && `Invited by ${invitedBy}`,
    expired ? `expired ${formatMomentDay(expiresAt)}` : `expires ${formatMomentDay(expiresAt)}`,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{email}</span>
          <Badge>{ROLE_NAMES[role]}</Badge>
          {expired && <Badge tone="orange">Expired</Badge>}
        </p>
        <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">{joinPresent(facts)}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" className="max-md:h-11" disabled={isBusy} onClick={() => resend.mutate(invitation)}>
          Send again<span className="sr-only"> to {email}</span>
        </Button>
        <Button
          size="sm"
          className="max-md:h-11"
          variant="danger-quiet"
          disabled={isBusy}
          onClick={() => revoke.mutate(invitation)}
        >
          Revoke<span className="sr-only"> the invitation for {email}</span>
        </Button>
      </div>
    </li>
  )
}
