// The statements of the product's reads and writes, sent to the database directly as its owner, whom row-level security
// does not bind. They are named, so that each is planned once a connection.
import pg from 'pg'
import type { ContactSort } from '#contract/contacts.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import type { Category } from '#domain/signals/categories.ts'
import { newContactOf } from '#server/features/contacts/service/new-contact.ts'
import { orderBy, signalNumber } from '#server/features/contacts/store/orders.ts'

pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** `first_name` → `first_name as "firstName"` */
function named(columns: string): string {
  return columns.replace(/\w+/g, (column) => {
    const name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    return name === column ? column : `${column} as "${name}"`
  })
}

const SUMMARY = `${named(`id, first_name, last_name, email, phone, address, city, state, zip_code, profile_photo_url,
  email_verified, phone_verified, nine_d_score, move_chance, move_lift, signals_detected, top_signal`)},
  risk_data is not null as "hasRiskData",
  (risk_data is not null and risk_data -> 'review' is distinct from '0') as "hasRiskFindings",
  ${named('enriched_at, do_not_contact, created_at, updated_at')},
  (select jsonb_build_object('on', o.moved_on, 'source', o.source) from outcomes o
    where o.organization_id = contacts.organization_id and o.contact_id = contacts.id and o.undone_at is null
    order by o.source = 'person' desc, o.moved_on desc limit 1) as moved`

const DETAIL = `${SUMMARY}, ${named(`email_verification_reason, email_verified_at, email_suggestion,
  phone_verification_reason, phone_verified_at, address_verified, address_verification_reason, address_verified_at,
  employer_verified, employer_verification_reason, employer_verified_at, opted_out_channels, age, birth_year,
  signal_strength, enrichment_data, risk_data`)},
  (select jsonb_build_object('status', e.status, 'message', e.failure) from enrichments e
    where e.organization_id = $1 and e.contact_id = $2 order by e.created_at desc, e.id desc limit 1) as "lookUp"`

const SIGNALS = named(
  'id, category, score, confidence_score, confidence, source, description, detected_at, event_date, metadata',
)
const PROPERTIES =
  named(`id, address, city, state, zip_code, property_type, bedrooms, bathrooms, square_feet, year_built,
  estimated_value, last_sale_date, last_sale_price, ownership_length, property_data`)
const TASKS =
  named(`id, contact_id, playbook_id, assigned_to, title, description, due_date, completed_at, status, metadata,
  created_at, updated_at`)

export type ListQuery = { sort?: ContactSort; topSignal?: Category; search?: string; limit: number }

/** A page of the list, in the product's order and with the total that it states. */
export async function queryContactList(
  pool: pg.Pool,
  organizationId: string,
  { sort = 'score', topSignal, limit }: ListQuery,
) {
  const where = topSignal ? 'organization_id = $1 and top_signal_number = $3' : 'organization_id = $1'
  const { rows } = await pool.query({
    name: `list-${sort}-${Boolean(topSignal)}`,
    text: `select ${SUMMARY} from contacts where ${where} order by ${orderBy(sort)} limit $2`,
    values: [organizationId, limit, ...(topSignal ? [signalNumber(topSignal)] : [])],
  })
  return rows
}

/** Makes the index that everybody makes first, over a copy of what is searched. */
export async function prepareNaiveSearch(owner: pg.Client): Promise<void> {
  await owner.query('create schema if not exists bench')
  const { rows } = await owner.query(`select to_regclass('bench.searched') is not null as there`)
  if (rows[0]?.there) return
  await owner.query('create table bench.searched as select * from contacts')
  await owner.query('alter table bench.searched add primary key (organization_id, id)')
  await owner.query('create index on bench.searched using gin (search gin_trgm_ops)')
  await owner.query('vacuum analyze bench.searched')
}

