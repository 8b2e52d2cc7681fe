import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Invitation } from '#contract/invitations.ts'
import type { Member } from '#contract/organizations.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { memberName } from '#web/features/organization/members.ts'
import { OriginRequests } from '#web/features/origins/origin-requests.tsx'
import { CompanyAddressCard } from '#web/features/outreach/company-address-card.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Field, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, PagedItems } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { ShowMore, Skeleton } from '#web/ui/states.tsx'
import { AccessSection } from './access-section.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { MemberList } from './member-list.tsx'
import {
  ROLE_NAMES,
  useInvitations,
  useResend,
  useRevoke,
  useTeam,
  useTransferOwnership,
} from './team-queries.ts'
import { TeamsSection } from './teams-section.tsx'

const InviteDialog = lazyDialog(async () => (await import('./invite-dialog.tsx')).InviteDialog)

export const meta = privatePage('Team')
export const handle: PageHandle = { needs: 'organization' }

/** Members, roles and invitations. Works without an active subscription too; owners and admins can change the team. */
export default function TeamPage() {
  const user = useMember()
  const canManage = user.role !== 'MEMBER'
  const team = useTeam()
  const invitations = useInvitations(canManage)
  const members = itemsOf(team.data)
  const openCount = itemsOf(invitations.data).filter(({ expired }) => !expired).length
  const owners = members.filter(({ role }) => role === 'OWNER')
  // False until the whole list is loaded, since a later page may have another owner.
  const isLastOwner = user.role === 'OWNER' && !team.hasNextPage && owners.length < 2
  return (
    <Page
      title="Team"
      aside={
        <>
          <p className="mr-auto text-sm text-muted tabular-nums" aria-live="polite">
            {team.data && !team.hasNextPage && seatsText(members.length, canManage ? openCount : null)}
          </p>
          {user.role === 'OWNER' && members.length > 1 && (
            <DialogButton
              dialog={(close) => (
                <TransferDialog members={members.filter(({ id }) => id !== user.id)} onClose={close} />
              )}
            >
              Transfer ownership
            </DialogButton>
          )}
          {canManage && (
            <DialogButton variant="primary" dialog={(close) => <InviteDialog onClose={close} />}>
              <UserPlus aria-hidden />
              Invite
            </DialogButton>
          )}
        </>
      }
    >
      <Loaded
        query={team}
        failure="We couldn't load your team"
        pending={<Skeleton className="mt-4 h-48 w-full" />}
      >
        {() => (
          <>
            <MemberList members={members} isLastOwner={isLastOwner} />
            <ShowMore list={team} className="mt-3" itemsName="members" />
          </>
        )}
      </Loaded>
      <OriginRequests />
      {canManage && <OpenInvitations invitations={invitations} />}
      {canManage && <TeamsSection />}
      {canManage && <AccessSection />}
      <CompanyAddressCard user={user} organizationId={user.organizationId} />
      {team.data && <LeaveTeam isLastOwner={isLastOwner} />}
    </Page>
  )
}

/** `3 members and 1 pending invitation, 4 seats` */
function seatsText(members: number, openCount: number | null): string {
  const memberText = formatQuantity(members, 'member', 'members')
  if (openCount === null) return memberText
  const seatText = formatQuantity(members + openCount, 'seat', 'seats')
  if (openCount === 0) return `${memberText}, ${seatText}`
  return `${memberText} and ${formatQuantity(openCount, 'pending invitation', 'pending invitations')}, ${seatText}`
}

/** Transfers ownership to another member. */
function TransferDialog({ members, onClose }: { members: readonly Member[]; onClose: () => void }) {
  const [memberId, setMemberId] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const transfer = useTransferOwnership()
  return (
    <FormDialog
      title="Transfer ownership"
      description="The member you choose becomes the owner, and you become an admin right away. Only the new owner can undo this."
      verb="Transfer ownership"
      danger
      pending={transfer.isPending}
      pendingLabel="Transferring..."
      onClose={onClose}
      onSubmit={() => (memberId ? transfer.mutate(memberId, { onSuccess: onClose }) : setIsMissing(true))}
    >
      <Field label="New owner" required error={isMissing && !memberId ? 'Choose a member' : undefined}>
        <Select
          placeholder="Choose a member"
          value={memberId}
          options={members.map((member) => ({ value: member.id, label: optionText(member) }))}
          onValue={setMemberId}
        />
      </Field>
    </FormDialog>
  )
}

/** Includes the email address, since two members can have the same name. */
function optionText(member: Member): string {
  const name = memberName(member)
  return name === member.email ? name : `${name} (${member.email})`
}

/** Pending invitations, with buttons to resend or revoke them. */
function OpenInvitations({ invitations }: { invitations: ReturnType<typeof useInvitations> }) {
  return (
    <section aria-labelledby="invitations-heading" className="mt-8">
      <h2 id="invitations-heading" className="text-base">
        Pending invitations
      </h2>
      <PagedItems
        isCompact
        list={invitations}
        listName="the invitations"
        label="Pending invitations"
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
