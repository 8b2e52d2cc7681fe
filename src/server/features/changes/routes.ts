import { listChanges } from '#contract/changes.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ChangesService } from './service.ts'

export function changesRoutes(api: Api, service: ChangesService): void {
  api.serve(listChanges, (call) => service.list(contextOf(call), call.query))
}
