import { Popover } from 'radix-ui'
import { type RefObject, useState } from 'react'
import { Sheet } from '#web/ui/sheet.tsx'
import { MarkAllRead, NotificationList } from './notification-list.tsx'

const PHONE = '(max-width: 767px)'

export interface NotificationsPanelProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The bell, which positions the panel and gets the focus back. */
  anchor: RefObject<HTMLButtonElement | null>
}

/** The notifications: a popover under the bell, or a sheet on phones. */
export function NotificationsPanel({ open, onOpenChange, anchor }: NotificationsPanelProps) {
  const [isPhone, setIsPhone] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  // Decided on opening, so that rotating a phone doesn't close the list.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setIsPhone(window.matchMedia(PHONE).matches)
  }
  const close = () => onOpenChange(false)
  if (isPhone) {
    return (
      <Sheet open={open} onOpenChange={onOpenChange} title="Notifications" bodyClassName="px-3 pb-4">
        <div className="-ml-0.5">
          <MarkAllRead />
        </div>
        <NotificationList onFollow={close} />
      </Sheet>
    )
  }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
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
            <NotificationList onFollow={close} />
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
