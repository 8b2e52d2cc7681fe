import { NavLink, Outlet } from 'react-router'
import { NavTabs } from '#web/ui/nav-tabs.tsx'
import { SETTINGS_GROUPS, useSettingsPages } from './settings-pages.ts'

/** The list of pages beside each page of the settings; tabs above it where there is no room. */
export default function SettingsTabs() {
  const pages = useSettingsPages()
  const pagesOf = (group: string) => pages.filter((page) => page.group === group)
  return (
    <div className="lg:flex">
      <nav
        aria-label="Settings"
        className="sticky top-13 h-[calc(100dvh-3.25rem)] w-52 shrink-0 overflow-y-auto border-r border-line px-3 pt-4 pb-8 max-lg:hidden"
      >
        {SETTINGS_GROUPS.map((group) => (
          <div key={group} className="mb-4">
            <h2 className="px-2 pb-1 text-xs font-normal tracking-normal text-dim">{group}</h2>
            <ul>
              {pagesOf(group).map(({ label, to }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className="block rounded-md px-2 py-1.5 text-sm text-muted hover:text-text aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-text"
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="px-4 sm:px-5 lg:hidden">
        <NavTabs label="Settings" tabs={pages} />
      </div>
      <div className="min-w-0 flex-1">
        <Outlet />
      </div>
    </div>
  )
}
