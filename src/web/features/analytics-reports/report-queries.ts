import { useQueryClient } from '@tanstack/react-query'
import type { Report, ReportDelivery, sendReport, setReport } from '#contract/analytics/reports.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { nextText } from '#web/ui/schedule-fields.tsx'
import { useChange } from '#web/ui/use-change.ts'

const ROUTE = 'GET /api/analytics/dashboards/{id}/report'

/** Emails take a moment to be sent. */
const POLL_MS = 2000

/** When a dashboard is sent, to whom, and what was sent; asks again while an email is on its way. */
export function reportQuery(dashboardId: string) {
  return {
    ...read(ROUTE, { params: { id: dashboardId } }),
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: Report | undefined } }) =>
      state.data?.deliveries.some(isOnItsWay) ? POLL_MS : false,
  } as const
}

const isOnItsWay = ({ status }: ReportDelivery) => status === 'pending' || status === 'sending'

/** Changes to the emails of a dashboard. */
export function useReportChanges(dashboardId: string) {
  const client = useQueryClient()
  const params = { id: dashboardId }
  const refreshedKeys = [keyOf(ROUTE, { params })]
  const show = (report: Report) => client.setQueryData(keyOf(ROUTE, { params }), report)
  const save = useChange({
    change: (body: BodyOf<typeof setReport>) =>
      call('PATCH /api/analytics/dashboards/{id}/report', { params, body }),
    successToast: (_, report) => {
      show(report)
      return {
        title: 'Schedule saved',
        ...(report.schedule && { description: `Next email: ${nextText(report.schedule)}.` }),
      }
    },
    refreshedKeys,
  })
  const stop = useChange({
    change: () => call('DELETE /api/analytics/dashboards/{id}/report', { params }),
    successToast: () => ({ title: 'Stopped', description: 'The dashboard is no longer sent by email.' }),
    failureToast: ['Not stopped', "We couldn't stop the emails. Please try again."],
    refreshedKeys,
  })
  const subscribe = useChange({
    change: (isSubscribed: boolean) =>
      call('PATCH /api/analytics/dashboards/{id}/report/subscription', { params, body: { isSubscribed } }),
    successToast: (isSubscribed, report) => {
      show(report)
      return isSubscribed
        ? { title: 'Turned on', description: "You'll get this dashboard by email." }
        : { title: 'Turned off', description: "You won't get this dashboard by email anymore." }
    },
    failureToast: ['Not saved', "We couldn't change your emails. Please try again."],
    refreshedKeys,
  })
  const send = useChange({
    change: (to: BodyOf<typeof sendReport>['to']) =>
      call('POST /api/analytics/dashboards/{id}/report/send', { params, body: { to } }),
    successToast: (to, report) => {
      show(report)
      return {
        title: 'On its way',
        description: to === 'me' ? "We're emailing you this dashboard." : "We're emailing all recipients.",
      }
    },
    failureToast: ['Not sent', "We couldn't send the dashboard. Please try again."],
    refreshedKeys,
  })
  return { save, stop, subscribe, send }
}
