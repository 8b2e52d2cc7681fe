import type { ContactDetail, ContactSummary, Property, Signal } from '#contract/contacts.ts'
import type { AlternateCounts } from '#domain/contact-files/csv-contacts.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { WholeContactPoint } from '#domain/identity/search-text.ts'
import type { Category } from '#domain/signals/categories.ts'
import { selectByKeys } from '#server/platform/db/by-key.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { afterKey, type Order, type OrderKey, orderBy, orderKeyColumns, signalNumber } from './orders.ts'
import { riskFrom } from './stored-risk.ts'

const SUMMARY = `id, first_name, last_name, email, phone, address, city, state, zip_code, profile_photo_url,
  email_verified, phone_verified, nine_d_score, move_chance, move_lift, signals_detected, top_signal,
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
    order by o.source = 'person' desc, o.moved_on desc limit 1) as moved`

const VERIFICATION = `email_verification_reason, email_verified_at, email_suggestion, phone_verification_reason,
  phone_verified_at, address_verified, address_verification_reason, address_verified_at, employer_verified,
  employer_verification_reason, employer_verified_at`

export type ListedContact = ContactSummary & OrderKey

/** The columns that rank a contact in a search. `search` is the indexed text; it never leaves the server. */
export type SearchedContact = { id: string; firstName: string; lastName: string; search: string }

export type ListQuery = {
  patterns: string[]
  topSignal: Category | null
  /** Only do-not-contact people (true), only others (false), or both (null). */
  doNotContact: boolean | null
  sort: Order
  /** Cursor key after which the page starts. */
  after: string[] | null
  limit: number
}

/** A page of contacts in the requested order. */
export async function listContacts(tx: TenantTx, query: ListQuery): Promise<ListedContact[]> {
  return isSearch(query) ? (await searchContacts(tx, query, null)).contacts : scanContacts(tx, query)
}

/**
 * A page with the number of all matches, counted up to `countTo` in a filtered list. Commits the transaction.
 */
export async function listAndCount(
  tx: TenantTx,
  query: ListQuery,
  countTo: number,
): Promise<{ contacts: ListedContact[]; counted: number }> {
  if (isSearch(query)) return searchContacts(tx, query, countTo)
  const [contacts, counted] = await tx.commitWith(() =>
    Promise.all([
      scanContacts(tx, query),
      isFiltered(query) ? countFiltered(tx, query, countTo) : countAll(tx),
    ]),
  )
  return { contacts, counted }
}

type ListFilter = Pick<ListQuery, 'patterns' | 'topSignal' | 'doNotContact'>

export function isFiltered({ patterns, topSignal, doNotContact }: ListFilter): boolean {
  return patterns.length > 0 || topSignal !== null || doNotContact !== null
}

/**
 * True if one index walk isn't enough. LIKE isn't leakproof and can't use an index beside the security policy, and filters
 * by signal or do-not-contact have an index only in the order of scores.
 */
function isSearch({ patterns, topSignal, doNotContact, sort }: ListQuery): boolean {
  return patterns.length > 0 || ((topSignal !== null || doNotContact === true) && sort !== 'score')
}

/**
 * Possible row limits. Limits and signals are literals in the statements: as parameters they would be planned again for
 * each page, which takes longer than reading a short one.
 */
const SIZES = [11, 26, 51, 101, 201]

/** Filters as SQL conditions and as part of the statement's name. */
function filterSql({ topSignal, doNotContact }: Omit<ListFilter, 'patterns'>): {
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
  const narrowed = filterSql(query)
  const size = SIZES.find((each) => each >= limit) ?? limit
  const values: unknown[] = [tx.organizationId]
  let where = `organization_id = $1${narrowed.where}`
  if (after) {
    where += ` and ${afterKey(sort, values.length + 1)}`
    values.push(...after)
  }
  const contacts = await tx.rows<ListedContact>(
    `select ${SUMMARY}${orderKeyColumns(sort)} from contacts where ${where}
      order by ${orderBy(sort)} limit ${size}`,
    values,
    `list-${narrowed.name}-${sort}${after ? '-after' : ''}-${size}`,
  )
  return contacts.slice(0, limit)
}

