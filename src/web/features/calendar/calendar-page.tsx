import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { CalendarFeed } from '#contract/calendar-feeds.ts'
import { zoneLabel } from '#domain/zone-clock.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { calendarFeedsQuery, useRevokeFeed } from './calendar-queries.ts'

const CreateFeedDialog = lazyDialog(async () => (await import('./create-feed-dialog.tsx')).CreateFeedDialog)

export const meta = privatePage('Calendar')
export const handle: PageHandle = { needs: 'organization' }

/** The addresses at which calendar programs read the member's tasks. */
export default function CalendarPage() {
  const feeds = useQuery(calendarFeedsQuery)
  return (
    <Page
      title="Calendar"
      actions={
        <DialogButton variant="primary" dialog={(close) => <CreateFeedDialog onClose={close} />}>
          <Plus aria-hidden />
          Create address
        </DialogButton>
      }
    >
      <p className="mt-2 max-w-2xl text-sm text-muted">
        See your open tasks and appointments in your own calendar. Each program decides when it updates: Apple
        Calendar and Outlook every few hours, Google Calendar every 8 to 24 hours.{' '}
        <a
          href={`${urls.document('tasks-and-playbooks')}#your-tasks-in-a-calendar`}
          className="text-accent underline underline-offset-2"
        >
          How it works
        </a>
      </p>
      <Loaded
        query={feeds}
        failure="We couldn't load your calendar addresses"
        pending={<Skeletons label="Loading addresses" className="mt-4 gap-2" rows={Array(2).fill('h-16')} />}
      >
        {(allFeeds) =>
          allFeeds.length === 0 ? (
            <EmptyState
              icon={<CalendarPlus />}
              title="No calendar addresses yet"
              description="Create one for each calendar: Google Calendar, Apple Calendar or Outlook."
            />
          ) : (
            <ul
              aria-label="Calendar addresses"
              className="mt-4 divide-y divide-line/60 rounded-lg border border-line bg-surface"
            >
              {allFeeds.map((feed) => (
                <FeedRow key={feed.id} feed={feed} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

function FeedRow({ feed }: { feed: CalendarFeed }) {
  const [isRevoking, setRevoking] = useState(false)
  const revoke = useRevokeFeed()
  const { name, start, tasks, hasContactNames, timeZone, lastReadAt, createdAt } = feed
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="wrap-anywhere">{name}</span>
          <code className="text-[13px] font-normal text-muted">{start}…</code>
        </p>
        <p className="text-[13px] text-muted wrap-anywhere">
          {joinPresent(
            [
              tasks === 'mine' ? 'Your tasks' : "Everyone's tasks",
              hasContactNames ? 'With contact names' : null,
              `${zoneLabel(timeZone)} time`,
              `Created ${formatMomentDay(createdAt)}`,
              lastReadAt ? `Last read ${formatMoment(lastReadAt)}` : 'Not read yet',
            ],
            ' · ',
          )}
        </p>
      </div>
      <Button size="row" variant="danger-quiet" onClick={() => setRevoking(true)}>
        Revoke<span className="sr-only"> {name}</span>
      </Button>
      {isRevoking && (
        <AlertDialog
          onClose={() => setRevoking(false)}
          title={`Revoke ${name}?`}
          description="The address stops working at once. Then remove the calendar from your calendar program."
          confirmLabel="Revoke address"
          pendingLabel="Revoking..."
          pending={revoke.isPending}
          onConfirm={() => revoke.mutate(feed, { onSuccess: () => setRevoking(false) })}
        />
      )}
    </li>
  )
}
