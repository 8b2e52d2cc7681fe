import { lazy, Suspense } from 'react'
import { NavLink, Outlet } from 'react-router'
import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { DrawerRoom } from '#web/features/contacts/drawer-room.tsx'
import { useContactsAddress } from '#web/features/contacts/use-contacts-address.ts'
import { urls } from '#web/lib/urls.ts'

const OpenContact = lazy(async () => ({
  default: (await import('#web/features/tasks/task-contact.tsx')).TaskContact,
}))

const TABS = [
  { label: 'History', to: urls.imports },
  { label: 'Review', to: urls.importReview },
] as const

/** The frame of the imports: each tab is a page with an address of its own, the open contact stands beside it. */
export default function ImportsTabs() {
  const contacts = useContactsAddress()
  return (
    <RequireSubscription>
      <div className="flex items-start">
        <section aria-labelledby="imports-heading" className="min-w-0 flex-1 px-4 pt-4 pb-20 sm:px-5">
          <h1 id="imports-heading" className="text-xl">
            Imports
          </h1>
          <nav
            aria-label="Imports"
            className="-mx-4 mt-2 flex border-b border-line px-2.75 sm:-mx-5 sm:px-2.5"
          >
            {TABS.map(({ label, to }) => (
              <NavLink
                key={to}
                to={to}
                end
                className="group/tab inline-flex h-10 shrink-0 items-center rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:text-text focus-visible:-outline-offset-3 aria-[current=page]:text-text max-md:h-11"
              >
                <span className="inline-flex h-full items-center border-b-2 border-transparent group-aria-[current=page]/tab:border-text">
                  {label}
                </span>
              </NavLink>
            ))}
          </nav>
          <div className="max-w-4xl pt-4">
            <Outlet />
          </div>
        </section>
        <Suspense fallback={<DrawerRoom />}>
          {contacts.contactId && <OpenContact address={contacts} />}
        </Suspense>
      </div>
    </RequireSubscription>
  )
}
