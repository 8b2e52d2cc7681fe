import { Readable } from 'node:stream'
import { getCreditUsage } from '#contract/billing.ts'
import { exportCredits, getCredits } from '#contract/organizations.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { CreditsService } from './service.ts'

export function creditsRoutes(api: Api, service: CreditsService): void {
  api.serve(getCredits, async (call) => {
    const { id } = call.params
    const { cursor: _, ...rest } = call.query
    const { balance, entries, next } = await service.list(contextOf(call), id, call.query)
    if (next) {
      const query = new URLSearchParams({ ...strings(rest), cursor: next })
      call.reply.header('Link', `</api/organizations/${id}/credits?${query}>; rel="next"`)
    }
    return { balance, entries }
  })

  api.serve(getCreditUsage, (call) => service.usage(contextOf(call), call.params.id))

  api.serve(exportCredits, async (call) => {
    const lines = await service.export(contextOf(call), call.params.id, call.query)
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="credits.csv"')
      .send(Readable.from(lines))
  })
}

function strings(query: Record<string, string | number | undefined>): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
