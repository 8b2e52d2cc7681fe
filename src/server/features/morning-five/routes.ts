import * as contract from '#contract/morning-five.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { redirectToTokenPage, unsubscribeTokenOf } from '#server/platform/http/one-click.ts'
import type { MorningFiveService } from './service.ts'

export function morningFiveRoutes(api: Api, service: MorningFiveService): void {
  api.serve(contract.getMorningFive, (call) => service.get(contextOf(call)))

  api.serve(contract.setMorningFive, (call) => service.set(contextOf(call), call.body))

  api.serve(contract.unsubscribeFromMorningFive, async ({ query, bytes, request }) => {
    await service.unsubscribe(unsubscribeTokenOf(request, bytes, query.token), request.id)
    return { ok: true as const }
  })

  api.serve(contract.openMorningFiveUnsubscribe, async ({ query, reply }) =>
    redirectToTokenPage(reply, '/morning-five/unsubscribe', query.token),
  )
}
