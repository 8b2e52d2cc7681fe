import { type AuditEntry, audit } from '#server/platform/audit.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Audits an action that billing took without a user. */
export function auditBilling(
  tx: TenantTx,
  action: string,
  subject: string,
  details: AuditEntry['details'],
): Promise<void> {
  return audit(tx, { actor: { kind: 'system', job: 'billing' }, action, subject, details })
}
