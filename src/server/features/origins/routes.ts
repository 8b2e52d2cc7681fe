import * as contract from '#contract/origins.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { OriginsService } from './service.ts'

export function originsRoutes(api: Api, service: OriginsService): void {
  api.serve(contract.getContactOrigin, (call) => service.get(contextOf(call), call.params.id.toLowerCase()))

  api.serve(contract.askForOrigin, (call) =>
    service.ask(contextOf(call), call.params.id.toLowerCase(), call.body.to),
  )

  api.serve(contract.listOriginRequests, (call) => service.list(contextOf(call), call.query))

  api.serve(contract.answerOriginRequests, (call) => {
    const ids = call.body.ids.map((id) => id.toLowerCase())
    return service.answer(contextOf(call), ids, call.body.accept)
  })

  api.serve(contract.withdrawOriginRequest, (call) =>
    service.withdraw(contextOf(call), call.params.id.toLowerCase()),
  )
}