const FOUND = selectByKeys({ table: 'contacts', keys: '$2', as: 'contacts' }, '*')

async function searchContacts(
  tx: TenantTx,
  query: ListQuery,
  countTo: number | null,
): Promise<{ contacts: ListedContact[]; counted: number }> {
  const { ids, counted } = await findIds(tx, query, countTo)
  if (ids.length === 0) return { contacts: [], counted }
  const read = () => listFound(tx, ids, query.sort)
  return { contacts: await (countTo === null ? read() : tx.commitWith(read)), counted }
}

/**
 * Ids of matching contacts in order, with the number of all matches counted up to `countTo`. The SQL function can use the
 * indexes; the rows are then read under row-level security.
 */
export async function findIds(
  tx: TenantTx,
  { patterns, topSignal, doNotContact, sort, after, limit }: ListQuery,
  countTo: number | null,
): Promise<{ ids: string[]; counted: number }> {
  type Found = { ids: string[] | null; counted: number | null }
  const found =
    doNotContact === null
      ? await tx.row<Found>(
          'select ids::text[] as ids, counted from find_contacts($1, $2, $3, $4, $5, $6)',
          [patterns, topSignal, sort, after, limit, countTo],
          'find-contacts',
        )
      : await tx.row<Found>(
          'select ids::text[] as ids, counted from find_contacts_by_consent($1, $2, $3, $4, $5, $6, $7)',
          [patterns, topSignal, !doNotContact, sort, after, limit, countTo],
          'find-contacts-by-consent',
        )
  return { ids: found?.ids ?? [], counted: found?.counted ?? 0 }
}

export function listFound(tx: TenantTx, ids: readonly string[], sort: Order): Promise<ListedContact[]> {
  return tx.rows<ListedContact>(
    `select ${SUMMARY}${orderKeyColumns(sort)} from ${FOUND} order by ${orderBy(sort)}`,
    [tx.organizationId, ids],
    `found-contacts-${sort}`,
  )
}

/** The same contacts with only the columns that rank them. */
export function listSearched(tx: TenantTx, ids: readonly string[], sort: Order): Promise<SearchedContact[]> {
  return tx.rows<SearchedContact>(
    `select id, first_name, last_name, search from ${FOUND} order by ${orderBy(sort)}`,
    [tx.organizationId, ids],
    `searched-contacts-${sort}`,
  )
}

/** One more than the longest page, to see that more contacts share a number. */
const MAX_EXACT_MATCHES = 201

/** Contacts with exactly this email address or phone number, alternates included. */
export function listByContactPoint(
  tx: TenantTx,
  { email, phone }: WholeContactPoint,
  query: Pick<ListQuery, 'topSignal' | 'doNotContact' | 'sort'>,
): Promise<ListedContact[]> {
  const { sort } = query
  const column = email === null ? 'phone' : 'email'
  const narrowed = filterSql(query)
  return tx.rows<ListedContact>(
    `select ${SUMMARY}${orderKeyColumns(sort)} from contacts where organization_id = $1
        and (${column} = $2 or id = any(array(select contacts_with_further_reach(array[$2]))))${narrowed.where}
      order by ${orderBy(sort)} limit ${MAX_EXACT_MATCHES}`,
    [tx.organizationId, email ?? phone],
    `having-${column}-${narrowed.name}-${sort}`,
  )
}

/** The named contacts that exist, ordered by id. */
export function listNamed(tx: TenantTx, ids: readonly string[]): Promise<ContactSummary[]> {
  return tx.rows<ContactSummary>(
    `select ${SUMMARY} from contacts where organization_id = $1 and id = any($2) order by id`,
    [tx.organizationId, ids],
    'named-contacts',
  )
}

/** Number of contacts of the organization, from the maintained counter. */
async function countAll(tx: TenantTx): Promise<number> {
  const row = await tx.row<{ contacts: number }>(
    'select contacts from organization_counters where organization_id = $1',
    [tx.organizationId],
    'count-contacts',
  )
  return row?.contacts ?? 0
}

