import * as contract from '#contract/signal-rules.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { SignalRulesService } from './service.ts'

export function signalRulesRoutes(api: Api, service: SignalRulesService): void {
  const ruleIdOf = ({ params }: { params: { ruleId: string } }) => params.ruleId.toLowerCase()

  api.serve(contract.listSignalRules, (call) => service.list(contextOf(call)))
  api.serve(contract.addSignalRule, (call) => service.add(contextOf(call), call.body))
  api.serve(contract.updateSignalRule, (call) => service.update(contextOf(call), ruleIdOf(call), call.body))
  api.serve(contract.deleteSignalRule, (call) => service.remove(contextOf(call), ruleIdOf(call)))
  api.serve(contract.listSignalRuleVersions, (call) => service.listVersions(contextOf(call), ruleIdOf(call)))
  api.serve(contract.checkSignalRule, (call) => Promise.resolve(service.check(call.body)))
  api.serve(contract.dryRunSignalRule, (call) => service.dryRun(contextOf(call), call.body))
}
