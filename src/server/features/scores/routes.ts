import { getScore } from '#contract/score.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ScoresService } from './service.ts'

export function scoresRoutes(api: Api, service: ScoresService): void {
  api.serve(getScore, (call) => service.explain(contextOf(call), call.params.id))
}
