import { getScorePolicy, setScorePolicy } from '#contract/score-policy.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ScorePolicyService } from './service.ts'

export function scorePolicyRoutes(api: Api, service: ScorePolicyService): void {
  api.serve(getScorePolicy, (call) => service.get(contextOf(call)))
  api.serve(setScorePolicy, (call) => service.set(contextOf(call), call.body))
}
