import { useQuery } from '@tanstack/react-query'
import type { BrokerageInvitation } from '#contract/brokerages.ts'
import { formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { invitationsQuery, useRevoke } from './brokerage-queries.ts'
import { INVITATION_KINDS } from './brokerage-texts.ts'

/** Open invitations of a brokerage. */
export function InvitationsSection({ brokerageId }: { brokerageId: string }) {
  return (
    <Panel title="Pending invitations">
      <Loaded
        isCompact
        query={useQuery(invitationsQuery(brokerageId))}
        failure="We couldn't load the invitations"
        pending={<Skeletons label="Loading invitations" className="mt-3" rows={['h-10']} />}
      >
        {(invitations) =>
          invitations.length === 0 ? (
            <p className="mt-1 text-sm text-muted">No pending invitations.</p>
          ) : (
            <ul className="mt-1 divide-y divide-line/60">
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} brokerageId={brokerageId} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function InvitationRow({
  brokerageId,
  invitation,
}: {
  brokerageId: string
  invitation: BrokerageInvitation
}) {
  const { email, kind, officeName, expiresAt, isExpired } = invitation
  const revoke = useRevoke(brokerageId)
  const expiry = `${isExpired ? 'expired' : 'expires'} ${formatMomentDay(expiresAt)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{email}</span>
          {isExpired && <Badge tone="orange">Expired</Badge>}
        </p>
        <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">
          {joinPresent([INVITATION_KINDS[kind], officeName, expiry], ' · ')}
        </p>
      </div>
      <Button
        size="row"
        variant="danger-quiet"
        disabled={revoke.isPending}
        onClick={() => revoke.mutate(invitation)}
      >
        Revoke<span className="sr-only"> the invitation for {email}</span>
      </Button>
    </li>
  )
}
