import * as contract from '#contract/analytics.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { AnalyticsService } from './service.ts'

export function analyticsRoutes(api: Api, service: AnalyticsService): void {
  api.serve(contract.getOverview, (call) => service.view(contextOf(call), 'overview', call.query))
  api.serve(contract.getFunnel, (call) => service.view(contextOf(call), 'funnel', call.query))
  api.serve(contract.getResponse, (call) => service.view(contextOf(call), 'response', call.query))
  api.serve(contract.getMembersView, (call) => service.view(contextOf(call), 'members', call.query))
  api.serve(contract.getBands, (call) => service.view(contextOf(call), 'bands', call.query))
  api.serve(contract.getMovement, (call) => service.view(contextOf(call), 'movement', call.query))
  api.serve(contract.getCoverage, (call) => service.view(contextOf(call), 'coverage', call.query))
  api.serve(contract.getCredits, (call) => service.view(contextOf(call), 'credits', call.query))
  api.serve(contract.getPipeline, (call) => service.view(contextOf(call), 'pipeline', call.query))
  api.serve(contract.getNeighborhoods, (call) => service.view(contextOf(call), 'neighborhoods', call.query))
  api.serve(contract.listAnalyticsPeople, (call) => service.listPeople(contextOf(call), call.query))

  api.serve(contract.listDashboards, (call) => service.listDashboards(contextOf(call)))
  api.serve(contract.createDashboard, (call) => service.addDashboard(contextOf(call), call.body))
  api.serve(contract.updateDashboard, (call) =>
    service.updateDashboard(contextOf(call), call.params.id, call.body),
  )
  api.serve(contract.deleteDashboard, (call) => service.removeDashboard(contextOf(call), call.params.id))

  api.serve(contract.getContactMilestones, (call) =>
    service.contactMilestones(contextOf(call), call.params.id),
  )
  api.serve(contract.markMilestone, (call) => service.mark(contextOf(call), call.params.id, call.body))
  api.serve(contract.unmarkMilestone, (call) =>
    service.unmark(contextOf(call), call.params.id, call.params.markId),
  )
  api.serve(contract.setPipelineValue, (call) =>
    service.setPipelineValue(contextOf(call), call.params.id, call.body),
  )
}
