import { type ReactNode, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { Member } from '#contract/organizations.ts'
import { memberName } from '#web/features/organization/members.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/select.tsx'
import { lastSeenText } from './last-seen-text.ts'
import { ROLE_NAMES, type TeamRole, useChangeRole, useRemoveMember } from './team-queries.ts'

const COLUMNS = 'md:grid-cols-[minmax(0,1fr)_8.5rem_7.5rem_8.5rem_5.5rem] md:items-center md:gap-4'

interface MemberListProps {
  user: CurrentUser
  organizationId: string
  members: readonly Member[]
  isLastOwner: boolean
}

/** A row each on wide screens, a card each on phones. */
export function MemberList({ user, organizationId, members, isLastOwner }: MemberListProps) {
  const [leaving, setLeaving] = useState<Member | null>(null)
  const [promoted, setPromoted] = useState<Member | null>(null)
  const change = useChangeRole(organizationId)
  const changing = change.isPending ? change.variables : null
  const choose = (member: Member, role: TeamRole) => {
    if (role === 'OWNER') setPromoted(member)
    else change.mutate({ member, role })
  }
  return (
    <Card className="mt-4">
      <div
        aria-hidden
        className={cx('hidden border-b border-line px-4 py-2 text-xs text-dim md:grid', COLUMNS)}
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
            shownRole={changing?.member.id === member.id ? changing.role : member.role}
            user={user}
            isLastOwner={isLastOwner && member.id === user.id}
            isBusy={change.isPending}
            onRole={(role) => choose(member, role)}
            onRemove={() => setLeaving(member)}
          />
        ))}
      </ul>
      {leaving && (
        <RemoveDialog organizationId={organizationId} member={leaving} onClose={() => setLeaving(null)} />
      )}
      {promoted && (
        <AlertDialog
          open
          onOpenChange={(open) => !open && setPromoted(null)}
          destructive={false}
          title={`Make ${memberName(promoted)} an owner?`}
          description="Owners can do everything: change the plan, remove other owners including you, and erase the organization."
          confirmLabel="Make owner"
          onConfirm={() => {
            change.mutate({ member: promoted, role: 'OWNER' })
            setPromoted(null)
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
    <li className={cx('grid gap-x-4 gap-y-2 px-4 py-3', COLUMNS)}>
      <div className="flex min-w-0 items-center gap-3">
        <Avatar size="sm" name={name} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 text-sm font-medium">
            <span className="wrap-anywhere">{name}</span>
            {isSelf && <Badge>You</Badge>}
            {member.hasSecondFactor && <Badge tone="green">2FA</Badge>}
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
          onChange={(event) => onRole(event.target.value as TeamRole)}
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
          <Button size="sm" className="max-md:h-11" variant="danger-quiet" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 text-[13px] text-muted max-md:justify-between">
      <dt className="text-dim md:sr-only">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function RemoveDialog(props: { organizationId: string; member: Member; onClose: () => void }) {
  const { organizationId, member, onClose } = props
  const remove = useRemoveMember(organizationId, onClose)
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${memberName(member)}?`}
      description="They're signed out everywhere and lose access to this organization. Their contacts stay; their tasks become unassigned."
      confirmLabel="Remove member"
      pendingLabel="Removing..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate(member)}
    />
  )
}
