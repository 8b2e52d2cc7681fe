import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import type { AlternateCounts } from '#domain/contact-files/csv-contacts.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { WholeContactPoint } from '#domain/identity/search-text.ts'
import { restrictedMember } from '#server/platform/acting-member.ts'
import { selectByKeys } from '#server/platform/db/by-key.ts'
import { americanDaySql } from '#server/platform/db/contact-availability.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import { MAX_EXACT_COUNT } from '../limits.ts'
import { filterJson, isFiltered, type ListFilter, needsSearchFunction } from './filter.ts'
import { afterSql, keyColumnsSql, type Order, type OrderKey, orderSql, signalNumber } from './orders.ts'
import { parseRisk } from './stored-risk.ts'

/** Columns of a contact in lists; the benchmark sends them without row-level security. */
export const SUMMARY_COLUMNS = `id, first_name, last_name, email, phone, address, city, state, zip_code, profile_photo_url,
  email_verified, phone_verified, owner_id, team_id, nine_d_score, move_chance, move_lift, signals_detected, top_signal,
  risk_data is not null as has_risk_data,
  (risk_data is not null and risk_data -> 'review' is distinct from '0') as has_risk_findings, enriched_at, do_not_contact,
  opted_out_channels, listed_for_sale as listed, created_at, updated_at,
  (select jsonb_build_object('documentType', s.metadata #>> '{inputs,documentType}', 'description', s.description,
            'on', s.event_date, 'precision', case s.metadata #>> '{inputs,datePrecision}'
              when 'year' then 'year' when 'month' then 'month' else 'day' end)
     from signals s
    where s.organization_id = contacts.organization_id and s.contact_id = contacts.id
      and s.category = contacts.top_signal
    order by coalesce(s.metadata ->> 'expiresAt' > now()::date::text, true) desc, s.event_date desc nulls last,
             s.detected_at desc limit 1) as top_record,
  (select jsonb_build_object('on', o.moved_on, 'source', o.source) from outcomes o
    where o.organization_id = contacts.organization_id and o.contact_id = contacts.id and o.undone_at is null
    order by o.source = 'person' desc, o.moved_on desc limit 1) as moved,
  relationship, last_conversation_at, lead_source, nullif(next_task_at, 'infinity') as next_task_due,
  greatest(${americanDaySql('last_conversation_at')}::text, imported_contact_on) as last_contact_on,
  case when tenure is distinct from 'renter' then
    (select to_char(max(p.last_sale_date), 'YYYY-MM-DD') from properties p
      where p.organization_id = contacts.organization_id and p.contact_id = contacts.id) end as owned_since,
  (select count(*)::integer from tasks t where t.organization_id = contacts.organization_id
      and t.contact_id = contacts.id and t.status <> 'completed') as open_tasks,
  (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name_key), '[]')
     from contact_tags g join tags t on t.organization_id = g.organization_id and t.id = g.tag_id
    where g.organization_id = contacts.organization_id and g.contact_id = contacts.id) as tags`

const VERIFICATION_COLUMNS = `email_verification_reason, email_verified_at, email_suggestion, phone_verification_reason,
  phone_verified_at, address_verified, address_verification_reason, address_verified_at, employer_verified,
  employer_verification_reason, employer_verified_at`

export type ListedContact = ContactSummary & OrderKey

/** The columns that rank a contact in a search. `search` is the indexed text; it never leaves the server. */
export type SearchedContact = { id: string; firstName: string; lastName: string; search: string }

export type ListQuery = ListFilter & {
  sort: Order
  /** Cursor key after which the page starts. */
  after: string[] | null
  limit: number
}

/** A page of contacts in the requested order. */
export async function listContacts(tx: TenantTx, query: ListQuery): Promise<ListedContact[]> {
  if (!needsSearch(tx, query)) return scanContacts(tx, query)
  const { ids } = await findIds(tx, query)
  return listInOrder(tx, ids.slice(0, query.limit), query.sort)
}

