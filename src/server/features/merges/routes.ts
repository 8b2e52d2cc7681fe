import { mergeContacts, undoMerge } from '#contract/merges.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { MergesService } from './service.ts'

export function mergesRoutes(api: Api, service: MergesService): void {
  api.serve(mergeContacts, (call) => service.merge(contextOf(call), call.params.id, call.body))
  api.serve(undoMerge, (call) => service.undo(contextOf(call), call.params.id))
}
