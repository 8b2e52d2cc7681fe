import type { Query, TenantTx } from '#server/platform/db/database.ts'

/** Deletes some rows of an instance-wide table. @returns the number of rows */
export async function removeOutdated(db: Query, table: string, before: Date, limit: number): Promise<number> {
  const row = await db.row<{ removed: number }>('select remove_outdated($1, $2, $3) as removed', [
    ...[table, before, limit],
  ])
  return row?.removed ?? 0
}

/** Deletes some old score history, but never a contact's newest entry. */
export function removeScores(tx: TenantTx, before: Date, limit: number): Promise<number> {
  return tx.run(
    `delete from score_history where organization_id = $1 and id = any (array(
       select h.id from score_history h
        where h.organization_id = $1 and h.recorded_at < $2
          and exists (select from score_history n where n.organization_id = $1 and n.contact_id = h.contact_id
                and (n.recorded_at, n.id) > (h.recorded_at, h.id))
        limit $3))`,
    [tx.organizationId, before, limit],
  )
}

/** Deletes records of exports whose files are gone. */
export function removeExports(tx: TenantTx, before: Date, limit: number): Promise<number> {
  return tx.run(
    `delete from data_exports where organization_id = $1 and id = any (array(
       select e.id from data_exports e
        where e.organization_id = $1 and e.created_at < $2 and e.status in ('failed', 'voided', 'expired')
          and not exists (select from data_export_chunks c where c.organization_id = $1 and c.export_id = e.id)
        limit $3))`,
    [tx.organizationId, before, limit],
  )
}
