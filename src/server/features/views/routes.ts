import { createView, deleteView, listViews } from '#contract/views.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ViewsService } from './service.ts'

export function viewsRoutes(api: Api, service: ViewsService): void {
  api.serve(listViews, (call) => service.list(contextOf(call)))

  api.serve(createView, (call) => service.add(contextOf(call), call.body))

  api.serve(deleteView, (call) => service.remove(contextOf(call), call.params.id))
}
