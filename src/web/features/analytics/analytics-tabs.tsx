import { Outlet } from 'react-router'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { VIEW_LABELS } from '#domain/analytics/texts.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { OpenContact } from '#web/features/contacts/open-contact.tsx'
import { urls } from '#web/lib/urls.ts'
import { NavTabs } from '#web/ui/nav-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { Dashboards } from './dashboards.tsx'
import { useAnalyticsUrlState } from './use-analytics-url-state.ts'

export const handle: PageHandle = { needs: 'subscription' }

/** The tabs around the views of analytics; period and filters stay when the view changes. */
export default function AnalyticsTabs() {
  const { search } = useAnalyticsUrlState()
  const tabs = ANALYTICS_VIEWS.map((view) => ({ label: VIEW_LABELS[view], to: urls.analyticsView(view) }))
  return (
    <div className="flex items-start">
      <Page title="Analytics" width="flex-1" actions={<Dashboards />}>
        <NavTabs label="Analytics" tabs={tabs} search={search} />
        <div className="pt-4">
          <Outlet />
        </div>
      </Page>
      <OpenContact />
    </div>
  )
}
