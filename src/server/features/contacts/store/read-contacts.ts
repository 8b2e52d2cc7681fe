import type { ContactDetail, ContactSummary, Property, Signal } from '#contract/contacts.ts'
import type { WholeContactPoint } from '#domain/identity/search-text.ts'
import type { Category } from '#domain/signals/categories.ts'
import { eachOf } from '#server/platform/db/by-key.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { behind, type Keyed, keysOf, type Order, orderBy, signalNumber } from './orders.ts'
import { riskFrom } from './stored-risk.ts'

const SUMMARY = `id, first_name, last_name, email, phone, address, city, state, zip_code, profile_photo_url,
  email_verified, phone_verified, nine_d_score, move_chance, move_lift, signals_detected, top_signal,
  risk_data is not null as has_risk_data,
  (risk_data is not null and risk_data -> 'review' is distinct from '0') as has_risk_findings, enriched_at, do_not_contact, listed_for_sale as listed, created_at, updated_at,
  (select jsonb_build_object('on', o.moved_on, 'source', o.source) from outcomes o
    where o.organization_id = contacts.organization_id and o.contact_id = contacts.id and o.undone_at is null
    order by o.source = 'person' desc, o.moved_on desc limit 1) as moved`

const VERIFICATION = `email_verification_reason, email_verified_at, email_suggestion, phone_verification_reason,
  phone_verified_at, address_verified, address_verification_reason, address_verified_at, employer_verified,
  employer_verification_reason, employer_verified_at`

export type ListedContact = ContactSummary & Keyed

export type ListQuery = {
  patterns: string[]
  topSignal: Category | null
  sort: Order
  /** The place behind which the page starts. */
  after: string[] | null
  limit: number
}

/** A page of contacts in the order asked for. */
export async function listContacts(tx: TenantTx, query: ListQuery): Promise<ListedContact[]> {
  return isSearch(query) ? (await searchContacts(tx, query, null)).contacts : walkContacts(tx, query)
}

/**
 * The same with how many match in all, counted no further than `countTo` where something narrows the list. The transaction
 * ends with it.
 */
export async function listAndCount(
  tx: TenantTx,
  query: ListQuery,
  countTo: number,
): Promise<{ contacts: ListedContact[]; counted: number }> {
  if (isSearch(query)) return searchContacts(tx, query, countTo)
  const { topSignal } = query
  const [contacts, counted] = await tx.last(() =>
    Promise.all([walkContacts(tx, query), topSignal ? countOfSignal(tx, topSignal, countTo) : countAll(tx)]),
  )
  return { contacts, counted }
}

export function isNarrowed({ patterns, topSignal }: Pick<ListQuery, 'patterns' | 'topSignal'>): boolean {
  return patterns.length > 0 || topSignal !== null
}

/**
 * Whether it takes more than one walk along an index. LIKE is not leakproof: beside the policy it could not use one, and a
 * signal has an index in the order of scores only.
 */
function isSearch({ patterns, topSignal, sort }: ListQuery): boolean {
  return patterns.length > 0 || (topSignal !== null && sort !== 'score')
}

/**
 * How many rows are read at least. Limits and signals stand in the statements: where they come as values, PostgreSQL plans
 * anew for each page, which takes longer than to read a short one.
 */
const SIZES = [11, 26, 51, 101, 201]

async function walkContacts(tx: TenantTx, query: ListQuery): Promise<ListedContact[]> {
  const { sort, after, limit, topSignal } = query
  const size = SIZES.find((each) => each >= limit) ?? limit
  const values: unknown[] = [tx.organizationId]
  let where = 'organization_id = $1'
  if (topSignal) where += ` and top_signal_number = ${signalNumber(topSignal)}`
  if (after) {
    where += ` and ${behind(sort, values.length + 1)}`
    values.push(...after)
  }
  const contacts = await tx.rows<ListedContact>(
    `select ${SUMMARY}${keysOf(sort)} from contacts where ${where}
      order by ${orderBy(sort)} limit ${size}`,
    values,
    `list-${topSignal ?? 'contacts'}-${sort}${after ? '-after' : ''}-${size}`,
  )
  return contacts.slice(0, limit)
}

