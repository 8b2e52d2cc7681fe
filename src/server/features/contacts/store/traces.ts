import type { TenantTx } from '#server/platform/db/database.ts'

const digitsSql = (column: string) => `right(regexp_replace(${column}, '\\D', '', 'g'), 10)`

const isOwnOrEmptySql = (rowValue: string, ownValue: string) =>
  `(coalesce(${rowValue}, '') = '' or ${rowValue} = ${ownValue})`

/** Clears the data of contacts in skipped import rows, found by address, number or name. The reasons remain. */
export async function clearSkippedRows(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const conditions = [
    `c.email is not null and lower(r.raw ->> 'email') = lower(c.email)`,
    // Details store numbers in different formats, so the next condition compares their digits.
    `c.details is not null and lower(r.raw ->> 'email') = any(alternate_points(c.details))`,
    `c.details is not null and ${digitsSql("r.raw ->> 'phone'")} = any(array(
       select ${digitsSql('point')} from unnest(alternate_points(c.details)) point where point !~ '@'))`,
    `c.phone is not null and ${digitsSql("r.raw ->> 'phone'")} = ${digitsSql('c.phone')}`,
    // A namesake with another address or number is a different person.
    `lower(r.raw ->> 'lastName') = lower(c.last_name) and lower(r.raw ->> 'firstName') = lower(c.first_name)
       and ${isOwnOrEmptySql("lower(r.raw ->> 'email')", 'lower(c.email)')}
       and ${isOwnOrEmptySql(digitsSql("r.raw ->> 'phone'"), digitsSql('c.phone'))}`,
    `(r.import_id, r.row) in (select import_id, row from refused_rows_with_alternate_points(array(
       select point from contacts o cross join unnest(array[o.email, o.phone] || alternate_points(o.details)) point
        where o.organization_id = $1 and o.id = any($2) and point is not null)))`,
  ]
  // One statement per condition, so that each uses its own index.
  for (const condition of conditions) {
    await tx.run(
      `update import_rows r set raw = null from contacts c
        where c.organization_id = $1 and c.id = any($2) and r.organization_id = $1 and r.raw is not null and ${condition}`,
      [tx.organizationId, ids],
    )
  }
}

/**
 * Deletes assistant messages based on the contacts, and questions that contain the full name of one. Runs before the
 * contacts are deleted.
 */
export async function deleteConversations(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(
    `delete from chat_messages
      where organization_id = $1 and contact_ids && $2 and contact_ids <> '{}'`,
    [tx.organizationId, ids],
  )
  await tx.run(
    `delete from chat_messages m using contacts c
      where m.organization_id = $1 and m.role = 'user' and m.contact_ids = '{}'
        and c.organization_id = $1 and c.id = any($2)
        and position(lower(c.first_name || ' ' || c.last_name) in lower(m.content)) > 0`,
    [tx.organizationId, ids],
  )
}

/** Deletes a member's assistant messages about the organization's data, after a change of what the member sees. */
export async function deleteConversationsOf(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(
    `delete from chat_messages where organization_id = $1
        and sid in (select sid from sessions where user_id = $2)`,
    [tx.organizationId, userId],
  )
}

/** Voids archives, finished or in progress, that contain a deleted contact. */
export async function voidExports(tx: TenantTx): Promise<void> {
  // A voided archive can't be read; the sweep removes its large parts.
  await tx.run(
    `update data_exports set status = 'voided', lease_until = null
      where organization_id = $1 and status in ('queued', 'running', 'ready')`,
    [tx.organizationId],
  )
}

/** Deletes merge snapshots with an address or number as a whole value, because other values may contain it as a part. */
export async function deleteMergeSnapshots(
  tx: TenantTx,
  contactPoints: { email: string | null; phone: string | null },
): Promise<void> {
  const texts = [contactPoints.email, contactPoints.phone].filter((text) => text !== null)
  await tx.run(
    `delete from merge_snapshots s using unnest($2::text[]) wanted
      where s.organization_id = $1 and position(lower(to_jsonb(wanted)::text) in lower(s.rows::text)) > 0`,
    [tx.organizationId, texts],
  )
}
