import { chooseCalibration, getRecalibration, recalibrateScores } from '#contract/recalibration.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { RecalibrationService } from './service.ts'

export function recalibrationRoutes(api: Api, service: RecalibrationService): void {
  api.serve(getRecalibration, (call) => service.status(contextOf(call)))
  api.serve(recalibrateScores, async (call) => {
    const { mayWait } = call.request
    const { id, status } = await service.start(contextOf(call), { mayWait })
    if (status) return status
    call.reply.code(202)
    return { status: 'running' as const, id }
  })
  api.serve(chooseCalibration, (call) => service.choose(contextOf(call), call.body.version))
}