/**
 * A page with the number of all matches, in a filtered list counted up to one more than `MAX_EXACT_COUNT`. Commits the
 * transaction.
 */
export async function listAndCount(
  tx: TenantTx,
  query: ListQuery,
): Promise<{ contacts: ListedContact[]; count: number }> {
  if (needsSearch(tx, query)) {
    const { ids, count } = await findIds(tx, query)
    const contacts = await tx.commitWith(() => listInOrder(tx, ids.slice(0, query.limit), query.sort))
    return { contacts, count }
  }
  const [count, contacts] = await tx.commitWith(() =>
    Promise.all([isCounted(tx, query) ? countFiltered(tx, query) : countAll(tx), scanContacts(tx, query)]),
  )
  return { contacts, count }
}

/** True if the list is narrower than the whole organization, so that its contacts are counted up to `MAX_EXACT_COUNT`. */
export function isCounted(tx: TenantTx, query: ListFilter): boolean {
  return isFiltered(query) || restrictedMember(tx.organizationId) !== null
}

/** The contacts of a team have no index in the order of a list; those of one member do. */
function needsSearch(tx: TenantTx, query: ListFilter & { sort: Order }): boolean {
  return needsSearchFunction(query) || restrictedMember(tx.organizationId)?.access === 'team'
}

/**
 * Condition for the contacts of a member with own records. The policy enforces it too, but finds no index. The inner select
 * hides the member from the planner, which would otherwise plan the statement again each time for those who own many.
 */
function ownSql(tx: TenantTx, values: unknown[]): { where: string; name: string } {
  const member = restrictedMember(tx.organizationId)
  if (!member) return { where: '', name: '' }
  values.push(member.userId)
  return { where: ` and owner_id = (select $${values.length}::uuid)`, name: '-own' }
}

/**
 * Possible row limits. Limits and signals are literals in the statements: as parameters they would be planned again for
 * each page, which takes longer than reading a short one.
 */
const ROW_LIMITS = [11, 26, 51, 101, 201]

/** Filters that an index walk takes, as SQL conditions and as part of the statement's name. */
function filterSql({ topSignal, doNotContact }: Pick<ListFilter, 'topSignal' | 'doNotContact'>): {
  where: string
  name: string
} {
  const signal = topSignal ? ` and top_signal_number = ${signalNumber(topSignal)}` : ''
  if (doNotContact === null) return { where: signal, name: topSignal ?? 'contacts' }
  const name = `${topSignal ?? 'contacts'}-${doNotContact ? 'do-not-contact' : 'can-contact'}`
  return { where: `${signal} and ${doNotContact ? 'not can_contact' : 'can_contact'}`, name }
}

async function scanContacts(tx: TenantTx, query: ListQuery): Promise<ListedContact[]> {
  const { sort, after, limit } = query
  const filter = filterSql(query)
  const rowLimit = ROW_LIMITS.find((each) => each >= limit) ?? limit
  const values: unknown[] = [tx.organizationId]
  const own = ownSql(tx, values)
  let where = `organization_id = $1${filter.where}${own.where}`
  if (after) {
    where += ` and ${afterSql(sort, values.length + 1)}`
    values.push(...after)
  }
  const contacts = await tx.withDetails(() =>
    tx.rows<ListedContact>(
      `select ${SUMMARY_COLUMNS}${keyColumnsSql(sort)} from contacts where ${where}
        order by ${orderSql(sort)} limit ${rowLimit}`,
      values,
      `list-${filter.name}${own.name}-${sort}${after ? '-after' : ''}-${rowLimit}`,
    ),
  )
  return contacts.slice(0, limit)
}

const CONTACTS_BY_ID = selectByKeys({ table: 'contacts', keys: '$2', as: 'contacts' }, '*')

/**
 * Ids of matching contacts in order, and how many match, counted up to one more than `MAX_EXACT_COUNT`: all ids after the
 * cursor if no more match, otherwise a page. The SQL function can use the indexes; the rows are then read under row-level
 * security.
 */
