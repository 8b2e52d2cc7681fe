import type { Query, TenantTx } from './db/database.ts'
import { parseOrganizationId } from './db/organization-id.ts'
import type { Actor } from './http/session.ts'

export type AuditEntry = {
  actor: Actor | { kind: 'visitor' }
  /** noun.verb, e.g. `contact.deleted` */
  action: string
  /** Id of the affected object. */
  subject?: string | null
  /** Counts, ids and states; never names, addresses or contents. */
  details?: Record<string, string | number | boolean | null>
  requestId?: string
}

const INSERT = 'insert into audit_log (organization_id, actor, action, subject, details, request_id)'

/** Writes one line of the append-only audit log, in the same transaction as the audited change. */
export function audit(tx: TenantTx, entry: AuditEntry): Promise<void> {
  return insertEntry(tx, tx.organizationId, entry)
}

/** Writes many lines of the audit log at once. */
export async function auditAll(tx: TenantTx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const lines = entries.map((entry) => {
    const [actor, action, subject, details, requestId] = columns(entry)
    return { actor, action, subject, details, request_id: requestId }
  })
  await tx.run(
    `${INSERT} select $1, l.actor, l.action, l.subject, l.details::jsonb, l.request_id
       from jsonb_to_recordset($2) as l(actor text, action text, subject text, details text, request_id text)`,
    [tx.organizationId, JSON.stringify(lines)],
  )
}

const PLATFORM = '00000000-0000-0000-0000-000000000000'

/** Writes a line that belongs to no organization, such as a sign-in or a rejected webhook. */
export function auditPlatform(tx: Query, entry: AuditEntry): Promise<void> {
  return auditFor(tx, null, entry)
}

/** Writes a line in a transaction that started before the organization was known; null for the platform's log. */
export async function auditFor(tx: Query, organization: string | null, entry: AuditEntry): Promise<void> {
  const organizationId = parseOrganizationId(organization ?? PLATFORM)
  // Only `set local` reaches the other nodes of a cluster. It takes no parameters, so the id is checked.
  await tx.run(`set local app.org_id = '${organizationId}'`)
  await insertEntry(tx, organizationId, entry)
}

async function insertEntry(tx: Query, organizationId: string, entry: AuditEntry): Promise<void> {
  await tx.run(`${INSERT} values ($1, $2, $3, $4, $5, $6)`, [organizationId, ...columns(entry)], 'audit')
}

function columns({ actor, action, subject, details, requestId }: AuditEntry): unknown[] {
  const performer =
    actor.kind === 'user' ? `user:${actor.userId}` : actor.kind === 'system' ? `job:${actor.job}` : 'visitor'
  const all = actor.kind === 'user' && actor.key ? { ...details, apiKey: actor.key.id } : details
  return [performer, action, subject ?? null, all ? JSON.stringify(all) : null, requestId ?? null]
}
