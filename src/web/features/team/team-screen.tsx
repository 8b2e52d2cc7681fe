import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Member } from '#contract/organizations.ts'
import { CompanyAddressCard } from '#web/features/outreach/company-address-card.tsx'

import { formatQuantity } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { MemberList } from './member-list.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { useInvitations, useTeam } from './team-queries.ts'

const InviteDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))
const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

interface TeamScreenProps {
  user: CurrentUser
  organizationId: string
}

/** The organization's members. Members can read the list; owners and admins can change it. */
export function TeamScreen({ user, organizationId }: TeamScreenProps) {
  const canManage = user.role !== 'MEMBER'
  const [dialog, setDialog] = useState<'invite' | 'transfer' | null>(null)
  const team = useTeam(organizationId)
  const invitations = useInvitations(organizationId, canManage)
  const members = itemsOf(team.data)
  const invited = itemsOf(invitations.data)
  const open = invited.filter(({ expired }) => !expired).length
  const close = () => setDialog(null)
  return (
    <section aria-labelledby="team-heading" className="max-w-5xl px-4 pt-4 pb-20 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="mr-auto">
          <h1 id="team-heading" className="text-xl">
            Team
          </h1>
          <p className="mt-0.5 min-h-5 text-sm text-muted tabular-nums" aria-live="polite">
            {team.data && !team.hasNextPage && seatsText(members.length, canManage ? open : null)}
          </p>
        </div>
        {user.role === 'OWNER' && members.length > 1 && (
          <Button onClick={() => setDialog('transfer')}>Transfer ownership</Button>
        )}
        {canManage && (
          <Button variant="primary" onClick={() => setDialog('invite')}>
            <UserPlus aria-hidden />
            Invite
          </Button>
        )}
      </div>
      <Members team={team} members={members} user={user} organizationId={organizationId} />
      {canManage && (
        <OpenInvitations organizationId={organizationId} invitations={invitations} invited={invited} />
      )}
      <CompanyAddressCard user={user} organizationId={organizationId} />
      {team.data && (
        <LeaveTeam user={user} organizationId={organizationId} isLastOwner={isOnlyOwner(user, team)} />
      )}
      <Suspense fallback={null}>
        {dialog === 'invite' && <InviteDialog organizationId={organizationId} onClose={close} />}
        {dialog === 'transfer' && (
          <TransferDialog
            organizationId={organizationId}
            members={members.filter(({ id }) => id !== user.id)}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  )
}

/** `3 members and 1 open invitation, 4 seats` */
function seatsText(members: number, open: number | null): string {
  const people = formatQuantity(members, 'member', 'members')
  if (open === null) return people
  const seats = formatQuantity(members + open, 'seat', 'seats')
  if (open === 0) return `${people}, ${seats}`
  return `${people} and ${formatQuantity(open, 'open invitation', 'open invitations')}, ${seats}`
}

/** False until the whole list is loaded, since a later page may have another owner. */
function isOnlyOwner(user: CurrentUser, team: ReturnType<typeof useTeam>): boolean {
  const owners = itemsOf(team.data).filter(({ role }) => role === 'OWNER')
  return user.role === 'OWNER' && !team.hasNextPage && owners.length < 2
}

function Members(props: TeamScreenProps & { team: ReturnType<typeof useTeam>; members: readonly Member[] }) {
  const { team, members, user, organizationId } = props
  if (team.isError && !team.data) return <LoadErrorState query={team} title="We couldn't load your team" />
  if (!team.data) return <Skeleton className="mt-4 h-48 w-full" />
  return (
    <>
      <MemberList
        user={user}
        organizationId={organizationId}
        members={members}
        isLastOwner={isOnlyOwner(user, team)}
      />
      <ShowMore list={team} className="mt-3" what="members" />
    </>
  )
}
