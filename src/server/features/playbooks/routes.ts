import { applyPlaybook, listPlaybooks, suggestPlaybooks } from '#contract/playbooks.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { PlaybooksService } from './service.ts'

export function playbooksRoutes(api: Api, service: PlaybooksService): void {
  api.serve(listPlaybooks, ({ session, query }) =>
    service.list(session.organizationId, query.templatesOnly === 'true'),
  )

  api.serve(applyPlaybook, (call) => service.apply(contextOf(call), call.params.id, call.body.contactIds))

  api.serve(suggestPlaybooks, (call) => service.suggest(contextOf(call), call.params.id))
}
