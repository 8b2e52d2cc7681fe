import { getInsightsProof, getOutcomesReport, recordMove, undoMove } from '#contract/outcomes.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { OutcomesService } from './service.ts'

export function outcomesRoutes(api: Api, service: OutcomesService): void {
  api.serve(recordMove, (call) => service.recordMove(contextOf(call), call.params.id, call.body))
  api.serve(undoMove, (call) => service.undoMove(contextOf(call), call.params.id))
  api.serve(getOutcomesReport, (call) => service.report(contextOf(call)))
  api.serve(getInsightsProof, (call) => service.proof(contextOf(call)))
}
