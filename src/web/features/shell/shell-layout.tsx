import { onlineManager } from '@tanstack/react-query'
import { PanelLeft, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { type LoaderFunctionArgs, Outlet, useLoaderData, useLocation, useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { ChatHost } from '#web/features/assistant/chat-host.tsx'
import { Guard, Protected, useUser } from '#web/features/auth/protected.tsx'
import { takeRememberedPage } from '#web/features/auth/return-to.ts'
import { NotificationsBell } from '#web/features/notifications/notifications-bell.tsx'
import { useInstance } from '#web/lib/instance-query.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { BottomTabs } from './bottom-tabs.tsx'
import { ContactSearch } from './contact-search.tsx'
import { FollowOrganization } from './follow-organization.tsx'
import { useLiveUpdates } from './live-updates.ts'
import { type Overlay, PaletteHint, ShellOverlays } from './shell-overlays.tsx'
import { ariaKeys, useShellKeys } from './shortcuts.ts'
import { Sidebar } from './sidebar.tsx'
import { isSidebarOpenIn, useSidebar } from './use-sidebar.ts'
import { UserMenu } from './user-menu.tsx'

const SuspendedPage = lazyDialog(async () => (await import('./suspended-page.tsx')).SuspendedPage)
const MobileSidebar = lazyDialog(async () => (await import('./mobile-sidebar.tsx')).MobileSidebar)

/** Reads the sidebar's state, so that the first paint has the right width. */
export function loader({ request }: LoaderFunctionArgs) {
  return { sidebarOpen: isSidebarOpenIn(request.headers.get('cookie') ?? '') }
}

/** Reads the cookie in the browser instead of asking the server on navigation. */
export function clientLoader() {
  return { sidebarOpen: isSidebarOpenIn(document.cookie) }
}

export const shouldRevalidate = () => false

/** Top bar and sidebar around every signed-in page. */
export default function ShellLayout() {
  const { sidebarOpen } = useLoaderData<typeof loader>()
  // Above the two frames, so that a menu opened while the user loads stays open.
  const sidebar = useSidebar(sidebarOpen)
  return (
    <Protected pending={<Frame user={null} sidebar={sidebar} />}>
      <SignedInShell sidebar={sidebar} />
    </Protected>
  )
}

function SignedInShell({ sidebar }: Pick<FrameProps, 'sidebar'>) {
  const { pathname } = useLocation()
  const user = useUser()
  useRememberedPage()
  return (
    <FollowOrganization user={user}>
      <Frame user={user} sidebar={sidebar}>
        {user.isSuspended && user.organizationId && !isOpenWhileSuspended(pathname) ? (
          <SuspendedPage />
        ) : (
          <Guard>
            <Outlet />
          </Guard>
        )}
      </Frame>
    </FollowOrganization>
  )
}

/** Opens the page that the user requested before signing in. */
function useRememberedPage(): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isLanding = pathname === urls.dashboard && !search
  useEffect(() => {
    const page = isLanding ? takeRememberedPage() : null
    if (page) void navigate(page, { replace: true })
  }, [isLanding, navigate])
}

interface FrameProps {
  /** Null until loaded. */
  user: CurrentUser | null
  sidebar: ReturnType<typeof useSidebar>
  children?: ReactNode
}

function Frame({ user, sidebar, children }: FrameProps) {
  const [overlay, setOverlay] = useState<Overlay>(null)
  const isOffline = useOffline()
  const navigate = useNavigate()
  // A suspended organization's requests would be rejected, so they aren't sent.
  const isServed = user !== null && user.isSuspended !== true
  useLiveUpdates(isServed && Boolean(user.organizationId))
  useShellKeys({
    sidebar: sidebar.toggle,
    today: () => void navigate(urls.today),
    search: () => document.getElementById('contact-search')?.focus(),
    ...(isServed && {
      palette: () => setOverlay(overlay === 'palette' ? null : 'palette'),
      help: () => setOverlay('help'),
    }),
    ...(user && {
      organizations: () => setOverlay(overlay === 'organizations' ? null : 'organizations'),
    }),
  })
  return (
    <div className={cx('app flex min-h-dvh', isOffline && '[--notice:2.25rem]')}>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <Sidebar user={user} collapsed={!sidebar.isExpanded} />
      {sidebar.isSheetMounted && (
        <MobileSidebar user={user} open={sidebar.isSheetOpen} onClose={sidebar.closeSheet} />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-13 shrink-0 items-center gap-2 border-b border-line bg-page px-2 max-sm:gap-0.5 sm:px-4">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Toggle Sidebar"
            aria-keyshortcuts={ariaKeys('sidebar')}
            onClick={sidebar.toggle}
            // On phones, More opens the sidebar and the search box needs the room.
            className="-ml-1 max-sm:hidden"
          >
            <PanelLeft aria-hidden />
          </Button>
          {(isServed || !user) && <ContactSearch />}
          <SampleDataBadge />
          <div className="ml-auto flex items-center gap-1 max-sm:gap-0">
            {isServed && <PaletteHint onOpen={() => setOverlay('palette')} />}
            {isServed && <ChatHost />}
            <ThemeToggle className="max-sm:hidden" />
            {isServed && <NotificationsBell enabled={Boolean(user.organizationId)} />}
            {user && <UserMenu user={user} onSwitch={() => setOverlay('organizations')} />}
          </div>
        </header>
        <OfflineNotice isOffline={isOffline} />
        <main
          id="content"
          tabIndex={-1}
          aria-busy={!user}
          className="flex-1 max-md:pb-[env(safe-area-inset-bottom)]"
        >
          {children}
        </main>
        <BottomTabs onMore={sidebar.toggle} />
      </div>
      <ShellOverlays overlay={overlay} onOverlay={setOverlay} onToggleSidebar={sidebar.toggle} />
    </div>
  )
}

/** True for pages that work while the organization is suspended: billing and the admin console. */
function isOpenWhileSuspended(path: string): boolean {
  return [urls.billing, urls.admin, urls.blogAdmin].some(
    (openPath) => path === openPath || path.startsWith(`${openPath}/`),
  )
}

const SAMPLE_DATA_TEXT =
  'Enrichment comes from a built-in sample provider. Its people and property records are fictional.'

/** Marks enrichment with sample data. A click shows the text too, since touch screens have no tooltips. */
function SampleDataBadge() {
  if (!useInstance()?.sampleData) return null
  return (
    <Tooltip content={SAMPLE_DATA_TEXT} side="bottom">
      <button
        type="button"
        onClick={() => toast({ title: 'Sample data', description: SAMPLE_DATA_TEXT })}
        className="inline-flex h-8 shrink-0 items-center gap-2 rounded-full border border-line-strong px-3 text-[13px] text-muted hover:bg-raised max-md:h-11 max-md:gap-1.5 max-md:rounded-lg max-md:border-transparent max-md:px-1"
      >
        <span aria-hidden className="size-2 rounded-full bg-yellow" />
        <span>
          Sample<span className="max-md:sr-only"> data</span>
        </span>
      </button>
    </Tooltip>
  )
}

/** True while the device is offline. */
function useOffline(): boolean {
  return useSyncExternalStore(
    onlineManager.subscribe,
    // The manager treats a device that starts offline as online.
    () => !navigator.onLine,
    () => false,
  )
}

/** A notice below the top bar while the device is offline. */
function OfflineNotice({ isOffline }: { isOffline: boolean }) {
  return (
    <div
      role="status"
      className={isOffline ? 'sticky top-13 z-30 border-b border-line bg-raised' : 'sr-only'}
    >
      {isOffline && (
        <p className="flex items-center justify-center gap-2 px-4 py-2 text-[13px] leading-5 text-muted md:h-9 md:py-0">
          <WifiOff aria-hidden className="size-4 shrink-0 text-yellow" />
          <span>
            <span className="font-medium text-text">You're offline.</span> You can't load or save anything
            until you reconnect.
          </span>
        </p>
      )}
    </div>
  )
}
