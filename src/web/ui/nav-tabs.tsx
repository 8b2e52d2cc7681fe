import { NavLink, useLocation } from 'react-router'

function scrollToTab(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

interface NavTabsProps {
  label: string
  /** The first tab is the parent page of the others. */
  tabs: readonly { label: string; to: string }[]
  /** A query string that all tabs share. */
  search?: string
}

/** Tabs that are pages with their own URLs. */
export function NavTabs({ label, tabs, search = '' }: NavTabsProps) {
  const { pathname } = useLocation()
  // The last match is the longest: a page below a tab belongs to that tab.
  const current = tabs.findLast(({ to }) => pathname.startsWith(to))?.to
  return (
    <nav
      aria-label={label}
      className="-mx-4 mt-2 flex overflow-x-auto border-b border-line px-2.75 sm:-mx-5 sm:px-2.5"
    >
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          // On phones the tabs scroll: show the current one.
          ref={tab.to === current ? scrollToTab : undefined}
          to={tab.to + search}
          end={tab.to === tabs[0]?.to}
          className="group/tab inline-flex h-10 shrink-0 items-center rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:text-text focus-visible:-outline-offset-3 aria-[current=page]:text-text max-md:h-11"
        >
          <span className="inline-flex h-full items-center border-b-2 border-transparent group-aria-[current=page]/tab:border-text">
            {tab.label}
          </span>
        </NavLink>
      ))}
    </nav>
  )
}
