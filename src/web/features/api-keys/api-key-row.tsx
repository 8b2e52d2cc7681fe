import { useState } from 'react'
import type { ApiKey } from '#contract/api-keys.ts'
import { formatMoment, formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useRevokeKey, useRotateKey } from './api-keys-queries.ts'
import { NewKey } from './new-key.tsx'

const ROLE_LABELS = { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' } as const

/** A key with what it may do and when it was used. Only its member can rotate it. */
export function ApiKeyRow({ apiKey, isOwn }: { apiKey: ApiKey; isOwn: boolean }) {
  const [opened, setOpened] = useState<'rotate' | 'revoke' | null>(null)
  const close = () => setOpened(null)
  const { name, start, memberName, role, scopes, networks, dailyCredits } = apiKey
  const { expiresAt, lastUsedAt, previousUntil } = apiKey
  const isExpired = expiresAt !== null && Date.parse(expiresAt) < Date.now()
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <span className="wrap-anywhere">{name}</span>
          <code className="text-[13px] font-normal text-muted">{start}…</code>
          {isExpired && <Badge tone="red">Expired</Badge>}
        </p>
        <ul aria-label={`Permissions of ${name}`} className="mt-1.5 flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <li key={scope}>
              <Badge>{scope}</Badge>
            </li>
          ))}
        </ul>
        <p className="mt-1.5 text-[13px] text-muted wrap-anywhere">
          {joinPresent(
            [
              `${memberName}, ${ROLE_LABELS[role]}`,
              lastUsedAt ? `Last used ${formatMoment(lastUsedAt)}` : 'Not used yet',
              expiryText(expiresAt, isExpired),
              networks.length > 0 ? `Only from ${networks.join(', ')}` : null,
              dailyCredits === null ? null : `${formatQuantity(dailyCredits, 'credit', 'credits')} a day`,
            ],
            ' · ',
          )}
        </p>
        {previousUntil && (
          <p className="mt-1 text-[13px] text-muted">
            {`The previous key still works until ${formatMoment(previousUntil)}.`}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {isOwn && (
          <Button size="row" onClick={() => setOpened('rotate')}>
            Rotate<span className="sr-only"> {name}</span>
          </Button>
        )}
        <Button size="row" variant="danger-quiet" onClick={() => setOpened('revoke')}>
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      </div>
      {opened === 'rotate' && <RotateDialog apiKey={apiKey} onClose={close} />}
      {opened === 'revoke' && <RevokeDialog apiKey={apiKey} onClose={close} />}
    </li>
  )
}

function expiryText(expiresAt: string | null, isExpired: boolean): string {
  if (!expiresAt) return 'Never expires'
  return `${isExpired ? 'Expired' : 'Expires'} ${formatMomentDay(expiresAt)}`
}

interface KeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
}

function RotateDialog({ apiKey, onClose }: KeyDialogProps) {
  const rotate = useRotateKey()
  if (rotate.data) return <NewKey apiKey={rotate.data} onClose={onClose} />
  return (
    <AlertDialog
      onClose={onClose}
      destructive={false}
      title={`Rotate ${apiKey.name}?`}
      description="You get a new key with the same permissions. The current one works for another 24 hours."
      confirmLabel="Rotate key"
      pendingLabel="Rotating..."
      pending={rotate.isPending}
      onConfirm={() => rotate.mutate(apiKey)}
    />
  )
}

function RevokeDialog({ apiKey, onClose }: KeyDialogProps) {
  const revoke = useRevokeKey()
  return (
    <AlertDialog
      onClose={onClose}
      title={`Revoke ${apiKey.name}?`}
      description="Programs that use the key are refused at once. You can't undo this."
      confirmLabel="Revoke key"
      pendingLabel="Revoking..."
      pending={revoke.isPending}
      onConfirm={() => revoke.mutate(apiKey, { onSuccess: onClose })}
    />
  )
}
