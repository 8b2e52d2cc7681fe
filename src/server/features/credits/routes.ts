import { Readable } from 'node:stream'
import { getCreditUsage } from '#contract/billing.ts'
import { exportCredits, getCredits } from '#contract/organizations.ts'
import { bindMember } from '#server/platform/bind-member.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { sendItems } from '#server/platform/page.ts'
import type { CreditsService } from './service.ts'

export function creditsRoutes(api: Api, service: CreditsService): void {
  api.serve(getCredits, async (call) => {
    const { balance, ...page } = await service.list(contextOf(call), call.query)
    return { balance, entries: sendItems(call, page) }
  })

  api.serve(getCreditUsage, (call) => service.readUsage(contextOf(call)))

  api.serve(exportCredits, async (call) => {
    const lines = await service.export(contextOf(call), call.query)
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="credits.csv"')
      .send(Readable.from(bindMember(lines)))
  })
}
