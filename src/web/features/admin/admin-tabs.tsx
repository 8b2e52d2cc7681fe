import { NavLink, Outlet, useLocation } from 'react-router'
import { Protected } from '#web/features/auth/protected.tsx'
import { urls } from '#web/lib/urls.ts'
import { OperatorOnly } from './operator-only.tsx'

const TABS = [
  { label: 'Overview', to: urls.admin },
  { label: 'Organizations', to: urls.adminOrganizations },
  { label: 'Messages', to: urls.adminMessages },
  { label: 'Privacy requests', to: urls.adminPrivacyRequests },
  { label: 'Data sources', to: urls.adminDataSources },
  { label: 'Log', to: urls.adminLog },
  { label: 'System', to: urls.adminSystem },
] as const

function showTab(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** The frame of the operator's console: each tab is a page with an address of its own. */
export default function AdminTabs() {
  const { pathname } = useLocation()
  // The longest one that fits: an organization's page belongs to Organizations.
  const current = TABS.findLast(({ to }) => pathname.startsWith(to))?.to
  return (
    <Protected>
      <OperatorOnly>
        <div className="min-w-0 px-4 pt-4 pb-20 sm:px-5">
          <h1 className="text-xl">Admin</h1>
          <nav
            aria-label="Admin"
            className="-mx-4 mt-2 flex overflow-x-auto border-b border-line px-2.75 sm:-mx-5 sm:px-2.5"
          >
            {TABS.map(({ label, to }) => (
              <NavLink
                key={to}
                // On a phone the tabs scroll: the one that is shown is brought into sight.
                ref={to === current ? showTab : undefined}
                to={to}
                end={to === urls.admin}
                className="group/tab inline-flex h-10 shrink-0 items-center rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:text-text focus-visible:-outline-offset-3 aria-[current=page]:text-text max-md:h-11"
              >
                <span className="inline-flex h-full items-center border-b-2 border-transparent group-aria-[current=page]/tab:border-text">
                  {label}
                </span>
              </NavLink>
            ))}
          </nav>
          <div className="max-w-6xl pt-4">
            <Outlet />
          </div>
        </div>
      </OperatorOnly>
    </Protected>
  )
}
