import * as contract from '#contract/analytics/reports.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { redirectToTokenPage, unsubscribeTokenOf } from '#server/platform/http/one-click.ts'
import type { AnalyticsReportsService } from './service.ts'

export function analyticsReportsRoutes(api: Api, service: AnalyticsReportsService): void {
  api.serve(contract.getReport, (call) => service.get(contextOf(call), call.params.id))
  api.serve(contract.setReport, (call) => service.set(contextOf(call), call.params.id, call.body))
  api.serve(contract.removeReport, (call) => service.remove(contextOf(call), call.params.id))
  api.serve(contract.setReportSubscription, (call) =>
    service.setSubscribed(contextOf(call), call.params.id, call.body.isSubscribed),
  )
  api.serve(contract.sendReport, (call) => service.request(contextOf(call), call.params.id, call.body.to))

  api.serve(contract.unsubscribeFromReport, async ({ query, bytes, request }) => {
    await service.unsubscribe(unsubscribeTokenOf(request, bytes, query.token), request.id)
    return { ok: true as const }
  })
  api.serve(contract.openReportUnsubscribe, async ({ query, reply }) =>
    redirectToTokenPage(reply, '/analytics/unsubscribe', query.token),
  )
}
