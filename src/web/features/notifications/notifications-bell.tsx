import { Bell } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { NOTIFICATIONS_PAGE_SIZE, unreadTexts, useNotifications } from './notifications-queries.ts'

const loadPanel = () => import('./notifications-panel.tsx')
const NotificationsPanel = lazyDialog(async () => (await loadPanel()).NotificationsPanel)

/** The bell in the top bar with the unread count. Loads the list's code on hover or focus. */
export function NotificationsBell({ enabled }: { enabled: boolean }) {
  const [open, setOpen] = useState(false)
  // Stays mounted after the first opening, so that closing is animated.
  const [isMounted, setIsMounted] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  const { data } = useNotifications(NOTIFICATIONS_PAGE_SIZE, enabled)
  const { badge, name } = unreadTexts(data?.unread ?? 0)
  return (
    <>
      <Button
        ref={bell}
        variant="ghost"
        size="icon"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void loadPanel()}
        onFocus={() => void loadPanel()}
        onClick={() => {
          setIsMounted(true)
          setOpen(!open)
        }}
        className="relative"
      >
        <Bell aria-hidden />
        {badge && (
          <span
            aria-hidden
            className="absolute top-0 right-0 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-semibold text-on-accent tabular-nums max-md:top-1 max-md:right-0.5"
          >
            {badge}
          </span>
        )}
      </Button>
      {isMounted && <NotificationsPanel open={open} onClose={() => setOpen(false)} anchor={bell} />}
    </>
  )
}
