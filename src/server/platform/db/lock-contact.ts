import type { TenantTx } from './database.ts'

/**
 * Locks a contact until the transaction ends, which serializes changes of its data. @returns false if there is none
 */
export function lockContact(tx: TenantTx, id: string): Promise<boolean> {
  return tx.exists(
    'select 1 from contacts where organization_id = $1 and id = $2 for update',
    [tx.organizationId, id],
    'lock-contact',
  )
}