export async function findIds(
  tx: TenantTx,
  { sort, after, limit, ...filter }: ListQuery & { ids?: readonly string[] },
): Promise<{ ids: string[]; count: number }> {
  const row = await tx.row<{ ids: string[] | null; counted: number }>(
    'select ids::text[] as ids, counted from find_contacts($1, $2, $3, $4, $5)',
    [filterJson(filter), sort, after, limit, MAX_EXACT_COUNT],
    'find-contacts',
  )
  return { ids: row?.ids ?? [], count: row?.counted ?? 0 }
}

export function listInOrder(tx: TenantTx, ids: readonly string[], sort: Order): Promise<ListedContact[]> {
  return tx.withDetails(() =>
    tx.rows<ListedContact>(
      `select ${SUMMARY_COLUMNS}${keyColumnsSql(sort)} from ${CONTACTS_BY_ID} order by ${orderSql(sort)}`,
      [tx.organizationId, ids],
      `found-contacts-${sort}`,
    ),
  )
}

/** Contacts by id with only the columns that rank them, in order. */
export function listSearchTexts(
  tx: TenantTx,
  ids: readonly string[],
  sort: Order,
): Promise<SearchedContact[]> {
  return tx.rows<SearchedContact>(
    `select id, first_name, last_name, search from ${CONTACTS_BY_ID} order by ${orderSql(sort)}`,
    [tx.organizationId, ids],
    `searched-contacts-${sort}`,
  )
}

/** One more than the longest page, to detect that more contacts share a number. */
const MAX_EXACT_MATCHES = 201

/** Contacts with exactly this email address or phone number, alternates included, that pass the filters. */
export async function listByContactPoint(
  tx: TenantTx,
  { email, phone }: WholeContactPoint,
  query: Omit<ListQuery, 'after' | 'limit'>,
): Promise<ListedContact[]> {
  const { sort, panel, place } = query
  const column = email === null ? 'phone' : 'email'
  const filter = filterSql(query)
  const rows = await tx.rows<ListedContact>(
    `select ${SUMMARY_COLUMNS}${keyColumnsSql(sort)} from contacts where organization_id = $1
        and (${column} = $2 or id = any(array(select contacts_with_alternate_points(array[$2]))))${filter.where}
      order by ${orderSql(sort)} limit ${MAX_EXACT_MATCHES}`,
    [tx.organizationId, email ?? phone],
    `having-${column}-${filter.name}-${sort}`,
  )
  if (rows.length === 0 || (Object.keys(panel).length === 0 && place === undefined)) return rows
  const idQuery = { ...query, patterns: [], after: null, limit: rows.length, ids: rows.map(({ id }) => id) }
  const passingIds = new Set((await findIds(tx, idQuery)).ids)
  return rows.filter(({ id }) => passingIds.has(id))
}

/** The named contacts that exist, ordered by id. */
export function listByIds(tx: TenantTx, ids: readonly string[]): Promise<ContactSummary[]> {
  return tx.rows<ContactSummary>(
    `select ${SUMMARY_COLUMNS} from contacts where organization_id = $1 and id = any($2) order by id`,
    [tx.organizationId, ids],
    'named-contacts',
  )
}

/** Number of contacts of the organization, from the maintained counter. */
async function countAll(tx: TenantTx): Promise<number> {
  const contacts = await tx.find<number>(
    'select contacts from organization_counters where organization_id = $1',
    [tx.organizationId],
    'count-contacts',
  )
  return contacts ?? 0
}

async function countFiltered(tx: TenantTx, query: ListQuery): Promise<number> {
  if (!isFiltered(query)) return countOwn(tx)
  const { where, name } = filterSql(query)
  const values: unknown[] = [tx.organizationId]
  const own = ownSql(tx, values)
  // A literal limit and an order that the index has, or the planner would prepare to read all contacts of the owner.
  const order = own.where ? ` order by ${orderSql('score')}` : ''
  return tx.value<number>(
    `select count(*)::integer as contacts from (
       select from contacts where organization_id = $1${where}${own.where}${order} limit ${MAX_EXACT_COUNT + 1}) found`,
    values,
    `count-${name}${own.name}`,
  )
}

