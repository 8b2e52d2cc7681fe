import type { TenantTx } from '#server/platform/db/database.ts'

/** True if the acting member sees the contact; deleted ones are seen by members with access to all contacts only. */
export function isContactVisible(tx: TenantTx, id: string): Promise<boolean> {
  return tx.exists(
    'select from contacts where organization_id = $1 and id = $2',
    [tx.organizationId, id],
    'live-contact',
  )
}

export function isImportVisible(tx: TenantTx, id: string): Promise<boolean> {
  return tx.exists(
    'select from imports where organization_id = $1 and id = $2',
    [tx.organizationId, id],
    'live-import',
  )
}
