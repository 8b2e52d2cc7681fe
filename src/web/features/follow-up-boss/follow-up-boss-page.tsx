import { Link2 } from 'lucide-react'
import type { FollowUpBossConnection } from '#contract/follow-up-boss.ts'
import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState, Skeleton } from '#web/ui/states.tsx'
import { ConflictLog } from './conflict-log.tsx'
import { ConnectCard } from './connect-card.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { DirectionsCard } from './directions-card.tsx'
import { useFollowUpBoss } from './follow-up-boss-queries.ts'
import { ImportCard } from './import-card.tsx'

export const meta = privatePage('Follow Up Boss')
export const handle: PageHandle = { needs: 'organization' }

/** The two-way sync with Follow Up Boss. Owners manage it. */
export default function FollowUpBossPage() {
  const isOwner = useMember().role === 'OWNER'
  const status = useFollowUpBoss(isOwner)
  if (!isOwner)
    return (
      <Page title="Follow Up Boss">
        <EmptyState
          icon={<Link2 />}
          title="For owners only"
          description="Ask an owner to connect Follow Up Boss."
        />
      </Page>
    )
  return (
    <Page title="Follow Up Boss" width="max-w-3xl">
      <p className="mt-2 text-sm text-muted">
        Contacts, notes, tasks and activities stay the same on both sides. It takes two things: a registration
        with Follow Up Boss by the operator of this installation, and the API key of your account owner there.{' '}
        <a className="underline" href={urls.document('follow-up-boss')}>
          What syncs, and what doesn't
        </a>
      </p>
      <p className="mt-2 text-sm text-muted">
        We built this connection from the public documentation and tested it with a stand-in only, never with
        the real Follow Up Boss. Try it with a few contacts first.
      </p>
      <Loaded
        query={status}
        failure="We couldn't load the connection"
        pending={<Skeleton className="mt-4 h-32 w-full" />}
      >
        {({ isAvailable, connection }) => {
          if (connection) return <Connected connection={connection} />
          return isAvailable ? <ConnectCard /> : <NotSetUp />
        }}
      </Loaded>
    </Page>
  )
}

function NotSetUp() {
  return (
    <EmptyState
      icon={<Link2 />}
      title="Not set up on this installation"
      description="Follow Up Boss needs a registration by the operator of this installation. Ask them to set FOLLOW_UP_BOSS_SYSTEM and FOLLOW_UP_BOSS_SYSTEM_KEY."
    />
  )
}

function Connected({ connection }: { connection: FollowUpBossConnection }) {
  return (
    <div className="mt-4 grid gap-4">
      <ConnectionCard connection={connection} />
      {connection.status === 'failed' && <ConnectCard isRenewal />}
      <DirectionsCard connection={connection} />
      {connection.stage === 'new' ? <ImportCard /> : <ConflictLog />}
    </div>
  )
}