/** Number of contacts that the acting member owns, counted up to one more than `MAX_EXACT_COUNT`. */
function countOwn(tx: TenantTx): Promise<number> {
  return tx.value<number>('select count_own_contacts($1)', [MAX_EXACT_COUNT + 1], 'count-own-contacts')
}

export type ContactRow = Omit<ContactDetail, 'signals' | 'properties' | 'tasks'>

export async function findContact(tx: TenantTx, id: string): Promise<ContactRow | undefined> {
  const row = await tx.row<ContactRow>(
    `select ${SUMMARY_COLUMNS}, ${VERIFICATION_COLUMNS}, details, age, birth_year, signal_strength,
            enrichment_data, risk_data, rests_until, snoozed_until,
            (select coalesce(jsonb_agg(jsonb_build_object('side', b.side, 'broker', b.broker, 'status', b.status,
                      'endsOn', b.ends_on) order by b.side desc), '[]')
               from broker_agreements b where b.organization_id = $1 and b.contact_id = $2) as agreements,
            (select jsonb_build_object('id', n.id, 'text', n.text, 'isPinned', true, 'isImported', n.import_id is not null,
                      'createdAt', n.created_at, 'updatedAt', n.updated_at, 'author', case when u.id is not null then
                        jsonb_build_object('id', u.id, 'name',
                          ${userNameSql('u')}) end)
               from contact_notes n left join users u on u.id = n.author
              where n.organization_id = $1 and n.contact_id = $2 and n.is_pinned) as pinned_note,
            (select jsonb_build_object('status', e.status, 'message', e.failure) from enrichments e
              where e.organization_id = $1 and e.contact_id = $2 order by e.created_at desc, e.id desc limit 1) as latest_enrichment
       from contacts where organization_id = $1 and id = $2`,
    [tx.organizationId, id],
    'find-contact',
  )
  return row && { ...row, riskData: parseRisk(row.riskData) }
}

/** The highest number of alternate emails, phones and addresses of a contact in the organization. */
export function readMaxAlternates(tx: TenantTx): Promise<AlternateCounts> {
  return tx.one<AlternateCounts>(
    `select coalesce(max(jsonb_array_length(details -> 'emails')), 0) as emails,
            coalesce(max(jsonb_array_length(details -> 'phones')), 0) as phones,
            coalesce(max(jsonb_array_length(details -> 'addresses')), 0) as addresses
       from contacts where organization_id = $1 and details is not null`,
    [tx.organizationId],
    'max-alternates',
  )
}

/** Details by contact id, for the contacts that have any. */
export async function listDetails(
  tx: TenantTx,
  ids: readonly string[],
): Promise<Map<string, ContactDetails>> {
  const rows = await tx.rows<{ id: string; details: ContactDetails }>(
    'select id, details from contacts where organization_id = $1 and id = any($2) and details is not null',
    [tx.organizationId, ids],
    'contact-details',
  )
  return new Map(rows.map(({ id, details }) => [id, details]))
}

/** Ids of up to `limit` contacts with exactly this address or number, locked until the transaction ends. */
export function lockByContactPoint(
  tx: TenantTx,
  { email, phone }: { email: string | null; phone: string | null },
  limit: number,
  after: string | null = null,
): Promise<string[]> {
  return tx.column<string>(
    `select id from contacts
      where organization_id = $1 and ($5::uuid is null or id > $5)
        and (email = $2 or phone = $3 or id = any(array(select contacts_with_alternate_points($6))))
      order by id limit $4 for update`,
    [tx.organizationId, email, phone, limit, after, [email, phone].filter((point) => point !== null)],
  )
}
