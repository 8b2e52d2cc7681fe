import { Outlet } from 'react-router'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { TabbedPage } from '#web/features/tasks/tabbed-page.tsx'
import { urls } from '#web/lib/urls.ts'

export const handle: PageHandle = { needs: 'subscription' }

const TABS = [
  { label: 'What changed', to: urls.insights },
  { label: 'Outcomes', to: urls.outcomes },
] as const

/** The tabs around the insights pages. */
export default function InsightsTabs() {
  return (
    <TabbedPage heading="Insights" tabs={TABS}>
      <Outlet />
    </TabbedPage>
  )
}
