import type { ReactNode } from 'react'
import { OpenContact } from '#web/features/contacts/open-contact.tsx'
import { NavTabs } from '#web/ui/nav-tabs.tsx'
import { Page } from '#web/ui/page.tsx'

interface TabbedPageProps {
  heading: string
  tabs: readonly { label: string; to: string }[]
  children: ReactNode
}

/** A page with tabs that each have their own URL, next to the open contact. */
export function TabbedPage({ heading, tabs, children }: TabbedPageProps) {
  return (
    <div className="flex items-start">
      <Page title={heading} width="flex-1">
        <NavTabs label={heading} tabs={tabs} />
        <div className="pt-4">{children}</div>
      </Page>
      <OpenContact />
    </div>
  )
}
