import * as contract from '#contract/erasure.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ErasureService } from './service.ts'

export function erasureRoutes(api: Api, service: ErasureService): void {
  api.serve(contract.eraseOrganization, async (call) => {
    await service.eraseOwn(contextOf(call), call.body.name)
    return { erasing: true as const }
  })

  api.serve(contract.listSuppressions, (call) => service.listSuppressions(contextOf(call), call.query))

  api.serve(contract.addSuppression, (call) => service.suppress(contextOf(call), call.body))

  api.serve(contract.checkSuppression, async (call) => ({
    suppression: await service.checkSuppression(contextOf(call), call.body),
  }))

  api.serve(contract.removeSuppression, (call) =>
    service.unsuppress(contextOf(call), call.params.suppressionId, call.query.reason),
  )
}
