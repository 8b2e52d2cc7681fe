import type { TenantTx } from '#server/platform/db/database.ts'

/** Ids of scored contacts, in order. */
export async function scoredContacts(tx: TenantTx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'select id from contacts where organization_id = $1 and scored_at is not null order by id limit $2',
    [tx.organizationId, limit],
  )
  return rows.map(({ id }) => id)
}
