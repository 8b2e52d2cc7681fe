import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Member } from '#contract/organizations.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { memberName } from '#web/features/organization/members.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { ROLE_NAMES, type TeamRole, useChangeRole, useRemoveMember } from './team-queries.ts'

const MINUTE_MS = 60_000
/** The server records activity at most this often. */
const ACTIVE_MINUTES = 10

/** A member's last activity: `Now`, `25 minutes ago`, `3 hours ago`, then the date; `Signed out` without a session. */
export function lastSeenText(lastSeenAt: string | null, now: Date): string {
  if (!lastSeenAt) return 'Signed out'
  const minutes = Math.floor((now.getTime() - Date.parse(lastSeenAt)) / MINUTE_MS)
  if (minutes < ACTIVE_MINUTES) return 'Now'
  if (minutes < 60) return `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  return formatMomentDay(lastSeenAt)
}

const COLUMN_CLASSES = 'md:grid-cols-[minmax(0,1fr)_8.5rem_7.5rem_8.5rem_5.5rem] md:items-center md:gap-4'
/** The members, as rows on wide screens and as cards on phones. */
export function MemberList({ members, isLastOwner }: { members: readonly Member[]; isLastOwner: boolean }) {
  const user = useMember()
  const [memberToRemove, setMemberToRemove] = useState<Member | null>(null)
  const [memberToPromote, setMemberToPromote] = useState<Member | null>(null)
  const change = useChangeRole()
  const pendingChange = change.isPending ? change.variables : null
  const chooseRole = (member: Member, role: TeamRole) => {
    if (role === 'OWNER') setMemberToPromote(member)
    else change.mutate({ member, role })
  }
  return (
    <Card className="mt-4">
      <div
        aria-hidden
        className={cx('hidden border-b border-line px-4 py-2 text-xs text-dim md:grid', COLUMN_CLASSES)}
      >
        <span>Name</span>
        <span>Role</span>
        <span>Joined</span>
        <span>Last seen</span>
      </div>
      <ul aria-label="Members" className="divide-y divide-line/60">
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            shownRole={pendingChange?.member.id === member.id ? pendingChange.role : member.role}
            user={user}
            isLastOwner={isLastOwner && member.id === user.id}
            isBusy={change.isPending}
            onRole={(role) => chooseRole(member, role)}
            onRemove={() => setMemberToRemove(member)}
          />
        ))}
      </ul>
      {memberToRemove && <RemoveDialog member={memberToRemove} onClose={() => setMemberToRemove(null)} />}
      {memberToPromote && (
        <AlertDialog
          onClose={() => setMemberToPromote(null)}
          destructive={false}
          title={`Make ${memberName(memberToPromote)} an owner?`}
          description="Owners can do everything: change the plan, remove other owners including you, and delete the organization."
          confirmLabel="Make owner"
          onConfirm={() => {
            change.mutate({ member: memberToPromote, role: 'OWNER' })
            setMemberToPromote(null)
          }}
        />
      )}
    </Card>
  )
}

interface MemberRowProps {
  member: Member
  /** The chosen role while it is being saved, otherwise the stored one. */
  shownRole: TeamRole
  user: CurrentUser
  isLastOwner: boolean
  isBusy: boolean
  onRole: (role: TeamRole) => void
  onRemove: () => void
}

function MemberRow(props: MemberRowProps) {
  const { member, shownRole, user, isLastOwner, isBusy, onRole, onRemove } = props
  const name = memberName(member)
  const isSelf = member.id === user.id
  const canChange =
    (user.role === 'OWNER' || (user.role === 'ADMIN' && member.role !== 'OWNER')) && !isLastOwner
  const roles: TeamRole[] = user.role === 'OWNER' ? ['OWNER', 'ADMIN', 'MEMBER'] : ['ADMIN', 'MEMBER']
  return (
    <li className={cx('grid gap-x-4 gap-y-2 px-4 py-3', COLUMN_CLASSES)}>
      <div className="flex min-w-0 items-center gap-3">
        <Avatar size="sm" name={name} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
            <span className="wrap-anywhere">{name}</span>
            {isSelf && <Badge>You</Badge>}
            {member.hasSecondFactor && <Badge tone="green">2FA</Badge>}
            {member.licenseStates && <LicenseBadge states={member.licenseStates} />}
          </p>
          {name !== member.email && <p className="text-[13px] text-muted wrap-anywhere">{member.email}</p>}
        </div>
      </div>
      {canChange ? (
        <Select
          aria-label={`Role of ${name}`}
          value={shownRole}
          disabled={isBusy}
          options={roles.map((value) => ({ value, label: ROLE_NAMES[value] }))}
          onValue={onRole}
        />
      ) : (
        <p className="text-sm">{ROLE_NAMES[member.role]}</p>
      )}
      <dl className="contents text-[13px] text-muted tabular-nums">
        <Fact label="Joined">{formatMomentDay(member.joinedAt)}</Fact>
        <Fact label="Last seen">{lastSeenText(member.lastSeenAt, new Date())}</Fact>
      </dl>
      {canChange && !isSelf && (
        <div className="flex md:justify-end">
          <Button size="row" variant="danger-quiet" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

/** States of the member's licenses, or that there is none. */
function LicenseBadge({ states }: { states: readonly string[] }) {
  if (states.length === 0) return <Badge tone="orange">No license</Badge>
  return <Badge>Licensed: {states.join(', ')}</Badge>
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 text-[13px] text-muted max-md:justify-between">
      <dt className="text-dim md:sr-only">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function RemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useRemoveMember()
  return (
    <AlertDialog
      onClose={onClose}
      title={`Remove ${memberName(member)}?`}
      description="They lose access to this organization at once. Their contacts become unassigned, and so do their tasks. For 30 days, they can take the contacts they brought to another organization. Opt-outs stay on record here."
      confirmLabel="Remove member"
      pendingLabel="Removing..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(member, { onSuccess: onClose })}
    />
  )
}
