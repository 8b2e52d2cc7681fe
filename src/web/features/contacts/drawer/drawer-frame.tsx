import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import type { Swipe } from './swipe.ts'
import { useSwipe } from './use-swipe.ts'

interface DrawerFrameProps {
  title: string
  /** A new id resets focus and scroll position. */
  contactId: string
  header: ReactNode
  children: ReactNode
  onClose: () => void
  onSwipe: (swipe: NonNullable<Swipe>) => void
}

/** Width at which two columns of cards fit beside the drawer and the sidebar. */
const WIDE = '(min-width: 1400px)'

/** Docked beside the list on wide screens, a modal drawer elsewhere. */
export function DrawerFrame(props: DrawerFrameProps) {
  return useMediaQuery(WIDE) ? <DockedDrawer {...props} /> : <ModalDrawer {...props} />
}

/** The padding is inside the touch targets, so that swipes work up to the screen's edges. */
function ModalDrawer({ title, contactId, header, children, onClose, onSwipe }: DrawerFrameProps) {
  const headerTouches = useSwipe(onSwipe, true)
  const bodyTouches = useSwipe(onSwipe, false)
  return (
    <Sheet
      onClose={onClose}
      title={title}
      header={
        <div className="-mx-5 px-5" {...headerTouches}>
          {header}
        </div>
      }
    >
      <div
        data-contact-drawer
        key={contactId}
        className="-mx-5 min-h-full animate-fade-in px-5"
        {...bodyTouches}
      >
        {children}
      </div>
    </Sheet>
  )
}

function DockedDrawer({ title, contactId, header, children, onClose }: DrawerFrameProps) {
  const panel = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once for each contact shown
  useEffect(() => {
    const opener = document.activeElement
    if (!panel.current?.contains(opener)) panel.current?.focus({ preventScroll: true })
    return () => {
      const isFocusLost =
        document.activeElement === document.body || panel.current?.contains(document.activeElement)
      if (isFocusLost && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true })
    }
  }, [contactId])

  return (
    <div
      ref={panel}
      role="dialog"
      aria-modal="false"
      aria-label={title}
      tabIndex={-1}
      className="sticky top-[calc(3.25rem+var(--notice,0px))] flex h-[calc(100dvh-3.25rem-var(--notice,0px))] w-120 shrink-0 animate-fade-in flex-col border-l border-line bg-surface outline-none"
    >
      <header className="relative px-5 pt-5">
        {header}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Close"
          onClick={onClose}
          className="absolute top-4 right-3"
        >
          <X aria-hidden />
        </Button>
      </header>
      <div key={contactId} className="min-h-0 flex-1 overflow-y-auto px-5 pb-20">
        {children}
      </div>
    </div>
  )
}
