import { setAgreement, setRelationship } from '#contract/relationships.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { RelationshipsService } from './service.ts'

export function relationshipsRoutes(api: Api, service: RelationshipsService): void {
  api.serve(setRelationship, (call) => service.set(contextOf(call), call.params.id, call.body))
  api.serve(setAgreement, ({ body: { side, agreement }, ...call }) =>
    service.changeAgreement(contextOf(call), call.params.id, side, agreement),
  )
}
