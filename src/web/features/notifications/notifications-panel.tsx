import { Popover } from 'radix-ui'
import { type RefObject, useState } from 'react'
import { Sheet } from '#web/ui/sheet.tsx'
import { MarkAllRead, NotificationList } from './notification-list.tsx'

const PHONE = '(max-width: 767px)'

export interface NotificationsPanelProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The bell: the panel hangs under it and gives the focus back to it. */
  anchor: RefObject<HTMLButtonElement | null>
}

/** The notifications under the bell; on phones a sheet. */
export function NotificationsPanel({ open, onOpenChange, anchor }: NotificationsPanelProps) {
  const [isPhone, setIsPhone] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  // Decided with each opening: turning a phone must not tear down what is being read.
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
      {/* Radix asks for an element; the bell stands whenever its panel does. */}
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label="Notifications"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The bell's own click closes the panel; without this it would be closed and opened again.
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
