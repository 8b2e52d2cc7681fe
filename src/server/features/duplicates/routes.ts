import { dismissSuspectedPair, listSuspectedPairs } from '#contract/duplicates.ts'
import { listDuplicates } from '#contract/merges.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { DuplicatesService } from './service.ts'

export function duplicatesRoutes(api: Api, service: DuplicatesService): void {
  api.serve(listDuplicates, (call) => service.listForContact(contextOf(call), call.params.id))
  api.serve(listSuspectedPairs, (call) => service.list(contextOf(call), call.query))
  api.serve(dismissSuspectedPair, (call) => service.dismiss(contextOf(call), call.params.id))
}
