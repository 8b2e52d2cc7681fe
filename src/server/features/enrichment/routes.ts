import { enrichContact } from '#contract/enrichment.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { EnrichmentService } from './service.ts'

export function enrichmentRoutes(api: Api, service: EnrichmentService): void {
  api.serve(enrichContact, async (call) => {
    const { mayWait } = call.request
    const contact = await service.enrich(contextOf(call), call.params.id, { mayWait })
    if (contact) return contact
    call.reply.code(202)
    return { status: 'running' as const }
  })
}
