import { createView, deleteView, listViews } from '#contract/views.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ViewsService } from './service.ts'

export function viewsRoutes(api: Api, service: ViewsService): void {
  api.serve(listViews, (call) => service.list(contextOf(call)))

  api.serve(createView, async (call) => {
    const view = await service.add(contextOf(call), call.body)
    call.reply.code(201)
    return view
  })

  api.serve(deleteView, async (call) => {
    await service.remove(contextOf(call), call.params.id)
    return call.reply.code(204).send()
  })
}
