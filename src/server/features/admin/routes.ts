import * as contract from '#contract/admin.ts'
import * as customers from '#contract/admin-organizations.ts'
import { callerOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { AdminService } from './service.ts'

export function adminRoutes(api: Api, service: AdminService): void {
  api.serve(contract.getOverview, () => service.readOverview())
  api.serve(customers.listOrganizations, ({ query }) => service.list(query))
  api.serve(customers.getOrganization, ({ params }) => service.get(params.id))
  api.serve(customers.listOrganizationMembers, ({ params, query }) => service.listMembers(params.id, query))
  api.serve(customers.listOperatorActions, ({ params, query }) => service.listActions(params.id, query))
  api.serve(contract.listLog, ({ query }) => service.listLog(query))
  api.serve(contract.getSystem, () => service.readSystem())
  api.serve(contract.checkMoneyRules, () => service.checkMoney())

  api.serve(customers.addOrganization, (call) => service.add(callerOf(call), call.body))
  api.serve(customers.adjustCredits, (call) =>
    service.adjustCredits(callerOf(call), call.params.id, call.body),
  )
  api.serve(customers.setCustomPlan, (call) =>
    service.setCustomPlan(callerOf(call), call.params.id, call.body),
  )
  api.serve(customers.endCustomPlan, (call) =>
    service.endCustomPlan(callerOf(call), call.params.id, call.body.reason),
  )
  api.serve(customers.suspendOrganization, (call) =>
    service.suspend(callerOf(call), call.params.id, call.body.reason),
  )
  api.serve(customers.eraseOrganizationAsOperator, async (call) => {
    await service.erase(callerOf(call), call.params.id, call.body)
    return { erasing: true as const }
  })
  api.serve(customers.liftSuspension, (call) =>
    service.lift(callerOf(call), call.params.id, call.body.reason),
  )
}
