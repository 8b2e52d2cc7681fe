import type { TenantTx } from '#server/platform/db/database.ts'
import { type CreditOperation, hasEntry, lockBalance } from '../store.ts'

export type LedgerEntry = {
  key: string
  /** Credits added (positive) or taken (negative). */
  amount: number
  operation: CreditOperation
  description: string
  contactId?: string | null
  metadata?: object
}

/**
 * Changes the balance and adds its entry, both or neither, once per key. The balance comes first, because its row lock
 * serializes all changes of an organization's credits.
 */
export async function post(tx: TenantTx, entry: LedgerEntry): Promise<'posted' | 'insufficient' | 'exists'> {
  if (!(await moveBalance(tx, entry.amount))) {
    return (await hasEntry(tx, entry.key)) ? 'exists' : 'insufficient'
  }
  if (await insertEntry(tx, entry)) return 'posted'
  await moveBalance(tx, -entry.amount)
  return 'exists'
}

async function moveBalance(tx: TenantTx, amount: number): Promise<boolean> {
  const moved = await tx.run(
    'update organizations set credits = credits + $2 where id = $1 and credits + $2 >= 0',
    [tx.organizationId, amount],
    'credits-move',
  )
  return moved === 1
}

/** The contact may have been erased in the meantime; the amount still counts. */
async function insertEntry(tx: TenantTx, entry: LedgerEntry): Promise<boolean> {
  const inserted = await tx.run(
    `insert into credit_ledger
       (organization_id, amount, operation, description, contact_id, metadata, idempotency_key, created_at)
     values ($1, $2, $3, $4,
       (select id from contacts where organization_id = $1 and id = $5 for key share), $6, $7, clock_timestamp())
     on conflict (organization_id, idempotency_key) do nothing`,
    [
      tx.organizationId,
      entry.amount,
      entry.operation,
      entry.description,
      entry.contactId ?? null,
      entry.metadata ? JSON.stringify(entry.metadata) : null,
      entry.key,
    ],
    'credits-insert',
  )
  return inserted === 1
}

/**
 * Posts debits of one credit each, in order, as far as the balance goes.
 *
 * @returns how many
 * @throws unique violation for a key used before
 */
export async function postFirst(tx: TenantTx, entries: readonly LedgerEntry[]): Promise<number> {
  const possible = Math.min(entries.length, (await lockBalance(tx)) ?? 0)
  if (possible <= 0) return 0
  const posted = entries.slice(0, possible)
  const lines = posted.map(({ key, amount, operation, description, contactId }) => ({
    ...{ key, amount, operation, description },
    contact_id: contactId ?? null,
  }))
  await Promise.all([
    tx.run(
      `insert into credit_ledger
         (organization_id, amount, operation, description, contact_id, idempotency_key, created_at)
       select $1, l.amount, l.operation, l.description,
              (select id from contacts where organization_id = $1 and id = l.contact_id), l.key, clock_timestamp()
         from json_to_recordset($2) as l(key text, amount integer, operation text, description text, contact_id uuid)`,
      [tx.organizationId, JSON.stringify(lines)],
      'credits-insert-many',
    ),
    moveBalance(
      tx,
      posted.reduce((sum, { amount }) => sum + amount, 0),
    ),
  ])
  return possible
}

/**
 * Refunds one credit for each entry with a new key; the balance ends as if they had come one by one. The contacts may have
 * been erased in the meantime.
 *
 * @returns how many
 */
export async function postRefunds(
  tx: TenantTx,
  entries: readonly Pick<LedgerEntry, 'key' | 'description' | 'contactId'>[],
): Promise<number> {
  const lines = entries.map(({ key, description, contactId }) => ({
    ...{ key, description, contact_id: contactId ?? null },
  }))
  const [, posted] = await Promise.all([
    // Locks the balance first, as in `post`.
    lockBalance(tx),
    tx.row<{ posted: number }>(
      `with posted as (
         insert into credit_ledger
           (organization_id, amount, operation, description, contact_id, idempotency_key, created_at)
         select $1, 1, 'refund', l.description,
                (select id from contacts where organization_id = $1 and id = l.contact_id for key share), l.key,
                clock_timestamp()
           from jsonb_to_recordset($2) as l(key text, description text, contact_id uuid)
         on conflict (organization_id, idempotency_key) do nothing returning amount)
       update organizations set credits = credits + (select count(*) from posted) where id = $1
       returning (select count(*)::int from posted) as posted`,
      [tx.organizationId, JSON.stringify(lines)],
      'credits-refund',
    ),
  ])
  return posted?.posted ?? 0
}
