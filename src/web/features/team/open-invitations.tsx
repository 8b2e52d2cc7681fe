import type { Invitation } from '#contract/invitations.ts'

import { formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { ROLE_NAMES, type useInvitations, useResend, useRevoke } from './team-queries.ts'

/** Pending invitations, with buttons to resend or revoke them. */
export function OpenInvitations({ invitations }: { invitations: ReturnType<typeof useInvitations> }) {
  return (
    <section aria-labelledby="invitations-heading" className="mt-8">
      <h2 id="invitations-heading" className="text-base">
        Open invitations
      </h2>
      <PagedItems
        isPart
        list={invitations}
        what="the invitations"
        label="Open invitations"
        className="mt-3 divide-y divide-line/60 rounded-lg border border-line bg-surface"
        empty={<p className="mt-1 text-sm text-muted">No pending invitations.</p>}
      >
        {(invitation) => <InvitationRow invitation={invitation} />}
      </PagedItems>
    </section>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { email, role, invitedBy, expiresAt, expired } = invitation
  const resend = useResend()
  const revoke = useRevoke()
  const isBusy = resend.isPending || revoke.isPending
  const facts = [
    invitedBy && `Invited by ${invitedBy}`,
    `${expired ? 'expired' : 'expires'} ${formatMomentDay(expiresAt)}`,
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
        <Button size="row" disabled={isBusy} onClick={() => resend.mutate(invitation)}>
          Send again<span className="sr-only"> to {email}</span>
        </Button>
        <Button size="row" variant="danger-quiet" disabled={isBusy} onClick={() => revoke.mutate(invitation)}>
          Revoke<span className="sr-only"> the invitation for {email}</span>
        </Button>
      </div>
    </li>
  )
}
