import type { TenantTx } from '#server/platform/db/database.ts'
import { listIds } from '#server/platform/db/list-ids.ts'

/** Ids of scored contacts, in order. */
export function scoredContacts(tx: TenantTx, limit: number): Promise<string[]> {
  return listIds(
    tx,
    'select id from contacts where organization_id = $1 and scored_at is not null order by id limit $2',
    [tx.organizationId, limit],
  )
}
