import {
  addSuppression,
  checkSuppression,
  eraseOrganization,
  listSuppressions,
  removeSuppression,
} from '#contract/erasure.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ErasureService } from './service.ts'

export function erasureRoutes(api: Api, service: ErasureService): void {
  api.serve(eraseOrganization, async (call) => {
    await service.eraseOwn(contextOf(call), call.params.id, call.body.name)
    call.reply.code(202)
    return { erasing: true as const }
  })

  api.serve(listSuppressions, (call) => service.suppressions(contextOf(call), call.params.id, call.query))

  api.serve(addSuppression, async (call) => {
    const added = await service.suppress(contextOf(call), call.params.id, call.body)
    call.reply.code(201)
    return added
  })

  api.serve(checkSuppression, async (call) => ({
    suppression: await service.checkSuppression(contextOf(call), call.params.id, call.body),
  }))

  api.serve(removeSuppression, async (call) => {
    const { id, suppressionId } = call.params
    await service.unsuppress(contextOf(call), id, suppressionId, call.query.reason)
    return call.reply.code(204).send()
  })
}
