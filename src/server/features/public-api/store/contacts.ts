import type { TenantTx } from '#server/platform/db/database.ts'
import type { PageRange } from '#server/platform/page.ts'

/** Ids of the organization's contacts in their order, optionally only of those changed since a time. */
export function listContactIds(
  tx: TenantTx,
  { after, limit }: PageRange<string>,
  updatedSince: string | null,
): Promise<{ id: string }[]> {
  return tx.rows(
    `select id from contacts where organization_id = $1 and ($2::uuid is null or id > $2)
        and ($3::timestamptz is null or updated_at >= $3) order by id limit $4`,
    [tx.organizationId, after, updatedSince, limit],
    'api-contact-ids',
  )
}
