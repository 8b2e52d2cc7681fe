import { lazy, type ReactNode, Suspense, useId } from 'react'
import { NavLink } from 'react-router'
import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { DrawerPlaceholder } from '#web/features/contacts/drawer-placeholder.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'

const TaskContact = lazy(async () => ({ default: (await import('./task-contact.tsx')).TaskContact }))

/** A page with tabs that each have their own URL, next to the open contact. */
export function TabbedPage({
  heading,
  tabs,
  children,
}: {
  heading: string
  tabs: readonly { label: string; to: string }[]
  children: ReactNode
}) {
  const headingId = useId()
  const contacts = useContactsUrlState()
  return (
    <RequireSubscription>
      <div className="flex items-start">
        <section aria-labelledby={headingId} className="min-w-0 flex-1 px-4 pt-4 pb-20 sm:px-5">
          <h1 id={headingId} className="text-xl">
            {heading}
          </h1>
          <nav
            aria-label={heading}
            className="-mx-4 mt-2 flex border-b border-line px-2.75 sm:-mx-5 sm:px-2.5"
          >
            {tabs.map(({ label, to }) => (
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
          <div className="pt-4">{children}</div>
        </section>
        <Suspense fallback={<DrawerPlaceholder />}>
          {contacts.contactId && <TaskContact urlState={contacts} />}
        </Suspense>
      </div>
    </RequireSubscription>
  )
}
