import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#contract/analytics/dashboards.ts'
import type { Report } from '#contract/analytics/reports.ts'
import { scheduleText } from '#domain/analytics/report-schedule.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { nextText } from '#web/ui/schedule-fields.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { ReportForm } from './report-form.tsx'
import { reportQuery, useReportChanges } from './report-queries.ts'

interface ReportDialogProps {
  dashboard: Dashboard
  onClose: () => void
}

/** When a dashboard is sent by email and to whom, the user's own emails, and the last ones sent. */
export function ReportDialog({ dashboard, onClose }: ReportDialogProps) {
  const query = useQuery(reportQuery(dashboard.id))
  return (
    <Dialog
      title="Email this dashboard"
      description={`${dashboard.name} as charts and figures. Each member gets the figures that they see here.`}
      onClose={onClose}
    >
      <Loaded
        isCompact
        query={query}
        failure="We couldn't load the emails of this dashboard"
        pending={<Skeletons label="Loading emails" rows={['h-24', 'h-40']} className="gap-4" />}
      >
        {(report) => <ReportContent dashboard={dashboard} report={report} />}
      </Loaded>
    </Dialog>
  )
}

/** A disabled button would lose the focus, and with it Escape; so buttons ignore clicks while their change runs. */
function ReportContent({ dashboard, report }: { dashboard: Dashboard; report: Report }) {
  const { schedule, canManage } = report
  const { send } = useReportChanges(dashboard.id)
  const email = useCurrentUser().user?.email
  return (
    <div className="grid gap-5">
      {canManage ? (
        // Changes made elsewhere replace the input.
        <ReportForm
          key={JSON.stringify([schedule, report.recipients])}
          dashboard={dashboard}
          report={report}
        />
      ) : (
        <p className="text-sm text-muted">
          {schedule
            ? `Sent ${scheduleText(schedule)}. Next: ${nextText(schedule)}.`
            : "This dashboard isn't sent on a schedule. The member who saved it can set one up."}
        </p>
      )}
      {schedule && <OwnEmails dashboardId={dashboard.id} isOn={report.isSubscribed === true} />}
      <div>
        <Button onClick={() => send.isPending || send.mutate('me')}>Send it to me now</Button>
        <p className="mt-1.5 text-[13px] text-muted">Goes to {email} with the figures that you see.</p>
      </div>
      <DeliveryList deliveries={report.deliveries} showsNames={canManage} />
    </div>
  )
}

/** Turns the user's own emails on or off. */
function OwnEmails({ dashboardId, isOn }: { dashboardId: string; isOn: boolean }) {
  const { subscribe } = useReportChanges(dashboardId)
  return (
    <Checkbox
      className="max-md:min-h-11"
      label="Email this dashboard to me"
      checked={subscribe.isPending ? subscribe.variables : isOn}
      onChange={({ target }) => subscribe.isPending || subscribe.mutate(target.checked)}
    />
  )
}
