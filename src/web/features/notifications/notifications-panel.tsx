import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Activity,
  Archive,
  ArrowLeftRight,
  Bell,
  Clock,
  CreditCard,
  FileCheck,
  Gauge,
  type LucideIcon,
  RefreshCw,
  UserCheck,
  Webhook,
} from 'lucide-react'
import { Popover } from 'radix-ui'
import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { type CallResult, call } from '#web/lib/api.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Sheet } from '#web/ui/dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import {
  MAX_NOTIFICATIONS,
  NOTIFICATIONS_PAGE_SIZE,
  splitByDay,
  useNotifications,
} from './notifications-queries.ts'

const PHONE = '(max-width: 767px)'

export interface NotificationsPanelProps {
  open: boolean
  onClose: () => void
  /** The bell, which positions the panel and gets the focus back. */
  anchor: RefObject<HTMLButtonElement | null>
}

/** The notifications: a popover under the bell, or a sheet on phones. */
export function NotificationsPanel({ open, onClose, anchor }: NotificationsPanelProps) {
  const [isPhone, setIsPhone] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  // Decided on opening, so that rotating a phone doesn't close the list.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setIsPhone(window.matchMedia(PHONE).matches)
  }
  if (isPhone) {
    return (
      <Sheet open={open} onClose={onClose} title="Notifications" bodyClassName="px-3 pb-4">
        <div className="-ml-0.5">
          <MarkAllRead />
        </div>
        <NotificationList onFollow={onClose} />
      </Sheet>
    )
  }
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {/* The type allows null, but the bell is always mounted with its panel. */}
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // A click on the bell already toggles the panel; handling it here would close and reopen it.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
          className="z-60 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-96 max-w-(--radix-popover-content-available-width) flex-col rounded-xl border border-line-strong bg-popover outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
        >
          <div className="flex h-12 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
            <h2 className="text-sm font-semibold">Notifications</h2>
            <MarkAllRead />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-2">
            <NotificationList onFollow={onClose} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const ICONS: Record<Notification['kind'], LucideIcon> = {
  signals: Activity,
  task_overdue: Clock,
  import_finished: FileCheck,
  credits_low: Gauge,
  export_ready: Archive,
  billing: CreditCard,
  assigned: UserCheck,
  origin: ArrowLeftRight,
  webhook: Webhook,
  sync: RefreshCw,
}

const timeFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** The Mark all as read button; hidden when nothing is unread. */
export function MarkAllRead() {
  const { data } = useNotifications(NOTIFICATIONS_PAGE_SIZE)
  const markRead = useMarkRead()
  if (!data || data.unread === 0) return null
  return (
    <Button variant="ghost" size="row" onClick={() => markRead.mutate('all')}>
      Mark all as read
    </Button>
  )
}

/** Today's notifications, then earlier ones. Calls `onFollow` when one is opened. */
export function NotificationList({ onFollow }: { onFollow: () => void }) {
  const [limit, setLimit] = useState(NOTIFICATIONS_PAGE_SIZE)
  const list = useNotifications(limit)
  const markRead = useMarkRead()
  const follow = ({ id, read }: Notification) => {
    if (!read) markRead.mutate([id])
    onFollow()
  }
  return (
    <Loaded
      isCompact
      query={list}
      failure="We couldn't load your notifications"
      pending={<Skeletons label="Loading notifications" rows={Array(3).fill('h-9')} className="gap-4 p-2" />}
    >
      {({ items, next }) => {
        if (items.length === 0) return <NothingNew />
        const { today, earlier } = splitByDay(items, new Date())
        return (
          <>
            <DaySection
              title="Today"
              items={today}
              time={(at) => timeFormat.format(Date.parse(at))}
              onFollow={follow}
            />
            <DaySection title="Earlier" items={earlier} time={formatMomentDay} onFollow={follow} />
            {next && limit < MAX_NOTIFICATIONS && (
              <Button
                variant="ghost"
                size="row"
                className="mt-1 w-full"
                pending={list.isPlaceholderData}
                onClick={() => setLimit(Math.min(limit + NOTIFICATIONS_PAGE_SIZE, MAX_NOTIFICATIONS))}
              >
                Show older
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function NothingNew() {
  return (
    <EmptyState
      level={3}
      icon={<Bell />}
      title="Nothing new"
      description="New signals, overdue tasks and finished imports appear here."
    />
  )
}

interface DaySectionProps {
  title: string
  items: readonly Notification[]
  time: (iso: string) => string
  onFollow: (item: Notification) => void
}

function DaySection({ title, items, time, onFollow }: DaySectionProps) {
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

type NotificationsPage = CallResult<'GET /api/notifications'>

/** All cached notification lists. */
const ALL_NOTIFICATIONS = { queryKey: ['/api/notifications'] }

/** Marks some or, with `'all'`, all as read. Updates this tab at once; the server notifies other tabs. */
function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[] | 'all') =>
      call('POST /api/notifications/read', { body: ids === 'all' ? { all: true } : { ids: [...ids] } }),
    onMutate: async (ids) => {
      await client.cancelQueries(ALL_NOTIFICATIONS)
      client.setQueriesData<NotificationsPage>(ALL_NOTIFICATIONS, (page) => page && markItemsRead(page, ids))
    },
    onSuccess: ({ unread }) =>
      client.setQueriesData<NotificationsPage>(ALL_NOTIFICATIONS, (page) => page && { ...page, unread }),
    // Repeats the reads that were canceled above.
    onSettled: () => client.invalidateQueries(ALL_NOTIFICATIONS),
  })
}

function markItemsRead(page: NotificationsPage, ids: readonly string[] | 'all'): NotificationsPage {
  const isTarget = (id: string) => ids === 'all' || ids.includes(id)
  const newlyRead = page.items.filter((item) => !item.read && isTarget(item.id)).length
  return {
    ...page,
    unread: ids === 'all' ? 0 : Math.max(0, page.unread - newlyRead),
    items: page.items.map((item) => (isTarget(item.id) ? { ...item, read: true } : item)),
  }
}
