import { lazy, type ReactNode, Suspense, useId } from 'react'

import { RequireSubscription } from '#web/features/auth/protected.tsx'
import { DrawerPlaceholder } from '#web/features/contacts/drawer-placeholder.tsx'
import { useContactsUrlState } from '#web/features/contacts/use-contacts-url-state.ts'
import { NavTabs } from '#web/ui/nav-tabs.tsx'

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
          <NavTabs label={heading} tabs={tabs} />
          <div className="pt-4">{children}</div>
        </section>
        <Suspense fallback={<DrawerPlaceholder />}>
          {contacts.contactId && <TaskContact urlState={contacts} />}
        </Suspense>
      </div>
    </RequireSubscription>
  )
}