/** The same search over the trigram index alone, in one statement. */
export async function queryContactSearch(
  pool: pg.Pool,
  organizationId: string,
  { search = '', limit }: ListQuery,
) {
  const patterns = searchPatterns(search)
  const { rows } = await pool.query({
    name: `search-${patterns.length}`,
    text: `select ${SUMMARY} from bench.searched as contacts where organization_id = $1
             ${patterns.map((_, i) => `and search like $${i + 3}`).join(' ')}
            order by ${orderBy('score')} limit $2`,
    values: [organizationId, limit, ...patterns],
  })
  return rows
}

/** One contact with its signals, properties and tasks, side by side. */
export async function contactOf(pool: pg.Pool, organizationId: string, id: string) {
  const values = [organizationId, id]
  const read = async (name: string, text: string) => (await pool.query({ name, text, values })).rows
  const of = 'where organization_id = $1 and contact_id = $2'
  const [[contact], signals, properties, tasks] = await Promise.all([
    read('one', `select ${DETAIL} from contacts where organization_id = $1 and id = $2`),
    read('signals', `select ${SIGNALS} from signals ${of} order by score desc, detected_at desc, id`),
    read(
      'properties',
      `select ${PROPERTIES} from properties ${of} order by estimated_value desc nulls last, id`,
    ),
    read(
      'tasks',
      `select ${TASKS} from tasks ${of} order by (status = 'completed'), due_date nulls last, created_at, id`,
    ),
  ])
  return { ...contact, signals, properties, tasks }
}

/** The input of the two writes. */
export type ContactValues = Record<'firstName' | 'lastName' | 'email' | 'city' | 'state', string>
const NOTHING = { phone: null, address: null, zipCode: null }
const TYPED = 'first_name, last_name, email, city, state, search, last_name_key'

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

const insertAuditEntry = (client: pg.PoolClient, organizationId: string, action: string, id: string) =>
  client.query({
    name: 'audit',
    text: `insert into audit_log (organization_id, actor, action, subject) values ($1, 'limit', $2, $3)`,
    values: [organizationId, action, id],
  })

const insertContactKeys = (
  client: pg.PoolClient,
  organizationId: string,
  id: string,
  keys: readonly string[],
) =>
  client.query({
    name: 'keys',
    text: `insert into contact_keys (organization_id, key, contact_id) select $1, decode(k, 'hex'), $3 from unnest($2::text[]) k`,
    values: [organizationId, keys, id],
  })

/** The writes of adding a contact: the row, its match keys, the count and the log entry. */
export function insertContact(pool: pg.Pool, organizationId: string, typed: ContactValues) {
  const { id, search, lastNameKey, keys } = newContactOf({ ...typed, ...NOTHING })
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query({
      name: 'insert',
      text: `insert into contacts (organization_id, id, ${TYPED}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${SUMMARY}`,
      values: [organizationId, id, ...typedValues(typed), search, lastNameKey],
    })
    await insertContactKeys(client, organizationId, id, keys)
    await client.query({
      name: 'count',
      text: 'update organization_counters set contacts = contacts + 1 where organization_id = $1',
      values: [organizationId],
    })
    await insertAuditEntry(client, organizationId, 'contact.added', id)
    return rows[0]
  })
}

/** The writes of changing one. */
export function updateContact(pool: pg.Pool, organizationId: string, id: string, typed: ContactValues) {
  const { search, lastNameKey, keys } = newContactOf({ ...typed, ...NOTHING }, id)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query({
      name: 'update',
      text: `update contacts set (${TYPED}) = ($3, $4, $5, $6, $7, $8, $9), updated_at = now()
              where organization_id = $1 and id = $2 returning ${SUMMARY}`,
      values: [organizationId, id, ...typedValues(typed), search, lastNameKey],
    })
    await client.query({
      name: 'forget',
      text: 'delete from contact_keys where organization_id = $1 and contact_id = $2',
      values: [organizationId, id],
    })
    await insertContactKeys(client, organizationId, id, keys)
    await insertAuditEntry(client, organizationId, 'contact.changed', id)
    return rows[0]
  })
}

function typedValues({ firstName, lastName, email, city, state }: ContactValues): string[] {
  return [firstName, lastName, email, city, state]
}
