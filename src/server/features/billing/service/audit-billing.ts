import { type AuditEntry, audit } from '#server/platform/audit.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Writes an audit line about something that billing did on its own. */
export function auditBilling(
  tx: TenantTx,
  action: string,
  subject: string,
  details: AuditEntry['details'],
): Promise<void> {
  return audit(tx, { actor: { kind: 'system', job: 'billing' }, action, subject, details })
}
