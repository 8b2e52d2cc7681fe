import * as contract from '#contract/assignments.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { AssignmentsService } from './service.ts'

export function assignmentsRoutes(api: Api, service: AssignmentsService): void {
  api.serve(contract.listRules, (call) => service.listRules(contextOf(call)))

  api.serve(contract.createRule, (call) => service.addRule(contextOf(call), call.body))

  api.serve(contract.updateRule, (call) =>
    service.updateRule(contextOf(call), call.params.ruleId.toLowerCase(), call.body),
  )

  api.serve(contract.deleteRule, (call) =>
    service.removeRule(contextOf(call), call.params.ruleId.toLowerCase()),
  )

  api.serve(contract.assignContact, (call) => service.assign(contextOf(call), call.params.id, call.body))

  api.serve(contract.listPond, (call) => service.listPond(contextOf(call), call.query))

  api.serve(contract.claimContact, (call) => service.claim(contextOf(call), call.params.id.toLowerCase()))
}
