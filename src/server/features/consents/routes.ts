import { confirmOptOut, listConsents, listOptOuts, setDoNotContact } from '#contract/consents.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ConsentsService } from './service.ts'

export function consentsRoutes(api: Api, service: ConsentsService): void {
  api.serve(setDoNotContact, (call) => service.setDoNotContact(contextOf(call), call.params.id, call.body))
  api.serve(listConsents, (call) => service.list(contextOf(call), call.params.id, call.query))
  api.serve(listOptOuts, (call) => {
    const { state, import: importId = null, limit, cursor } = call.query
    return service.listOptOuts(contextOf(call), { state, importId, limit, cursor })
  })
  api.serve(confirmOptOut, (call) => service.confirmOptOut(contextOf(call), call.params.id))
}
