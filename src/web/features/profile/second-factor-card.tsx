import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import type { SecondFactorStatus } from '#contract/second-factor.ts'

import { formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { secondFactorQuery } from './second-factor-queries.ts'

const SetUpDialog = lazy(async () => ({ default: (await import('./set-up-dialog.tsx')).SetUpDialog }))
const RenewCodesDialog = lazy(async () => ({
  default: (await import('./code-dialogs.tsx')).RenewCodesDialog,
}))
const TurnOffDialog = lazy(async () => ({ default: (await import('./code-dialogs.tsx')).TurnOffDialog }))

const FEW_CODES = 3

/** Status of two-factor authentication, and the buttons to change it. */
export function SecondFactorCard({ user }: { user: CurrentUser }) {
  const { data, error, isFetching, refetch } = useQuery(secondFactorQuery)
  const [openDialog, setOpenDialog] = useState<'set-up' | 'codes' | 'off' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <Card role="region" aria-labelledby="security-heading" className="p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="security-heading" className="text-base">
          Security
        </h2>
        {data && <Badge tone={data.since ? 'green' : 'neutral'}>{data.since ? '2FA on' : '2FA off'}</Badge>}
      </div>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        Two-factor authentication adds a code from an authenticator app to the emailed link. Even someone with
        access to your email can't sign in.
      </p>
      {!data && isFetching && <Skeleton className="mt-3 h-9 w-40" />}
      {error && !data && !isFetching && (
        <LoadError query={{ error, refetch }} text="We couldn't load your security settings." />
      )}
      {data && <StatusText status={data} />}
      {data && !data.since && (
        <Button variant="primary" className="mt-3" onClick={() => setOpenDialog('set-up')}>
          Set up two-factor authentication
        </Button>
      )}
      {data?.since && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={() => setOpenDialog('codes')}>New recovery codes</Button>
          <Button variant="danger-quiet" onClick={() => setOpenDialog('off')}>
            Turn off
          </Button>
        </div>
      )}
      <Suspense fallback={null}>
        {openDialog === 'set-up' && <SetUpDialog email={user.email} onClose={close} />}
        {openDialog === 'codes' && <RenewCodesDialog onClose={close} />}
        {openDialog === 'off' && <TurnOffDialog onClose={close} />}
      </Suspense>
    </Card>
  )
}

function StatusText({ status }: { status: SecondFactorStatus }) {
  const { since, recoveryCodesLeft: left, isRequired } = status
  if (!since) {
    if (!isRequired) return null
    return (
      <p className="mt-2 text-sm text-orange">
        You're an operator. Turn on 2FA to use the admin console and the content desk.
      </p>
    )
  }
  return (
    <p className="mt-2 text-[13px] text-muted tabular-nums">
      On since {formatMomentDay(since)}, {formatQuantity(left, 'recovery code', 'recovery codes')} left.
      {left <= FEW_CODES && ' Create new ones before you run out.'}
    </p>
  )
}
