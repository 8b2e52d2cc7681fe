// The statements of the product's reads and writes, sent to the database directly as its owner, who bypasses row-level
// security. They are named, so that each is planned once per connection.
import pg from 'pg'
import type { ContactInput, ContactSort } from '#contract/contacts.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import type { Category } from '#domain/signals/categories.ts'
import { MAX_CONTACTS } from '#server/features/contacts/limits.ts'
import { draftOf, newContactOf } from '#server/features/contacts/service/new-contact.ts'
import * as knowledge from '#server/features/contacts/store/knowledge.ts'
import { orderSql, signalNumber } from '#server/features/contacts/store/orders.ts'
import * as read from '#server/features/contacts/store/read-contacts.ts'
import * as write from '#server/features/contacts/store/write-contacts.ts'
import { listForContact } from '#server/features/tasks/store/read-tasks.ts'
import { audit } from '#server/platform/audit.ts'
import { columnTypes } from '#server/platform/db/column-values.ts'
import { queryOn, type TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import { transactionsOf } from '#server/platform/db/transactions.ts'

export type ListQuery = { sort?: ContactSort; topSignal?: Category; search?: string; limit: number }

/** Waits for a connection as long as it takes: a search without the product's index may take seconds. */
export function openPool(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 10,
    options: '-c timezone=UTC',
    types: columnTypes,
  })
  // The database may stop before the last idle connection was closed.
  pool.on('error', () => {})
  return pool
}

/** The part of a transaction in an organization that stores use. */
function tenantOn(connection: pg.Pool | pg.PoolClient, organizationId: string): TenantTx {
  return { ...queryOn(connection), organizationId: mintOrganizationId(organizationId) } as TenantTx
}

/** A page of the list, in the product's order and with the total that it states. */
export function queryContactList(
  pool: pg.Pool,
  organizationId: string,
  { sort = 'score', topSignal, limit }: ListQuery,
) {
  const where = topSignal ? 'organization_id = $1 and top_signal_number = $3' : 'organization_id = $1'
  return queryOn(pool).rows<{ id: string }>(
    `select ${read.SUMMARY_COLUMNS} from contacts where ${where} order by ${orderSql(sort)} limit $2`,
    [organizationId, limit, ...(topSignal ? [signalNumber(topSignal)] : [])],
    `list-${sort}-${Boolean(topSignal)}`,
  )
}

/** Creates the usual trigram index over a copy of the searched text. */
export async function prepareNaiveSearch(pool: pg.Pool): Promise<void> {
  await pool.query('create schema if not exists bench')
  if (await queryOn(pool).value(`select to_regclass('bench.searched') is not null as there`)) return
  await pool.query('create table bench.searched as select * from contacts')
  await pool.query('alter table bench.searched add primary key (organization_id, id)')
  await pool.query('create index on bench.searched using gin (search gin_trgm_ops)')
  await pool.query('vacuum analyze bench.searched')
}

/** The same search over the trigram index alone, in one statement. */
export function queryContactSearch(pool: pg.Pool, organizationId: string, { search = '', limit }: ListQuery) {
  const patterns = searchPatterns(search)
  return queryOn(pool).rows<{ id: string }>(
    `select ${read.SUMMARY_COLUMNS} from bench.searched as contacts where organization_id = $1
       ${patterns.map((_, i) => `and search like $${i + 3}`).join(' ')}
      order by ${orderSql('score')} limit $2`,
    [organizationId, limit, ...patterns],
    `search-${patterns.length}`,
  )
}

/** One contact with its signals, properties and tasks, side by side. */
export async function queryContact(pool: pg.Pool, organizationId: string, id: string) {
  const tx = tenantOn(pool, organizationId)
  const [contact, signals, properties, tasks] = await Promise.all([
    read.findContact(tx, id),
    knowledge.listSignals(tx, [id]),
    knowledge.listProperties(tx, [id]),
    listForContact(tx, id),
  ])
  return { ...contact, signals, properties, tasks }
}

function inTransaction<T>(
  pool: pg.Pool,
  organizationId: string,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  const within = transactionsOf(pool)
  return within('begin', ({ client }) => work(tenantOn(client, organizationId)), {
    pipelined: true,
    readOnly: false,
  })
}

const ACTOR = { actor: { kind: 'visitor' } } as const

/** The writes of adding a contact: the row, its match keys, the count and the log entry. */
export function insertContact(pool: pg.Pool, organizationId: string, typed: ContactInput) {
  const contact = newContactOf(draftOf(typed))
  return inTransaction(pool, organizationId, async (tx) => {
    const [, [added]] = await Promise.all([
      write.insertContacts(tx, [contact], { importId: null, maxContacts: MAX_CONTACTS }),
      read.listByIds(tx, [contact.id]),
      audit(tx, { ...ACTOR, action: 'contact.added', subject: contact.id }),
    ])
    return added
  })
}

/** The writes of changing one. */
export function updateContact(pool: pg.Pool, organizationId: string, id: string, typed: ContactInput) {
  const contact = newContactOf(draftOf(typed), id)
  return inTransaction(pool, organizationId, async (tx) => {
    const forget = 'delete from contact_keys where organization_id = $1 and contact_id = $2'
    const [, , [changed]] = await Promise.all([
      tx.run(forget, [organizationId, id], 'forget'),
      write.updateContact(tx, contact, []),
      read.listByIds(tx, [id]),
      audit(tx, { ...ACTOR, action: 'contact.changed', subject: id }),
    ])
    return changed
  })
}
