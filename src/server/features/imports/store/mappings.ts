import type { CsvMapping } from '#domain/contact-files/csv-fields.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

/** Mappings saved per organization; the oldest are deleted first. */
const MAX_MAPPINGS = 500

export async function findMapping(tx: TenantTx, fingerprint: Buffer): Promise<CsvMapping | undefined> {
  const row = await tx.row<{ mapping: CsvMapping }>(
    'select mapping from import_mappings where organization_id = $1 and fingerprint = $2',
    [tx.organizationId, fingerprint],
  )
  return row?.mapping
}

/** Saves the mapping of a header, or deletes it when it is empty. */
export async function storeMapping(tx: TenantTx, fingerprint: Buffer, mapping: CsvMapping): Promise<void> {
  if (Object.keys(mapping).length === 0) {
    await tx.run('delete from import_mappings where organization_id = $1 and fingerprint = $2', [
      tx.organizationId,
      fingerprint,
    ])
    return
  }
  await tx.run(
    `insert into import_mappings (organization_id, fingerprint, mapping) values ($1, $2, $3)
     on conflict (organization_id, fingerprint) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`,
    [tx.organizationId, fingerprint, JSON.stringify(mapping)],
  )
  await tx.run(
    `delete from import_mappings where organization_id = $1 and fingerprint in (
       select fingerprint from import_mappings where organization_id = $1
        order by updated_at desc, fingerprint offset $2)`,
    [tx.organizationId, MAX_MAPPINGS],
  )
}
