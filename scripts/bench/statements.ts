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
import * as reads from '#server/features/contacts/store/read-contacts.ts'
import * as writes from '#server/features/contacts/store/write-contacts.ts'
import { listForContact } from '#server/features/tasks/store/read-tasks.ts'
import { audit } from '#server/platform/audit.ts'
import { columnTypes } from '#server/platform/db/column-values.ts'
import { queryOn, type TenantTx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { transactionsOf } from '#server/platform/db/transactions.ts'

export type ListQuery = { sort?: ContactSort; topSignal?: Category; search?: string; limit: number }

const ACTOR = { actor: { kind: 'visitor' } } as const

/** The statements of one organization. */
export function openStatements(ownerUrl: string, organizationId: string) {
  // Waits for a connection as long as it takes: a search without the product's index may take seconds.
  const options = '-c timezone=UTC'
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 10, options, types: columnTypes })
  // The database may stop before the last idle connection was closed.
  pool.on('error', () => {})
  const db = queryOn(pool)

  /** The part of a transaction in an organization that stores use. */
  const tenantOn = (connection: pg.Pool | pg.PoolClient) =>
    ({
      ...queryOn(connection),
      organizationId: parseOrganizationId(organizationId),
      asOrganization: (send: () => Promise<unknown>) => send(),
    }) as TenantTx
  const runInTransaction = transactionsOf(pool)
  const write = <T>(work: (tx: TenantTx) => Promise<T>) =>
    runInTransaction('begin', ({ client }) => work(tenantOn(client)), { pipelined: true, readOnly: false })

  return {
    db,
    close: () => pool.end(),

    /** A page of the list in the product's order, or of a search over the trigram index alone. */
    listContacts({ sort = 'score', topSignal, search = '', limit }: ListQuery) {
      const patterns = searchPatterns(search)
      const filters = topSignal ? ['top_signal_number = $3'] : patterns.map((_, i) => `search like $${i + 3}`)
      return db.rows<{ id: string }>(
        `select ${reads.SUMMARY_COLUMNS} from ${search ? 'bench.searched' : 'contacts'} as contacts
          where ${['organization_id = $1', ...filters].join(' and ')} order by ${orderSql(sort)} limit $2`,
        [organizationId, limit, ...(topSignal ? [signalNumber(topSignal)] : patterns)],
        `list-${sort}-${Boolean(topSignal)}-${patterns.length}`,
      )
    },

    /** Creates the usual trigram index over a copy of the searched text. */
    async prepareNaiveSearch(): Promise<void> {
      await db.run('create schema if not exists bench')
      if (await db.value(`select to_regclass('bench.searched') is not null as exists`)) return
      await pool.query(`create table bench.searched as select * from contacts;
        alter table bench.searched add primary key (organization_id, id);
        create index on bench.searched using gin (search gin_trgm_ops)`)
      await db.run('vacuum analyze bench.searched')
    },

    /** One contact with its signals, properties and tasks, side by side. */
    async readContact(id: string) {
      const tx = tenantOn(pool)
      const [contact, signals, properties, tasks] = await Promise.all([
        reads.findContact(tx, id),
        knowledge.listSignals(tx, [id]),
        knowledge.listProperties(tx, [id]),
        listForContact(tx, id),
      ])
      return { ...contact, signals, properties, tasks }
    },

    /** The writes of adding a contact: the row, its match keys, the count and the log entry. */
    async insertContact(input: ContactInput) {
      const contact = newContactOf(draftOf(input))
      const [, [inserted]] = await write((tx) =>
        Promise.all([
          writes.insertContacts(tx, [contact], { importId: null, maxContacts: MAX_CONTACTS }),
          reads.listByIds(tx, [contact.id]),
          audit(tx, { ...ACTOR, action: 'contact.added', subject: contact.id }),
        ]),
      )
      return inserted
    },

    /** The writes of changing one. */
    async updateContact(id: string, input: ContactInput) {
      const contact = newContactOf(draftOf(input), id)
      const deleteKeys = 'delete from contact_keys where organization_id = $1 and contact_id = $2'
      const [, , [updated]] = await write((tx) =>
        Promise.all([
          tx.run(deleteKeys, [organizationId, id], 'delete-keys'),
          writes.updateContact(tx, contact, []),
          reads.listByIds(tx, [id]),
          audit(tx, { ...ACTOR, action: 'contact.changed', subject: id }),
        ]),
      )
      return updated
    },
  }
}
export type Statements = ReturnType<typeof openStatements>
