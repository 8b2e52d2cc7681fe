import { PanelLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { ChatHost } from '#web/features/assistant/chat-host.tsx'
import { Protected } from '#web/features/auth/protected.tsx'
import { NotificationsBell } from '#web/features/notifications/notifications-bell.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { ContactSearch } from './contact-search.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { OfflineNotice, useOffline } from './offline-notice.tsx'
import { isOpenWhileSuspended } from './open-while-suspended.ts'
import { SampleDataBadge } from './sample-data-badge.tsx'
import { type Overlay, PaletteHint, ShellOverlays } from './shell-overlays.tsx'
import { ariaKeys } from './shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { sidebarOpenIn } from './sidebar-state.ts'
import { useShellKeys } from './use-shell-keys.ts'
import { useSidebar } from './use-sidebar.ts'
import { UserMenu } from './user-menu.tsx'

const SuspendedPage = lazy(async () => ({ default: (await import('./suspended-page.tsx')).SuspendedPage }))
const MobileSidebar = lazy(async () => ({ default: (await import('./mobile-sidebar.tsx')).MobileSidebar }))

/** Reads the sidebar's state, so that the first paint has the right width. */
export function loader({ request }: LoaderFunctionArgs) {
  return { sidebarOpen: sidebarOpenIn(request.headers.get('cookie') ?? '') }
}

/** Reads the cookie in the browser instead of asking the server on navigation. */
export function clientLoader() {
  return { sidebarOpen: sidebarOpenIn(document.cookie) }
}

export const shouldRevalidate = () => false

/** Top bar and sidebar around every signed-in page. */
export default function ShellLayout() {
  const { sidebarOpen } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  return (
    <Protected pending={<Frame user={null} sidebarOpen={sidebarOpen} />}>
      {(user) => (
        <Frame user={user} sidebarOpen={sidebarOpen}>
          {user.isSuspended && user.organizationId && !isOpenWhileSuspended(pathname) ? (
            <Suspense fallback={null}>
              <SuspendedPage user={user} organizationId={user.organizationId} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </Frame>
      )}
    </Protected>
  )
}

interface FrameProps {
  /** Null until loaded. */
  user: CurrentUser | null
  sidebarOpen: boolean
  children?: ReactNode
}

function Frame({ user, sidebarOpen, children }: FrameProps) {
  const sidebar = useSidebar(sidebarOpen)
  const [overlay, setOverlay] = useState<Overlay>(null)
  const offline = useOffline()
  // A suspended organization's requests would be rejected, so they aren't sent.
  const isServed = user !== null && user.isSuspended !== true
  useLiveUpdates(isServed && Boolean(user.organizationId))
  useShellKeys({
    sidebar: sidebar.toggle,
    search: () => document.getElementById('contact-search')?.focus(),
    ...(isServed && {
      palette: () => setOverlay(overlay === 'palette' ? null : 'palette'),
      help: () => setOverlay('help'),
    }),
  })
  return (
    <div className={cx('app flex min-h-dvh', offline && '[--notice:2.25rem]')}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <Sidebar user={user} collapsed={!sidebar.expanded} />
      {sidebar.sheetWanted && (
        <Suspense fallback={null}>
          <MobileSidebar user={user} open={sidebar.sheetOpen} onOpenChange={sidebar.setSheetOpen} />
        </Suspense>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-13 shrink-0 items-center gap-2 border-b border-line bg-page px-2 sm:px-4">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Toggle Sidebar"
            aria-keyshortcuts={ariaKeys('sidebar')}
            onClick={sidebar.toggle}
            className="-ml-1"
          >
            <PanelLeft aria-hidden />
          </Button>
          {(isServed || !user) && <ContactSearch />}
          <SampleDataBadge />
          <div className="ml-auto flex items-center gap-1">
            {isServed && <PaletteHint onOpen={() => setOverlay('palette')} />}
            {isServed && <ChatHost />}
            <ThemeToggle className="max-sm:hidden" />
            {isServed && <NotificationsBell enabled={Boolean(user.organizationId)} />}
            {user && <UserMenu user={user} />}
          </div>
        </header>
        <OfflineNotice offline={offline} />
        <main id="content" tabIndex={-1} aria-busy={!user} className="flex-1">
          {children}
        </main>
      </div>
      <ShellOverlays overlay={overlay} onOverlay={setOverlay} onToggleSidebar={sidebar.toggle} />
    </div>
  )
}
