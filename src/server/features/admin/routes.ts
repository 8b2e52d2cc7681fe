import * as contract from '#contract/admin.ts'
import * as customers from '#contract/admin-organizations.ts'
import type { Api } from '#server/platform/http/api.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import type { AdminService } from './service.ts'

export function adminRoutes(api: Api, service: AdminService): void {
  const operatorOf = (call: { session: Session; request: { id: string } }) => ({
    actor: actorOf(call.session),
    requestId: call.request.id,
  })

  api.serve(contract.getOverview, () => service.overview())
  api.serve(customers.listOrganizations, ({ query }) => service.list(query))
  api.serve(customers.getOrganization, ({ params }) => service.get(params.id))
  api.serve(customers.listOrganizationMembers, ({ params, query }) => service.members(params.id, query))
  api.serve(customers.listOperatorActions, ({ params, query }) => service.actionsOn(params.id, query))
  api.serve(contract.listLog, ({ query }) => service.log(query))
  api.serve(contract.getSystem, () => service.system())
  api.serve(contract.checkMoneyRules, async ({ reply }) => {
    reply.code(202)
    return service.checkMoney()
  })

  api.serve(customers.addOrganization, async (call) => {
    const organization = await service.add(operatorOf(call), call.body)
    call.reply.code(201)
    return organization
  })
  api.serve(customers.adjustCredits, (call) =>
    service.adjustCredits(operatorOf(call), call.params.id, call.body),
  )
  api.serve(customers.agreePlan, (call) => service.agreePlan(operatorOf(call), call.params.id, call.body))
  api.serve(customers.endAgreement, (call) =>
    service.endAgreement(operatorOf(call), call.params.id, call.body.reason),
  )
  api.serve(customers.suspendOrganization, (call) =>
    service.suspend(operatorOf(call), call.params.id, call.body.reason),
  )
  api.serve(customers.eraseOrganizationAsOperator, async (call) => {
    await service.erase(operatorOf(call), call.params.id, call.body)
    call.reply.code(202)
    return { erasing: true as const }
  })
  api.serve(customers.liftSuspension, (call) =>
    service.lift(operatorOf(call), call.params.id, call.body.reason),
  )
}
