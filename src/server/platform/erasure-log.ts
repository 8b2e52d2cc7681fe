import type { Query } from './db/database.ts'

/** Something erased that must be erased again after an older backup is restored. Holds only ids and hashes. */
export type ErasureEntry = {
  kind: 'contact' | 'organization' | 'account' | 'suppression' | 'request'
  organization: string | null
  /** Id of the erased object, or a hash in hexadecimal. */
  subject: string
  details?: Record<string, string | boolean | null | string[]>
}

/** Records erasures in the same transaction as the erasures themselves. */
export async function logErasures(tx: Query, entries: readonly ErasureEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.run(
    `insert into erasure_log (kind, organization, subject, details)
     select e.kind, e.organization, e.subject, coalesce(e.details, '{}')
       from jsonb_to_recordset($1) as e(kind text, organization uuid, subject text, details jsonb)`,
    [JSON.stringify(entries)],
  )
}
