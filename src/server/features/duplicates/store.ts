import type { MatchableContact } from '#domain/identity/comparable-contact.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'
import type { PageRange } from '#server/platform/page.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import { MAX_SHARED_KEY } from './limits.ts'

const MAX_CANDIDATES_PER_TRAIT = 50

/** The columns that contacts are compared by. */
export type CheckedContact = MatchableContact & { id: string }

const CHECKED_COLUMNS = 'id, first_name, last_name, email, phone, address, city, state, zip_code, details'

export type Check = { id: string; scope: 'contact' | 'import' | 'all'; afterId: string | null }

/** The next unlocked check, single contacts first. None while the organization is suspended. */
export function claimCheck(tx: TenantTx): Promise<Check | undefined> {
  return tx.row<Check>(
    `select id, scope, after_id from duplicate_checks where organization_id = $1 and ${NOT_SUSPENDED}
      order by scope = 'contact' desc, created_at, id limit 1 for update skip locked`,
    [tx.organizationId],
    'take-duplicate-check',
  )
}

/** Locks pending checks of single contacts. @returns their ids */
export function claimSingleChecks(tx: TenantTx, limit: number): Promise<string[]> {
  return tx.column(
    `select id from duplicate_checks where organization_id = $1 and scope = 'contact'
      order by created_at, id limit $2 for update skip locked`,
    [tx.organizationId, limit],
  )
}

export async function finishChecks(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run('delete from duplicate_checks where organization_id = $1 and id = any($2)', [
    tx.organizationId,
    ids,
  ])
}

export async function advanceCheck(tx: TenantTx, id: string, afterId: string): Promise<void> {
  await tx.run('update duplicate_checks set after_id = $3 where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
    afterId,
  ])
}

export function listByIds(tx: TenantTx, ids: readonly string[]): Promise<CheckedContact[]> {
  return tx.rows<CheckedContact>(
    `select ${CHECKED_COLUMNS} from contacts where organization_id = $1 and id = any($2)`,
    [tx.organizationId, ids],
    'contacts-to-compare',
  )
}

/** The next contacts of an import or of the whole organization. */
export function listContactsToCheck(tx: TenantTx, check: Check, limit: number): Promise<CheckedContact[]> {
  const isImport = check.scope === 'import'
  return tx.rows<CheckedContact>(
    `select ${CHECKED_COLUMNS} from contacts where organization_id = $1 and ($2::uuid is null or id > $2)
        ${isImport ? 'and import_id = $4' : ''} order by id limit $3`,
    [tx.organizationId, check.afterId, limit, ...(isImport ? [check.id] : [])],
  )
}

/** The hash includes the organization because the index doesn't. */
export function hashKey(tx: TenantTx, key: string): string {
  return personHash(`${tx.organizationId} ${key}`, 8).readBigInt64BE().toString()
}

export async function storeKeys(
  tx: TenantTx,
  contacts: readonly { id: string; keys: readonly string[] }[],
): Promise<void> {
  await tx.run(
    `insert into contact_match_keys (organization_id, contact_id, keys)
     select $1, k.id, k.keys from jsonb_to_recordset($2) as k(id uuid, keys bigint[])
     on conflict (organization_id, contact_id) do update set keys = excluded.keys`,
    [tx.organizationId, JSON.stringify(contacts.map(({ id, keys }) => ({ id, keys })))],
    'keep-match-keys',
  )
}

/** Contacts by key, without keys shared by too many contacts. */
export function listSharingContacts(
  tx: TenantTx,
  keys: readonly string[],
): Promise<{ key: string; contactId: string }[]> {
  return tx.rows(
    'select key::text as key, contact_id from contacts_sharing_keys($1::bigint[], $2)',
    [keys, MAX_SHARED_KEY],
    'contacts-sharing-keys',
  )
}

/** Contacts with the same email, phone or street line, or the same last name where both have an address. */
export function listSimilarIds(
  tx: TenantTx,
  contact: CheckedContact,
  lastNameKey: string,
): Promise<string[]> {
  const contactsWithSql = (where: string) =>
    `(select id from contacts where organization_id = $1 and id <> $2 and ${where} limit ${MAX_CANDIDATES_PER_TRAIT})`
  return tx.column(
    `${contactsWithSql('email = $3')} union ${contactsWithSql('phone = $4')} union ${contactsWithSql('address = $5')}
     union ${contactsWithSql('last_name_key = $6 and address is not null and $5 is not null')}`,
    [tx.organizationId, contact.id, contact.email, contact.phone, contact.address, lastNameKey],
  )
}

/** Ids that a user marked as a different person. */
export async function listDismissed(tx: TenantTx, id: string): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select case when contact_id = $2 then other_id else contact_id end as id from duplicate_suspicions
      where organization_id = $1 and (contact_id = $2 or other_id = $2) and dismissed_at is not null`,
    [tx.organizationId, id],
  )
  return new Set(rows.map((row) => row.id))
}

export type SuspectedPair = { contactId: string; otherId: string; reason: string; points: number }

/** Adds suspected pairs; dismissed pairs remain dismissed. */
export async function storePairs(tx: TenantTx, pairs: readonly SuspectedPair[]): Promise<void> {
  if (pairs.length === 0) return
  await tx.run(
    `insert into duplicate_suspicions (organization_id, contact_id, other_id, reason, points)
     select $1, p."contactId", p."otherId", p.reason, p.points
       from jsonb_to_recordset($2) as p("contactId" uuid, "otherId" uuid, reason text, points real)
     on conflict (organization_id, contact_id, other_id) do update
        set reason = excluded.reason, points = excluded.points
      where duplicate_suspicions.dismissed_at is null`,
    [tx.organizationId, JSON.stringify(pairs)],
    'keep-suspicions',
  )
}

/** Removes open pairs of contacts that changed, before they are checked again. */
export async function deleteOpenPairs(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(
    `delete from duplicate_suspicions where organization_id = $1 and dismissed_at is null
        and (contact_id = any($2) or other_id = any($2))`,
    [tx.organizationId, ids],
  )
}

export function listOpenPairs(
  tx: TenantTx,
  { after, limit }: PageRange<[number, string]>,
): Promise<(SuspectedPair & { id: string; foundAt: string })[]> {
  return tx.rows(
    `select id, contact_id, other_id, reason, points, found_at from duplicate_suspicions
      where organization_id = $1 and dismissed_at is null
        and ($2::real is null or points < $2 or (points = $2 and id > $3::uuid))
      order by points desc, id limit $4`,
    [tx.organizationId, after?.[0] ?? null, after?.[1] ?? null, limit],
  )
}

export function countOpenPairs(tx: TenantTx, max: number): Promise<number> {
  return tx.value<number>(
    `select count(*)::int as open from (select from duplicate_suspicions
      where organization_id = $1 and dismissed_at is null limit $2) few`,
    [tx.organizationId, max],
  )
}

/** Dismisses a pair; repeating it changes nothing. @returns false if the pair doesn't exist */
export function dismiss(tx: TenantTx, id: string, userId: string | null, time: Date): Promise<boolean> {
  return tx.changed(
    `update duplicate_suspicions set dismissed_at = coalesce(dismissed_at, $3), dismissed_by = coalesce(dismissed_by, $4)
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, time, userId],
  )
}

/** Organizations with pending checks; across organizations, ids only. */
export function listOrganizationsToCheck(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_duplicate_checks() as id')
}
