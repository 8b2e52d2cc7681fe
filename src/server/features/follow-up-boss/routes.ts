import * as contract from '#contract/follow-up-boss.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { FollowUpBossService } from './service.ts'

export function followUpBossRoutes(api: Api, service: FollowUpBossService): void {
  api.serve(contract.getFollowUpBoss, (call) => service.status(contextOf(call)))
  api.serve(contract.connectFollowUpBoss, (call) => service.connect(contextOf(call), call.body.apiKey))
  api.serve(contract.changeFollowUpBoss, (call) => service.change(contextOf(call), call.body))
  api.serve(contract.disconnectFollowUpBoss, (call) => service.disconnect(contextOf(call)))
  api.serve(contract.previewFollowUpBoss, (call) => service.preview(contextOf(call)))
  api.serve(contract.importFollowUpBoss, (call) => service.startImport(contextOf(call)))
  api.serve(contract.listFollowUpBossConflicts, (call) => service.listConflicts(contextOf(call), call.query))
  api.serve(contract.undoFollowUpBossConflict, (call) => service.undo(contextOf(call), call.params.id))
  api.serve(contract.followUpBossWebhook, ({ bytes, params, request }) => {
    const signature = request.headers['fub-signature']
    return service.receiveHook(params.id, bytes, typeof signature === 'string' ? signature : undefined)
  })
}
