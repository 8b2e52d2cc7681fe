import * as dashboards from '#contract/analytics/dashboards.ts'
import * as milestones from '#contract/analytics/milestones.ts'
import * as views from '#contract/analytics/views.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { AnalyticsService } from './service.ts'

export function analyticsRoutes(api: Api, service: AnalyticsService): void {
  api.serve(views.getOverview, (call) => service.view(contextOf(call), 'overview', call.query))
  api.serve(views.getFunnel, (call) => service.view(contextOf(call), 'funnel', call.query))
  api.serve(views.getResponse, (call) => service.view(contextOf(call), 'response', call.query))
  api.serve(views.getMembersView, (call) => service.view(contextOf(call), 'members', call.query))
  api.serve(views.getBands, (call) => service.view(contextOf(call), 'bands', call.query))
  api.serve(views.getMovement, (call) => service.view(contextOf(call), 'movement', call.query))
  api.serve(views.getCoverage, (call) => service.view(contextOf(call), 'coverage', call.query))
  api.serve(views.getCredits, (call) => service.view(contextOf(call), 'credits', call.query))
  api.serve(views.getPipeline, (call) => service.view(contextOf(call), 'pipeline', call.query))
  api.serve(views.getNeighborhoods, (call) => service.view(contextOf(call), 'neighborhoods', call.query))
  api.serve(views.listAnalyticsPeople, (call) => service.listPeople(contextOf(call), call.query))

  api.serve(dashboards.listDashboards, (call) => service.listDashboards(contextOf(call)))
  api.serve(dashboards.createDashboard, (call) => service.addDashboard(contextOf(call), call.body))
  api.serve(dashboards.updateDashboard, (call) =>
    service.updateDashboard(contextOf(call), call.params.id, call.body),
  )
  api.serve(dashboards.deleteDashboard, (call) => service.removeDashboard(contextOf(call), call.params.id))

  api.serve(milestones.getContactMilestones, (call) =>
    service.contactMilestones(contextOf(call), call.params.id),
  )
  api.serve(milestones.markMilestone, (call) => service.mark(contextOf(call), call.params.id, call.body))
  api.serve(milestones.unmarkMilestone, (call) =>
    service.unmark(contextOf(call), call.params.id, call.params.markId),
  )
  api.serve(milestones.setPipelineValue, (call) =>
    service.setPipelineValue(contextOf(call), call.params.id, call.body),
  )
}
