import { Outlet } from 'react-router'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { urls } from '#web/lib/urls.ts'
import { NavTabs } from '#web/ui/nav-tabs.tsx'

export const handle: PageHandle = { needs: 'operator' }

const TABS = [
  { label: 'Overview', to: urls.admin },
  { label: 'Organizations', to: urls.adminOrganizations },
  { label: 'Brokerages', to: urls.adminBrokerages },
  { label: 'Messages', to: urls.adminMessages },
  { label: 'Privacy requests', to: urls.adminPrivacyRequests },
  { label: 'Data sources', to: urls.adminDataSources },
  { label: 'Log', to: urls.adminLog },
  { label: 'System', to: urls.adminSystem },
] as const

/** The tabs around the pages of the admin console. */
export default function AdminTabs() {
  return (
    <div className="min-w-0 px-4 pt-4 pb-20 sm:px-5">
      <h1 className="text-xl">Admin</h1>
      <NavTabs label="Admin" tabs={TABS} />
      <div className="max-w-6xl pt-4">
        <Outlet />
      </div>
    </div>
  )
}
