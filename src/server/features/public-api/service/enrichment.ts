import type { ApiEnrichment } from '#contract/v1/enrichment.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** Enrichment as the public API starts and reports it. */
export function apiEnrichment({
  contacts,
  enrichment,
}: {
  contacts: Pick<ContactsService, 'get'>
  enrichment: Pick<EnrichmentService, 'enrich'>
}) {
  /** @throws {AppError} not_found */
  async function get(context: Context, contactId: string): Promise<ApiEnrichment> {
    const { latestEnrichment, enrichedAt } = await contacts.get(context, contactId)
    const { status, message } = latestEnrichment ?? { status: 'none', message: null }
    return { contactId, status, message, enrichedAt }
  }

  return {
    get,

    /** Starts an enrichment without waiting for it. @throws {AppError} not_found, payment_required, conflict, forbidden */
    async start(context: Context, contactId: string): Promise<ApiEnrichment> {
      await enrichment.enrich(context, contactId, { mayWait: false }).catch((error: unknown) => {
        // It ended at once; its state tells how.
        if (!(error instanceof AppError && ['no_enrichment_data', 'unavailable'].includes(error.code)))
          throw error
      })
      return get(context, contactId)
    },
  }
}
