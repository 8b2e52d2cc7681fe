import type { ApiSignal } from '#contract/v1/signals.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

/** Life events, the latest found first, of all contacts that the member sees or of one. */
export function listSignals(
  tx: TenantTx,
  { after, limit }: TimeRange,
  { contactId, category }: { contactId: string | null; category: string | null },
): Promise<TimedRow<ApiSignal>[]> {
  return tx.rows(
    `select id, contact_id, category, score, confidence_score as confidence, source, description, event_date,
            detected_at, detected_at::text as exact_at
       from signals
      where organization_id = $1 and ($2::uuid is null or contact_id = $2)
        and ($3::nine_d_category is null or category = $3)
        and ($4::timestamptz is null or (detected_at, id) < ($4, $5::uuid))
      order by detected_at desc, id desc limit $6`,
    [tx.organizationId, contactId, category, after?.at ?? null, after?.id ?? null, limit],
    'api-signals',
  )
}
