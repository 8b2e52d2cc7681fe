import { createHash } from 'node:crypto'
import { CSV_FIELDS, type CsvMapping } from '#domain/contact-files/csv-fields.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import * as store from '../store/mappings.ts'

const FIELDS: ReadonlySet<string> = new Set([...CSV_FIELDS, 'none'])

/** The organization's saved column mapping for files with this header; null if there is none. */
export async function findSavedMapping(
  db: Pick<Database, 'tenant'>,
  organizationId: OrganizationId,
  fingerprint: string,
): Promise<CsvMapping | null> {
  const mapping = await db.tenant(organizationId, (tx) => store.findMapping(tx, hashOf(fingerprint)))
  if (!mapping) return null
  // A field may have been dropped since the mapping was saved.
  const entries = Object.entries(mapping).filter(([, field]) => FIELDS.has(field))
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** Saves the mapping for the next file with the same header; an empty mapping deletes it. */
export async function saveMapping(
  db: Pick<Database, 'tenant'>,
  organizationId: OrganizationId,
  { fingerprint, mapping }: { fingerprint: string; mapping: CsvMapping },
): Promise<void> {
  await db.tenant(organizationId, (tx) => store.storeMapping(tx, hashOf(fingerprint), mapping))
}

function hashOf(fingerprint: string): Buffer {
  return createHash('sha256').update(fingerprint).digest()
}
