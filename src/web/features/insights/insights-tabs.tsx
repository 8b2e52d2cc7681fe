import { Outlet } from 'react-router'
import { TabbedPage } from '#web/features/tasks/tabbed-page.tsx'
import { urls } from '#web/lib/urls.ts'

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
