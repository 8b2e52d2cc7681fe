import { getCredits } from '#contract/organizations.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { CreditsService } from './service.ts'

export function creditsRoutes(api: Api, service: CreditsService): void {
  api.serve(getCredits, async (call) => {
    const { id } = call.params
    const { limit } = call.query
    const { balance, entries, next } = await service.list(contextOf(call), id, call.query)
    if (next) {
      const query = new URLSearchParams({ limit: String(limit), cursor: next })
      call.reply.header('Link', `</api/organizations/${id}/credits?${query}>; rel="next"`)
    }
    return { balance, entries }
  })
}
