import { useQuery } from '@tanstack/react-query'
import type { GroupRole, ProvisionedGroup, ProvisioningSettings } from '#contract/provisioning.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { formatMoment, formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { provisioningQuery, useChangeProvisioning, useRevokeToken } from './scim-queries.ts'

const TokenDialog = lazyDialog(async () => (await import('./token-dialog.tsx')).TokenDialog)

type Access = ProvisioningSettings['defaultAccess']

const ACCESS_OPTIONS: readonly { value: Access; label: string }[] = [
  { value: 'all', label: 'All contacts' },
  { value: 'team', label: "Their teams' contacts" },
  { value: 'own', label: 'Their own contacts' },
]
const ROLE_OPTIONS: readonly { value: GroupRole | ''; label: string }[] = [
  { value: '', label: 'No role' },
  { value: 'MEMBER', label: 'Member' },
  { value: 'ADMIN', label: 'Admin' },
]

/** Connects an identity provider by SCIM: its token, and the roles that its groups give. For owners. */
export function ScimCard() {
  const { organizationId } = useMember()
  const query = useQuery(provisioningQuery(organizationId))
  return (
    <Loaded
      query={query}
      failure="We couldn't load provisioning"
      pending={<Skeletons label="Loading provisioning" className="gap-4" rows={['h-56', 'h-40']} />}
    >
      {(settings) => (
        <>
          <TokenPanel {...settings} />
          <GroupsPanel {...settings} />
        </>
      )}
    </Loaded>
  )
}

function TokenPanel({ url, token }: ProvisioningSettings) {
  return (
    <Panel
      title="Automatic provisioning"
      aside={token ? <Badge tone="green">On</Badge> : <Badge>Off</Badge>}
      text={
        <>
          Okta, Microsoft Entra ID or another identity provider adds people to your team, changes their roles,
          and removes them, using SCIM 2.0.{' '}
          <a href={urls.document('single-sign-on')} className="text-accent underline underline-offset-2">
            How it works
          </a>
        </>
      }
    >
      <Field label="SCIM base URL" className="mt-4 max-w-xl" hint="Enter this URL in your identity provider.">
        <Input readOnly value={url} onFocus={({ target }) => target.select()} className="font-mono" />
      </Field>
      {token && (
        <p className="mt-3 text-[13px] text-muted">
          {`Token created ${formatMomentDay(token.createdAt)}${token.createdBy ? ` by ${token.createdBy}` : ''}. `}
          {token.lastUsedAt ? `Last used ${formatMoment(token.lastUsedAt)}.` : 'Not used yet.'}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {token ? (
          <>
            <DialogButton dialog={(close) => <TokenDialog isRotation onClose={close} />}>
              Rotate token
            </DialogButton>
            <DialogButton variant="danger-quiet" dialog={(close) => <RevokeDialog onClose={close} />}>
              Revoke token
            </DialogButton>
          </>
        ) : (
          <DialogButton
            variant="primary"
            dialog={(close) => <TokenDialog isRotation={false} onClose={close} />}
          >
            Create token
          </DialogButton>
        )}
      </div>
    </Panel>
  )
}

function RevokeDialog({ onClose }: { onClose: () => void }) {
  const revoke = useRevokeToken()
  return (
    <AlertDialog
      onClose={onClose}
      title="Revoke the token?"
      description="Your identity provider can't add, change or remove people anymore. Everyone stays on your team until you remove them."
      confirmLabel="Revoke token"
      pendingLabel="Revoking..."
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
    />
  )
}

function GroupsPanel({ defaultAccess, groups }: ProvisioningSettings) {
  const change = useChangeProvisioning()
  return (
    <Panel
      title="Roles by group"
      text="People get the highest role and the widest access of all their groups. Owners are never changed."
    >
      <Field
        label="Access for everyone else"
        hint="For people who aren't in a group with a role."
        className="mt-4 max-w-xs"
      >
        <Select
          value={
            change.variables?.defaultAccess && change.isPending
              ? change.variables.defaultAccess
              : defaultAccess
          }
          disabled={change.isPending}
          options={ACCESS_OPTIONS}
          onValue={(access) => change.mutate({ defaultAccess: access })}
        />
      </Field>
      {groups.length === 0 ? (
        <p className="mt-4 text-sm text-muted">
          Groups appear here as soon as your identity provider sends them.
        </p>
      ) : (
        <ul aria-label="Groups" className="mt-4 divide-y divide-line/60 border-t border-line/60">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} change={change} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface GroupRowProps {
  group: ProvisionedGroup
  change: ReturnType<typeof useChangeProvisioning>
}

function GroupRow({ group, change }: GroupRowProps) {
  const { id, name, members } = group
  const pending = change.isPending ? change.variables?.groups?.find((each) => each.id === id) : undefined
  const { role, access } = pending ?? group
  return (
    <li className="grid gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_8rem_13rem] sm:items-center">
      <div className="min-w-0">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-[13px] text-muted tabular-nums">{formatQuantity(members, 'person', 'people')}</p>
      </div>
      <Select
        aria-label={`Role of ${name}`}
        value={role ?? ''}
        disabled={change.isPending}
        options={ROLE_OPTIONS}
        onValue={(value) =>
          change.mutate({ groups: [{ id, role: value === '' ? null : value, access: access ?? 'all' }] })
        }
      />
      {role === 'MEMBER' && (
        <Select
          aria-label={`Access of ${name}`}
          value={access ?? 'all'}
          disabled={change.isPending}
          options={ACCESS_OPTIONS}
          onValue={(value) => change.mutate({ groups: [{ id, role, access: value }] })}
        />
      )}
    </li>
  )
}
