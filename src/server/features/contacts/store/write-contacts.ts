import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { ContactDraft } from '#domain/identity/contact-draft.ts'
import { actingMember, restrictedMember } from '#server/platform/acting-member.ts'
import { expireGauges, markContactFacts } from '#server/platform/analytics-facts.ts'
import { isUniqueViolation, type TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { logErasures } from '#server/platform/erasure-log.ts'
import { insertConsentOptOuts, newOptOutsOf } from './channel-opt-outs.ts'
import { type StoredOptOut, suppressPeople } from './suppressions.ts'
import { clearSkippedRows, deleteConversations, voidExports } from './traces.ts'

/** A contact to write, with the data derived from its fields. */
export type NewContact = ContactDraft & {
  details: ContactDetails | null
  id: string
  search: string
  lastNameKey: string
  keys: string[]
  /** Channels blocked by the same address, number or person elsewhere. */
  optOuts?: StoredOptOut[]
}

/** True if a write failed because another transaction added the same person; a shard's table has a number behind the name. */
export function isDuplicatePerson(error: unknown): boolean {
  return isUniqueViolation(error) && /^contact_keys(_\d+)?$/.test((error as { table?: string }).table ?? '')
}

const CONTACT_ROW_TYPES = `id uuid, "firstName" text, "lastName" text, email text, phone text, address text, city text, state text,
  "zipCode" text, search text, "lastNameKey" text, details jsonb, channels text[]`

/** True if a write failed at the contact limit. */
export function isLimitReached(error: unknown): boolean {
  const { code, table } = (error ?? {}) as { code?: unknown; table?: unknown }
  return code === '23502' && table === 'organization_counters'
}

/** Number of contacts that the organization can still add; `lock` keeps it until the transaction ends. */
export async function readCapacity(tx: TenantTx, maxContacts: number, lock?: 'lock'): Promise<number> {
  const contacts = await tx.asOrganization(() =>
    tx.find<number>(
      `select contacts from organization_counters where organization_id = $1 ${lock ? 'for update' : ''}`,
      [tx.organizationId],
    ),
  )
  return Math.max(0, maxContacts - (contacts ?? 0))
}

/**
 * Adds contacts with the keys that identify them.
 *
 * @throws an error that `isLimitReached` recognizes; unique violation (23505) if another transaction added one of the
 * people
 */
export async function insertContacts(
  tx: TenantTx,
  contacts: readonly NewContact[],
  {
    importId,
    maxContacts,
    holdsKeys,
  }: {
    importId: string | null
    maxContacts: number /** Adds people who are contacts already. */
    holdsKeys?: boolean
  },
): Promise<void> {
  const member = actingMember(tx.organizationId)
  // Contacts that owners and admins add are supplied by the team and belong to no one yet.
  const creator = member?.role === 'MEMBER' ? member.userId : null
  // Sent in order and awaited together.
  const insertion = tx.run(
    `insert into contacts (organization_id, id, first_name, last_name, email, phone, address, city, state, zip_code,
                           search, last_name_key, details, opted_out_channels, import_id, verification_due_at,
                           owner_id, origin_id, place)
     select $1, c.*, $3::uuid, now(), $4::uuid, $5::uuid, place_of(null, c.address, c."zipCode") from json_to_recordset($2) as c(${CONTACT_ROW_TYPES})`,
    [tx.organizationId, JSON.stringify(contacts.map(toContactRow)), importId, ...[creator, creator]],
    'insert-contacts',
  )
  const keyInsertion = insertKeys(tx, contacts, holdsKeys)
  const optOuts = contacts.flatMap(({ id, optOuts }) => newOptOutsOf(id, optOuts))
  const consentInsertion = optOuts.length > 0 ? insertConsentOptOuts(tx, optOuts, importId) : undefined
  const duplicateCheck = requestDuplicateCheck(tx, contacts, importId)
  const event = emit(tx, { type: 'contact.created', contactIds: contacts.map(({ id }) => id) })
  const counterUpdate = tx.asOrganization(() =>
    tx.run(
      // Beyond the limit the count becomes null, which the database rejects along with the transaction.
      `insert into organization_counters (organization_id, contacts) values ($1, $2)
       on conflict (organization_id) do update set contacts =
         case when organization_counters.contacts + $2 <= $3 then organization_counters.contacts + $2 end`,
      [tx.organizationId, contacts.length, maxContacts],
      'count-added-contacts',
    ),
  )
  // The first failure is the cause: later statements only report an aborted transaction.
  const failure = (
    await Promise.allSettled([
      insertion,
      keyInsertion,
      consentInsertion,
      duplicateCheck,
      event,
      counterUpdate,
    ])
  ).find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/** Limit up to which contacts are checked one by one; larger imports are checked as a whole after they end. */
const MAX_SINGLE_CHECKS = 20

/** Queues contacts for a duplicate check. */
async function requestDuplicateCheck(
  tx: TenantTx,
  contacts: readonly { id: string }[],
  importId: string | null,
): Promise<void> {
  const isWholeImport = importId !== null && contacts.length > MAX_SINGLE_CHECKS
  const ids = isWholeImport ? [importId] : contacts.map(({ id }) => id)
  await tx.run(
    `insert into duplicate_checks (organization_id, id, scope) select $1, id, $3 from unnest($2::uuid[]) as id
     on conflict do nothing`,
    [tx.organizationId, ids, isWholeImport ? 'import' : 'contact'],
    'request-duplicate-check',
  )
}

/** A row with the columns of `CONTACT_ROW_TYPES`. */
function toContactRow({ keys: _, optOuts = [], ...fields }: NewContact) {
  return { ...fields, channels: optOuts.map(({ channel }) => channel) }
}

async function insertKeys(
  tx: TenantTx,
  contacts: readonly Pick<NewContact, 'id' | 'keys'>[],
  holdsKeys = restrictedMember(tx.organizationId) !== null,
): Promise<void> {
  const pairs = contacts.flatMap(({ id, keys }) => keys.map((key) => ({ id, key })))
  if (pairs.length === 0) return
  const values = [tx.organizationId, pairs.map(({ key }) => key), pairs.map(({ id }) => id)]
  if (holdsKeys) return insertHeldKeys(tx, values)
  await tx.run(
    `insert into contact_keys (organization_id, key, contact_id)
     select $1, decode(k, 'hex'), c from unnest($2::text[], $3::uuid[]) as t(k, c)`,
    values,
    'insert-contact-keys',
  )
}

/**
 * Adds keys for a member who must not learn whether a contact that they don't see has the same ones, and for contacts from
 * another organization: such keys get a holder of their own, and the duplicate check lists the pair for those who see both.
 * `findKeys` has locked such additions of members.
 */
async function insertHeldKeys(tx: TenantTx, values: unknown[]): Promise<void> {
  await tx.run(
    `with wanted as materialized (
       select decode(k, 'hex') as key, c as contact_id from unnest($2::text[], $3::uuid[]) as t(k, c)),
     added as (
       insert into contact_keys (organization_id, key, contact_id) select $1, key, contact_id from wanted
       on conflict do nothing returning key)
     insert into contact_keys (organization_id, key, contact_id, holder)
     select $1, key, contact_id, contact_id from wanted where key not in (select key from added)
     on conflict do nothing`,
    values,
    'insert-held-contact-keys',
  )
}

/**
 * Existing contacts by key, with one index probe per key. Hides the number of keys from the planner, as in `by-key.ts`,
 * which would otherwise read all keys of the organization after an import.
 */
export async function findKeys(
  tx: TenantTx,
  keys: readonly string[],
): Promise<{ key: string; contactId: string }[]> {
  if (restrictedMember(tx.organizationId)) {
    // The unique key doesn't stop such members from adding one person twice at the same time; see `insertHeldKeys`.
    void tx
      .rows("select pg_advisory_xact_lock(hashtextextended('held-keys:' || $1, 0))", [tx.organizationId])
      .catch(() => {})
  }
  return tx.rows(
    `select wanted.key, found.contact_id from unnest((select $2::text[])) as wanted(key) cross join lateral (
       select contact_id from contact_keys
        where organization_id = $1 and key = decode(wanted.key, 'hex') limit 1) as found`,
    [tx.organizationId, keys],
    'find-contact-keys',
  )
}

const CONTACT_POINT_CHANGED = '(c.email, c.phone) is distinct from (n.email, n.phone)'
const ADDRESS_CHANGED = `(c.address, c.city, c.state, c.zip_code) is distinct from (n.address, n.city, n.state, n."zipCode")`

function resetVerification(part: 'email' | 'phone' | 'address', isChangedSql: string): string {
  const resetColumn = (column: string, value: string) =>
    `${column} = case when ${isChangedSql} then ${value} else c.${column} end`
  return [
    resetColumn(`${part}_verified`, "'unverified'"),
    resetColumn(`${part}_verification_reason`, 'null'),
    resetColumn(`${part}_verified_at`, 'null'),
  ].join(', ')
}

/**
 * Rewrites a contact's fields and details; the search text keeps its tags. Changed fields lose their verification and
 * become due for a new one. Keys of the former fields are removed; keys from a merged contact remain.
 */
export async function updateContact(
  tx: TenantTx,
  contact: NewContact,
  formerKeys: readonly string[],
): Promise<void> {
  const mark = tx.run(
    `select mark_contact_facts(array[c.id], d.dimension)
       from contacts c
       cross join lateral (values ('zip', c.zip_code is distinct from $3), ('source', c.lead_source is distinct from $4))
         d(dimension, has_changed)
      where c.organization_id = $1 and c.id = $2 and d.has_changed`,
    [tx.organizationId, contact.id, contact.zipCode, contact.details?.history?.source ?? null],
    'mark-moved-facts',
  )
  const update = tx.run(
    `update contacts c set first_name = n."firstName", last_name = n."lastName", email = n.email, phone = n.phone,
            address = n.address, city = n.city, state = n.state, zip_code = n."zipCode",
            place = place_of(c.enrichment_data, n.address, n."zipCode"),
            search = n.search || coalesce(substring(c.search from '\\u001f.*$'), ''),
            last_name_key = n."lastNameKey", details = n.details, updated_at = now(),
            ${resetVerification('email', 'c.email is distinct from n.email')},
            email_suggestion = case when c.email is distinct from n.email then null else c.email_suggestion end,
            ${resetVerification('phone', 'c.phone is distinct from n.phone')},
            ${resetVerification('address', ADDRESS_CHANGED)},
            verification_due_at = case when ${CONTACT_POINT_CHANGED} or ${ADDRESS_CHANGED} then now()
                                       else c.verification_due_at end,
            verification_attempts = case when ${CONTACT_POINT_CHANGED} then 0 else c.verification_attempts end
       from json_to_record($3) as n(${CONTACT_ROW_TYPES})
      where c.organization_id = $1 and c.id = $2`,
    [tx.organizationId, contact.id, JSON.stringify(toContactRow(contact))],
    'update-typed',
  )
  const keyDeletion = tx.run(
    `delete from contact_keys where organization_id = $1 and contact_id = $2
        and key = any(array(select decode(k, 'hex') from unnest($3::text[]) as k))`,
    [tx.organizationId, contact.id, [...formerKeys, ...contact.keys]],
    'forget-contact-keys',
  )
  await Promise.all([
    mark,
    update,
    keyDeletion,
    insertKeys(tx, [contact]),
    requestDuplicateCheck(tx, [contact], null),
  ])
}

/**
 * Deletes contacts with all their data, including skipped import rows, archives and assistant conversations. Keeps hashes
 * of do-not-contact people. Contacts that went to another organization are no erasures: a restored backup from before has them.
 */
export async function deleteContacts(
  tx: TenantTx,
  ids: readonly string[],
  { isErasure = true } = {},
): Promise<number> {
  await suppressPeople(tx, ids, 'do-not-contact')
  await clearSkippedRows(tx, ids)
  await deleteConversations(tx, ids)
  // Waiting enrichments have reserved no credits; queued and running ones remain, to be refunded.
  await tx.run(
    `delete from enrichments where organization_id = $1 and contact_id = any($2) and status = 'waiting'`,
    [tx.organizationId, ids],
  )
  await markContactFacts(tx, ids)
  await expireGauges(tx)
  const deletedIds = await tx.column<string>(
    'delete from contacts where organization_id = $1 and id = any($2) returning id',
    [tx.organizationId, ids],
  )
  await emit(tx, { type: 'contact.deleted', contactIds: deletedIds })
  if (isErasure)
    await logErasures(
      tx,
      deletedIds.map((subject) => ({ kind: 'contact', organization: tx.organizationId, subject })),
    )
  await tx.run('update organization_counters set contacts = contacts - $2 where organization_id = $1', [
    tx.organizationId,
    deletedIds.length,
  ])
  if (deletedIds.length > 0) await voidExports(tx)
  return deletedIds.length
}

/** Ids of up to `limit` contacts of an import. */
export function listIdsOfImport(tx: TenantTx, importId: string, limit: number): Promise<string[]> {
  return tx.column<string>('select id from contacts where organization_id = $1 and import_id = $2 limit $3', [
    tx.organizationId,
    importId,
    limit,
  ])
}
