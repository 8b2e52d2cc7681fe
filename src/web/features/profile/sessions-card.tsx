import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '#contract/profile.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { formatMoment, formatMomentDay, formatQuantity } from '#web/lib/format.ts'
import { pagesFrom } from '#web/lib/pages.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { useChange } from '#web/ui/use-change.ts'

const SESSIONS_KEY = ['/api/profile/sessions']
const FAILURE_TOAST = ['Error', 'Failed to sign out'] as const

/** The user's sessions, with buttons to end them. */
export function SessionsCard() {
  const sessions = useInfiniteQuery(
    pagesFrom<OwnSession>(SESSIONS_KEY, urlOf('GET /api/profile/sessions', {})),
  )
  return (
    <Panel
      title="Where you're signed in"
      aside={
        <DialogButton size="row" className="ml-auto" dialog={(close) => <EverywhereDialog onClose={close} />}>
          Sign out everywhere
        </DialogButton>
      }
    >
      <PagedItems
        isCompact
        list={sessions}
        listName="your sessions"
        label="Sessions"
        className="mt-2 divide-y divide-line/60"
      >
        {(session) => <SessionRow session={session} />}
      </PagedItems>
    </Panel>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { current, startedAt, lastUsedAt } = session
  const device = session.device ?? 'Unknown device'
  const end = useChange({
    change: () => call('DELETE /api/profile/sessions/{id}', { params: { id: session.id } }),
    successToast: () => ({ title: 'Signed Out', description: 'That device will need to sign in again.' }),
    failureToast: FAILURE_TOAST,
    refreshedKeys: [SESSIONS_KEY],
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {device}
          {current && <Badge tone="green">This session</Badge>}
        </p>
        <p className="mt-0.5 text-[13px] text-muted tabular-nums">
          {current ? 'Active now' : `Last used ${formatMoment(lastUsedAt)}`}, signed in on{' '}
          {formatMomentDay(startedAt)}
        </p>
      </div>
      {!current && (
        <Button size="row" pending={end.isPending} onClick={() => end.mutate()}>
          Sign out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}

/** Ends all other sessions and, if chosen, this one too. */
function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: (includeThis: boolean) => call('POST /api/profile/sessions/end', { body: { includeThis } }),
    onSuccess: ({ ended }, includeThis) => {
      if (includeThis) {
        client.clear()
        window.location.assign(urls.home)
        return
      }
      onClose()
      toast({ title: 'Signed Out', description: `${formatQuantity(ended, 'session', 'sessions')} ended.` })
      void client.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
    onError: toastFailure(...FAILURE_TOAST),
  })
  const isEndingThis = end.isPending && end.variables
  return (
    <Dialog
      onClose={onClose}
      title="Sign out everywhere?"
      description="Every other device and browser will need a new sign-in link. You can also sign out here."
      footer={
        <>
          <Button disabled={end.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger-quiet"
            disabled={end.isPending}
            pending={isEndingThis}
            onClick={() => end.mutate(true)}
          >
            Sign out here too
          </Button>
          <Button
            variant="danger"
            disabled={end.isPending}
            pending={end.isPending && !isEndingThis}
            onClick={() => end.mutate(false)}
          >
            Sign out other sessions
          </Button>
        </>
      }
    />
  )
}
