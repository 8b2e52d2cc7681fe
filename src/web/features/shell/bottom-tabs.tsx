import { Ellipsis, ListChecks, Sun, Users } from 'lucide-react'
import { NavLink } from 'react-router'
import { urls } from '#web/lib/urls.ts'

const TABS = [
  { label: 'Today', to: urls.today, icon: Sun },
  { label: 'Contacts', to: urls.dashboard, icon: Users },
  { label: 'Tasks', to: urls.tasks, icon: ListChecks },
]
const TAB_CLASSES =
  'grid h-14 content-center justify-items-center gap-1 text-xs font-medium text-muted ' +
  'aria-[current=page]:text-accent [&_svg]:size-5'

/** Tabs for the most used pages, and More for the sidebar; under 768 px. Pages leave 80 px free for it. */
export function BottomTabs({ onMore }: { onMore: () => void }) {
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-page pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {TABS.map(({ label, to, icon: Icon }) => (
        <NavLink key={to} to={to} className={TAB_CLASSES}>
          <Icon aria-hidden />
          {label}
        </NavLink>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={onMore} className={TAB_CLASSES}>
        <Ellipsis aria-hidden />
        More
      </button>
    </nav>
  )
}
