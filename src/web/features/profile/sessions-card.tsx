import { useState } from 'react'
import type { OwnSession } from '#contract/profile.ts'

import { formatMoment, formatMomentDay } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useEndSession, useEndSessions, useSessions } from './sessions-queries.ts'

/** The user's sessions, with buttons to end them. */
export function SessionsCard() {
  const sessions = useSessions()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const shown = itemsOf(sessions.data)
  return (
    <Card role="region" aria-labelledby="sessions-heading" className="p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="sessions-heading" className="mr-auto text-base">
          Where you're signed in
        </h2>
        <Button size="sm" className="max-md:h-11" onClick={() => setIsDialogOpen(true)}>
          Sign out everywhere
        </Button>
      </div>
      {sessions.isPending && <Skeleton className="mt-3 h-16" />}
      {sessions.isError && !sessions.data && (
        <LoadError query={sessions} text="We couldn't load your sessions." />
      )}
      {shown.length > 0 && (
        <ul aria-label="Sessions" className="mt-2 divide-y divide-line/60">
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <ShowMore list={sessions} size="sm" className="max-md:h-11" what="sessions" />
      {isDialogOpen && <EverywhereDialog onClose={() => setIsDialogOpen(false)} />}
    </Card>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { current, startedAt, lastUsedAt } = session
  const device = session.device ?? 'Unknown device'
  const end = useEndSession()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {device}
          {current && <Badge tone="green">This session</Badge>}
        </p>
        <p className="mt-0.5 text-[13px] text-muted tabular-nums">
          {current ? 'In use now' : `Last used ${formatMoment(lastUsedAt)}`}, signed in on{' '}
          {formatMomentDay(startedAt)}
        </p>
      </div>
      {!current && (
        <Button size="sm" className="max-md:h-11" pending={end.isPending} onClick={() => end.mutate(session)}>
          Sign out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}

function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const end = useEndSessions(onClose)
  const pendingThis = end.isPending && end.variables
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Sign out everywhere?"
      description="Every other device and browser will need a new sign-in link. You can end this session too."
      footer={
        <>
          <Button disabled={end.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger-quiet"
            disabled={end.isPending}
            pending={pendingThis}
            onClick={() => end.mutate(true)}
          >
            This session too
          </Button>
          <Button
            variant="danger"
            disabled={end.isPending}
            pending={end.isPending && !end.variables}
            onClick={() => end.mutate(false)}
          >
            All other sessions
          </Button>
        </>
      }
    />
  )
}
