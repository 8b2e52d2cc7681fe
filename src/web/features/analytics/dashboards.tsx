import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard, Mail, Pencil, Plus, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Dashboard } from '#contract/analytics/dashboards.ts'
import type { AnalyticsView } from '#contract/analytics/query.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { call } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuCheckboxItem, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { dashboardUrl, useAnalyticsUrlState } from './use-analytics-url-state.ts'

const DashboardDialog = lazyDialog(async () => (await import('./dashboard-dialog.tsx')).DashboardDialog)

const ReportDialog = lazyDialog(
  async () => (await import('#web/features/analytics-reports/report-dialog.tsx')).ReportDialog,
)

const refreshedKeys = [keyOf('GET /api/analytics/dashboards')]

/** Opens, saves, updates and deletes dashboards. */
export function Dashboards() {
  const { query, dashboardId, change } = useAnalyticsUrlState()
  const view = useView()
  const navigate = useNavigate()
  const [edited, setEdited] = useState<Dashboard | 'new' | null>(null)
  const [mailed, setMailed] = useState<Dashboard | null>(null)
  const dashboards = useQuery(read('GET /api/analytics/dashboards'))
  const open = dashboards.data?.find(({ id }) => id === dashboardId)
  const update = useChange({
    change: ({ id }: Dashboard) =>
      call('PATCH /api/analytics/dashboards/{id}', { params: { id }, body: { view, query } }),
    successToast: ({ name }) => ({
      title: 'Dashboard Saved',
      description: `${name} now shows these filters.`,
    }),
    failureToast: ['Not Saved', "We couldn't save the dashboard. Please try again."],
    refreshedKeys,
  })
  const remove = useChange({
    change: ({ id }: Dashboard) => call('DELETE /api/analytics/dashboards/{id}', { params: { id } }),
    successToast: ({ name }) => {
      change({ dashboard: null })
      return { title: 'Dashboard Deleted', description: `Deleted ${name}.` }
    },
    failureToast: ['Not Deleted', "We couldn't delete the dashboard. Please try again."],
    refreshedKeys,
  })
  return (
    <>
      <DropdownMenu
        trigger={
          <Button>
            <LayoutDashboard aria-hidden />
            <span className="max-w-48 truncate">{open?.name ?? 'Dashboards'}</span>
          </Button>
        }
      >
        <MenuLabel>{labelOf(dashboards)}</MenuLabel>
        {dashboards.data?.map((dashboard) => (
          <MenuCheckboxItem
            key={dashboard.id}
            checked={dashboard === open}
            onSelect={() => void navigate(dashboardUrl(dashboard))}
          >
            <span className="flex max-w-72 items-baseline gap-2">
              <span className="truncate">{dashboard.name}</span>
              {dashboard.isShared && (
                <span className="shrink-0 text-xs text-muted">
                  {dashboard.isOwn ? 'Shared by you' : 'Shared'}
                </span>
              )}
            </span>
          </MenuCheckboxItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus aria-hidden />} onSelect={() => setEdited('new')}>
          Save as a new dashboard
        </MenuItem>
        {open && (
          <MenuItem icon={<Mail aria-hidden />} onSelect={() => setMailed(open)}>
            Email this dashboard
          </MenuItem>
        )}
        {open?.isOwn && (
          <>
            <MenuItem icon={<Save aria-hidden />} onSelect={() => update.mutate(open)}>
              Update with these filters
            </MenuItem>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setEdited(open)}>
              Rename or share
            </MenuItem>
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => remove.mutate(open)}>
              Delete dashboard
            </MenuItem>
          </>
        )}
      </DropdownMenu>
      {mailed && <ReportDialog dashboard={mailed} onClose={() => setMailed(null)} />}
      {edited && (
        <DashboardDialog
          dashboard={edited === 'new' ? null : edited}
          view={view}
          query={query}
          onSaved={({ id }) => change({ dashboard: id })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/** The view in the URL. */
function useView(): AnalyticsView {
  const { pathname } = useLocation()
  return ANALYTICS_VIEWS.find((view) => urls.analyticsView(view) === pathname) ?? 'overview'
}

function labelOf({ data, isError }: { data: Dashboard[] | undefined; isError: boolean }): string {
  if (isError) return "We couldn't load your dashboards"
  if (!data) return 'Loading your dashboards...'
  return data.length === 0 ? 'No saved dashboards yet' : 'Saved dashboards'
}
