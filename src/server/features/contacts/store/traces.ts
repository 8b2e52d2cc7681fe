import type { TenantTx } from '#server/platform/db/database.ts'

const DIGITS = (column: string) => `right(regexp_replace(${column}, '\\D', '', 'g'), 10)`

const isOwnOrNone = (rows: string, own: string) => `(coalesce(${rows}, '') = '' or ${rows} = ${own})`

/** Forgets what refused rows of imports hold of contacts, by address, number or name; the reasons stay. */
export async function clearSkippedRows(tx: TenantTx, ids: readonly string[]): Promise<void> {
  const found = [
    `c.email is not null and lower(r.raw ->> 'email') = lower(c.email)`,
    // Each in its form; numbers below, by their digits.
    `c.details is not null and lower(r.raw ->> 'email') = any(further_reach(c.details))`,
    `c.details is not null and ${DIGITS("r.raw ->> 'phone'")} = any(array(
       select ${DIGITS('point')} from unnest(further_reach(c.details)) point where point !~ '@'))`,
    `c.phone is not null and ${DIGITS("r.raw ->> 'phone'")} = ${DIGITS('c.phone')}`,
    // A namesake with an address or number of their own is somebody else.
    `lower(r.raw ->> 'lastName') = lower(c.last_name) and lower(r.raw ->> 'firstName') = lower(c.first_name)
       and ${isOwnOrNone("lower(r.raw ->> 'email')", 'lower(c.email)')}
       and ${isOwnOrNone(DIGITS("r.raw ->> 'phone'"), DIGITS('c.phone'))}`,
    `(r.import_id, r.row) in (select import_id, row from refused_rows_with_further_reach(array(
       select point from contacts o cross join unnest(array[o.email, o.phone] || further_reach(o.details)) point
        where o.organization_id = $1 and o.id = any($2) and point is not null)))`,
  ]
  // One statement each, so that each takes its own index.
  for (const alike of found) {
    await tx.run(
      `update import_rows r set raw = null from contacts c
        where c.organization_id = $1 and c.id = any($2) and r.organization_id = $1 and r.raw is not null and ${alike}`,
      [tx.organizationId, ids],
    )
  }
}

/**
 * Forgets what was said with the assistant about contacts: every message that rests on one of them, and questions that
 * name one in full. Before they are deleted.
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

/** Takes back archives that were made, or are being made, with somebody in them who is no longer here. */
export async function voidExports(tx: TenantTx): Promise<void> {
  // Nobody can read a voided one any more; the sweep removes its pieces, which are large.
  await tx.run(
    `update data_exports set status = 'voided', lease_until = null
      where organization_id = $1 and status in ('queued', 'running', 'ready')`,
    [tx.organizationId],
  )
}

/** Forgets the former contacts of merges that hold an address or number as a whole value: others may contain it. */
export async function deleteMergeSnapshots(
  tx: TenantTx,
  contactPoints: { email: string | null; phone: string | null },
): Promise<void> {
  const texts = [contactPoints.email, contactPoints.phone].filter((text) => text !== null)
  await tx.run(
    `delete from merge_snapshots s using unnest($2::text[]) sought
      where s.organization_id = $1 and position(lower(to_jsonb(sought)::text) in lower(s.rows::text)) > 0`,
    [tx.organizationId, texts],
  )
}
