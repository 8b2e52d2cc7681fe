import type { ExternalId } from '#contract/v1/contacts.ts'
import { isUniqueViolation, type TenantTx } from '#server/platform/db/database.ts'

/** The contact that another program knows by an id; undefined without one that the caller sees. */
export function findContactId(tx: TenantTx, { source, externalId }: ExternalId): Promise<string | undefined> {
  return tx.find<string>(
    'select contact_id from contact_external_ids where organization_id = $1 and source = $2 and external_id = $3',
    [tx.organizationId, source, externalId],
  )
}

/** True if a contact couldn't be added because the id is linked to another. */
export const isTaken = isUniqueViolation

/** Links an id to a contact that is being added. @throws a unique violation if the id is linked */
export async function insertLink(
  tx: TenantTx,
  { source, externalId }: ExternalId,
  contactId: string,
): Promise<void> {
  await tx.run(
    'insert into contact_external_ids (organization_id, source, external_id, contact_id) values ($1, $2, $3, $4)',
    [tx.organizationId, source, externalId, contactId],
  )
}

/** Links an id to a contact. @returns false if it belongs to another contact */
export function linkContact(
  tx: TenantTx,
  { source, externalId }: ExternalId,
  contactId: string,
): Promise<boolean> {
  return tx.changed(
    `insert into contact_external_ids as e (organization_id, source, external_id, contact_id) values ($1, $2, $3, $4)
     on conflict (organization_id, source, external_id) do update set contact_id = excluded.contact_id
      where e.contact_id = excluded.contact_id`,
    [tx.organizationId, source, externalId, contactId],
  )
}

/** Ids in other programs by contact, oldest first. */
export async function listExternalIds(
  tx: TenantTx,
  contactIds: readonly string[],
): Promise<Map<string, ExternalId[]>> {
  const rows = await tx.rows<ExternalId & { contactId: string }>(
    `select contact_id, source, external_id from contact_external_ids
      where organization_id = $1 and contact_id = any($2) order by created_at, source, external_id`,
    [tx.organizationId, contactIds],
    'external-ids',
  )
  const idsByContact = new Map<string, ExternalId[]>()
  for (const { contactId, ...id } of rows)
    idsByContact.set(contactId, [...(idsByContact.get(contactId) ?? []), id])
  return idsByContact
}
