import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorStatus } from '#contract/second-factor.ts'
import { formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { secondFactorQuery } from './second-factor-queries.ts'

const SecondFactorDialog = lazyDialog(
  async () => (await import('./second-factor-dialogs.tsx')).SecondFactorDialog,
)

const LOW_CODE_COUNT = 3

/** Status of two-factor authentication, and the buttons to change it. */
export function SecondFactorCard() {
  const query = useQuery(secondFactorQuery)
  const [openDialog, setOpenDialog] = useState<'set-up' | 'codes' | 'off' | null>(null)
  const since = query.data?.since
  return (
    <Panel
      title="Security"
      aside={query.data && <Badge tone={since ? 'green' : 'neutral'}>{since ? '2FA on' : '2FA off'}</Badge>}
      text="Two-factor authentication adds a code from an authenticator app to the emailed link. Even someone with access to your email can't sign in."
    >
      <Loaded
        isCompact
        query={query}
        failure="We couldn't load your security settings"
        pending={<Skeleton className="mt-3 h-9 w-40" />}
      >
        {(status) => (
          <>
            <StatusText status={status} />
            {status.since ? (
              <div className="mt-3 flex flex-wrap gap-2">
                <Button onClick={() => setOpenDialog('codes')}>New recovery codes</Button>
                <Button variant="danger-quiet" onClick={() => setOpenDialog('off')}>
                  Turn off
                </Button>
              </div>
            ) : (
              <Button variant="primary" className="mt-3" onClick={() => setOpenDialog('set-up')}>
                Set up two-factor authentication
              </Button>
            )}
          </>
        )}
      </Loaded>
      {openDialog && <SecondFactorDialog kind={openDialog} onClose={() => setOpenDialog(null)} />}
    </Panel>
  )
}

function StatusText({ status }: { status: SecondFactorStatus }) {
  const { since, recoveryCodesLeft: codesLeft, isRequired } = status
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
      On since {formatMomentDay(since)}, {formatQuantity(codesLeft, 'recovery code', 'recovery codes')} left.
      {codesLeft <= LOW_CODE_COUNT && ' Create new ones before you run out.'}
    </p>
  )
}
