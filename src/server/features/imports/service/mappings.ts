import { createHash } from 'node:crypto'
import { CSV_FIELDS, type CsvMapping } from '#domain/contact-files/csv-fields.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import * as store from '../store/mappings.ts'

const FIELDS: ReadonlySet<string> = new Set([...CSV_FIELDS, 'none'])

/** The corrections that an organization made before for files with this header; null when there are none. */
export async function rememberedMapping(
  db: Pick<Database, 'tenant'>,
  organizationId: OrganizationId,
  fingerprint: string,
): Promise<CsvMapping | null> {
  const found = await db.tenant(organizationId, (tx) => store.findMapping(tx, hashOf(fingerprint)))
  if (!found) return null
  // A later version may have dropped a field.
  const known = Object.entries(found).filter(([, field]) => FIELDS.has(field))
  return known.length === 0 ? null : Object.fromEntries(known)
}

/** Keeps the corrections of a file for the next one with the same header; none: as recognized from now on. */
export async function rememberMapping(
  db: Pick<Database, 'tenant'>,
  organizationId: OrganizationId,
  { fingerprint, mapping }: { fingerprint: string; mapping: CsvMapping },
): Promise<void> {
  await db.tenant(organizationId, (tx) => store.storeMapping(tx, hashOf(fingerprint), mapping))
}

function hashOf(fingerprint: string): Buffer {
  return createHash('sha256').update(fingerprint).digest()
}