const FOUND = eachOf({ table: 'contacts', keys: '$2', as: 'contacts' }, '*')

/** The function finds ids with the indexes; the rows are read under row-level security. */
async function searchContacts(
  tx: TenantTx,
  { patterns, topSignal, sort, after, limit }: ListQuery,
  countTo: number | null,
): Promise<{ contacts: ListedContact[]; counted: number }> {
  const found = await tx.row<{ ids: string[] | null; counted: number | null }>(
    'select ids::text[] as ids, counted from find_contacts($1, $2, $3, $4, $5, $6)',
    [patterns, topSignal, sort, after, limit, countTo],
    'find-contacts',
  )
  const counted = found?.counted ?? 0
  if (!found?.ids) return { contacts: [], counted }
  const { ids } = found
  const read = () =>
    tx.rows<ListedContact>(
      `select ${SUMMARY}${keysOf(sort)} from ${FOUND} order by ${orderBy(sort)}`,
      [tx.organizationId, ids],
      `found-contacts-${sort}`,
    )
  return { contacts: await (countTo === null ? read() : tx.last(read)), counted }
}

/** Read to see that more have a number than a page shows. */
const HAVING_MAX = 201

/** Contacts with exactly this e-mail address or phone number. */
export function listHaving(
  tx: TenantTx,
  { email, phone }: WholeContactPoint,
  { topSignal, sort }: Pick<ListQuery, 'topSignal' | 'sort'>,
): Promise<ListedContact[]> {
  const column = email === null ? 'phone' : 'email'
  return tx.rows<ListedContact>(
    `select ${SUMMARY}${keysOf(sort)} from contacts where organization_id = $1 and ${column} = $2
        ${topSignal ? `and top_signal_number = ${signalNumber(topSignal)}` : ''}
      order by ${orderBy(sort)} limit ${HAVING_MAX}`,
    [tx.organizationId, email ?? phone],
    `having-${column}-${topSignal ?? 'any'}-${sort}`,
  )
}

/** The named contacts that are there, ordered by id. */
export function listNamed(tx: TenantTx, ids: readonly string[]): Promise<ContactSummary[]> {
  return tx.rows<ContactSummary>(
    `select ${SUMMARY} from contacts where organization_id = $1 and id = any($2) order by id`,
    [tx.organizationId, ids],
    'named-contacts',
  )
}

/** How many contacts the organization has, from the maintained counter. */
async function countAll(tx: TenantTx): Promise<number> {
  const row = await tx.row<{ contacts: number }>(
    'select contacts from organization_counters where organization_id = $1',
    [tx.organizationId],
    'count-contacts',
  )
  return row?.contacts ?? 0
}

async function countOfSignal(tx: TenantTx, signal: Category, countTo: number): Promise<number> {
  const row = await tx.row<{ contacts: number }>(
    `select count(*)::integer as contacts from (
       select from contacts where organization_id = $1 and top_signal_number = ${signalNumber(signal)} limit $2) found`,
    [tx.organizationId, countTo],
    `count-${signal}`,
  )
  return row?.contacts ?? 0
}

export type ContactRow = Omit<ContactDetail, 'signals' | 'properties' | 'tasks'>

export async function findContact(tx: TenantTx, id: string): Promise<ContactRow | undefined> {
  const row = await tx.row<ContactRow>(
    `select ${SUMMARY}, ${VERIFICATION}, refused_channels, age, birth_year, signal_strength,
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

/** Ids of up to `limit` contacts with exactly this address or number, which nobody changes meanwhile. */
export async function lockReachedBy(
  tx: TenantTx,
  reach: { email: string | null; phone: string | null },
  limit: number,
  after: string | null = null,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from contacts
      where organization_id = $1 and (email = $2 or phone = $3) and ($5::uuid is null or id > $5)
      order by id limit $4 for update`,
    [tx.organizationId, reach.email, reach.phone, limit, after],
  )
  return rows.map(({ id }) => id)
}