async function countFiltered(tx: TenantTx, query: ListQuery, countTo: number): Promise<number> {
  const { where, name } = filterSql(query)
  const row = await tx.row<{ contacts: number }>(
    `select count(*)::integer as contacts from (
       select from contacts where organization_id = $1${where} limit $2) found`,
    [tx.organizationId, countTo],
    `count-${name}`,
  )
  return row?.contacts ?? 0
}

export type ContactRow = Omit<ContactDetail, 'signals' | 'properties' | 'tasks'>

export async function findContact(tx: TenantTx, id: string): Promise<ContactRow | undefined> {
  const row = await tx.row<ContactRow>(
    `select ${SUMMARY}, ${VERIFICATION}, details, age, birth_year, signal_strength,
            enrichment_data, risk_data,
            (select jsonb_build_object('status', e.status, 'message', e.failure) from enrichments e
              where e.organization_id = $1 and e.contact_id = $2 order by e.created_at desc, e.id desc limit 1) as look_up
       from contacts where organization_id = $1 and id = $2`,
    [tx.organizationId, id],
    'find-contact',
  )
  return row && { ...row, riskData: riskFrom(row.riskData) }
}

export function listSignals(tx: TenantTx, contactId: string): Promise<Signal[]> {
  return tx.rows<Signal>(
    `select id, category, score, confidence_score, confidence, source, description, detected_at, event_date, metadata
       from signals where organization_id = $1 and contact_id = $2 order by score desc, detected_at desc, id`,
    [tx.organizationId, contactId],
    'list-signals',
  )
}

export function listProperties(tx: TenantTx, contactId: string): Promise<Property[]> {
  return tx.rows<Property>(
    `select id, address, city, state, zip_code, property_type, bedrooms, bathrooms, square_feet, year_built,
            estimated_value, last_sale_date, last_sale_price, ownership_length, property_data
       from properties where organization_id = $1 and contact_id = $2 order by estimated_value desc nulls last, id`,
    [tx.organizationId, contactId],
    'list-properties',
  )
}

/** The highest number of alternate emails, phones and addresses of a contact in the organization. */
export async function maxAlternates(tx: TenantTx): Promise<AlternateCounts> {
  const row = await tx.row<AlternateCounts>(
    `select coalesce(max(jsonb_array_length(details -> 'emails')), 0) as emails,
            coalesce(max(jsonb_array_length(details -> 'phones')), 0) as phones,
            coalesce(max(jsonb_array_length(details -> 'addresses')), 0) as addresses
       from contacts where organization_id = $1 and details is not null`,
    [tx.organizationId],
    'max-alternates',
  )
  return row ?? { emails: 0, phones: 0, addresses: 0 }
}

/** Details by contact id, for the contacts that have any. */
export async function detailsOf(tx: TenantTx, ids: readonly string[]): Promise<Map<string, ContactDetails>> {
  const rows = await tx.rows<{ id: string; details: ContactDetails }>(
    'select id, details from contacts where organization_id = $1 and id = any($2) and details is not null',
    [tx.organizationId, ids],
    'contact-details',
  )
  return new Map(rows.map(({ id, details }) => [id, details]))
}

/** Ids of up to `limit` contacts with exactly this address or number, locked until the transaction ends. */
export async function lockByContactPoint(
  tx: TenantTx,
  reach: { email: string | null; phone: string | null },
  limit: number,
  after: string | null = null,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from contacts
      where organization_id = $1 and ($5::uuid is null or id > $5)
        and (email = $2 or phone = $3 or id = any(array(select contacts_with_further_reach($6))))
      order by id limit $4 for update`,
    [tx.organizationId, reach.email, reach.phone, limit, after, pointsOf(reach)],
  )
  return rows.map(({ id }) => id)
}

function pointsOf({ email, phone }: { email: string | null; phone: string | null }): string[] {
  return [email, phone].filter((point) => point !== null)
}
