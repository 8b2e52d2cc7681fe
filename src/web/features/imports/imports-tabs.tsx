import { Outlet } from 'react-router'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { TabbedPage } from '#web/features/tasks/tabbed-page.tsx'
import { urls } from '#web/lib/urls.ts'

export const handle: PageHandle = { needs: 'subscription' }

const TABS = [
  { label: 'History', to: urls.imports },
  { label: 'Review', to: urls.importReview },
] as const

/** Layout of the import pages. */
export default function ImportsTabs() {
  return (
    <TabbedPage heading="Imports" tabs={TABS}>
      <div className="max-w-4xl">
        <Outlet />
      </div>
    </TabbedPage>
  )
}
