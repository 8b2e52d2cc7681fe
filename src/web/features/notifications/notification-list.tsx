import { Activity, Archive, Bell, Clock, CreditCard, FileCheck, Gauge, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { splitByDay } from './notification-days.ts'
import { MAX_NOTIFICATIONS, NOTIFICATIONS_PAGE_SIZE, useNotifications } from './notifications-queries.ts'
import { useMarkRead } from './use-mark-read.ts'

const ICONS: Record<Notification['kind'], LucideIcon> = {
  signals: Activity,
  task_overdue: Clock,
  import_finished: FileCheck,
  credits_low: Gauge,
  export_ready: Archive,
  billing: CreditCard,
}

const times = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** The Mark all as read button; hidden when nothing is unread. */
export function MarkAllRead() {
  const { data } = useNotifications(NOTIFICATIONS_PAGE_SIZE)
  const markRead = useMarkRead()
  if (!data || data.unread === 0) return null
  return (
    <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => markRead.mutate('all')}>
      Mark all as read
    </Button>
  )
}

/** Today's notifications, then earlier ones. Calls `onFollow` when one is opened. */
export function NotificationList({ onFollow }: { onFollow: () => void }) {
  const [limit, setLimit] = useState(NOTIFICATIONS_PAGE_SIZE)
  const list = useNotifications(limit)
  const markRead = useMarkRead()
  if (list.isPending) return <ListSkeleton />
  if (!list.data) {
    return (
      <EmptyState
        level={3}
        title="We couldn't load your notifications"
        description={messageOf(list.error, 'Check your connection and try again.')}
        actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
      />
    )
  }
  const { items, next } = list.data
  if (items.length === 0) {
    return (
      <EmptyState
        level={3}
        icon={<Bell />}
        title="Nothing new"
        description="New signals, overdue tasks and finished imports appear here."
      />
    )
  }
  const { today, earlier } = splitByDay(items, new Date())
  const follow = ({ id, read }: Notification) => {
    if (!read) markRead.mutate([id])
    onFollow()
  }
  return (
    <>
      <Day title="Today" items={today} time={(at) => times.format(Date.parse(at))} onFollow={follow} />
      <Day title="Earlier" items={earlier} time={formatMomentDay} onFollow={follow} />
      {next && limit < MAX_NOTIFICATIONS && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-1 w-full max-md:h-11"
          pending={list.isPlaceholderData}
          onClick={() => setLimit(Math.min(limit + NOTIFICATIONS_PAGE_SIZE, MAX_NOTIFICATIONS))}
        >
          Show older
        </Button>
      )}
    </>
  )
}

interface DayProps {
  title: string
  items: readonly Notification[]
  time: (iso: string) => string
  onFollow: (item: Notification) => void
}

function Day({ title, items, time, onFollow }: DayProps) {
  if (items.length === 0) return null
  return (
    <section aria-label={title} className="pb-1">
      <h3 className="px-2 pt-2 pb-1 text-xs font-normal text-dim">{title}</h3>
      <ul className="grid gap-0.5">
        {items.map((item) => {
          const Icon = ICONS[item.kind]
          return (
            <li key={item.id}>
              <Link
                to={item.link}
                onClick={() => onFollow(item)}
                className="flex gap-3 rounded-lg px-2 py-2 transition-colors hover:bg-line focus-visible:-outline-offset-2"
              >
                <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-dim" />
                <span className="min-w-0 flex-1 text-sm">
                  <span className={cx('block break-words', item.read ? 'text-muted' : 'font-medium')}>
                    {item.title}
                    {!item.read && <span className="sr-only">, unread</span>}
                  </span>
                  {item.body && <span className="block text-[13px] break-words text-muted">{item.body}</span>}
                  <time dateTime={item.createdAt} className="block text-xs text-dim tabular-nums">
                    {time(item.createdAt)}
                  </time>
                </span>
                {!item.read && <span aria-hidden className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading notifications" className="grid gap-4 p-2">
      {['w-4/5', 'w-3/5', 'w-2/3'].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-4" />
          <div className="grid flex-1 gap-2">
            <Skeleton className={cx('h-4', width)} />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  )
}
