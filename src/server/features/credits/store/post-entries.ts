import { columnRows } from '#server/platform/db/column-rows.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type CreditOperation, hasEntry, lockBalance, UNLIMITED_PREFIX } from '../store.ts'

/** An entry for one contact; `key` makes it idempotent. */
export type ContactEntry = { key: string; contactId: string | null; description: string }

export type LedgerEntry = Omit<ContactEntry, 'contactId'> & {
  /** Credits added (positive) or taken (negative). */
  amount: number
  operation: CreditOperation
  contactId?: string | null
  metadata?: object
}

/**
 * Changes the balance and adds its entry, both or neither, once per key. Changes the balance first, because its row lock
 * serializes all changes of an organization's credits.
 */
export async function post(tx: TenantTx, entry: LedgerEntry): Promise<'posted' | 'insufficient' | 'exists'> {
  if (!(await moveBalance(tx, entry.amount))) {
    return (await hasEntry(tx, entry.key)) ? 'exists' : 'insufficient'
  }
  if ((await insertEntries(tx, [entry])) === 1) return 'posted'
  await moveBalance(tx, -entry.amount)
  return 'exists'
}

function moveBalance(tx: TenantTx, amount: number): Promise<boolean> {
  return tx.changed(
    'update organizations set credits = credits + $2 where id = $1 and credits + $2 >= 0',
    [tx.organizationId, amount],
    'credits-move',
  )
}

/**
 * Adds the entries with new keys. The contacts may have been erased in the meantime; the amounts still count.
 *
 * @returns how many
 */
function insertEntries(tx: TenantTx, entries: readonly LedgerEntry[]): Promise<number> {
  return tx.run(
    `insert into credit_ledger
       (organization_id, amount, operation, description, contact_id, metadata, idempotency_key, created_at)
     select $1, e.amount, e.operation, e.description,
            (select id from contacts where organization_id = $1 and id = e.contact_id for key share), e.metadata, e.key,
            clock_timestamp()
       from json_to_recordset($2) as e(key text, amount integer, operation text, description text, contact_id uuid,
         metadata jsonb)
     on conflict (organization_id, idempotency_key) do nothing`,
    [tx.organizationId, columnRows(entries)],
    'credits-insert',
  )
}

/**
 * Posts debits of one credit each, in order, until the balance is 0.
 *
 * @returns how many
 * @throws {Error} for a key used before
 */
export async function postAffordable(tx: TenantTx, entries: readonly LedgerEntry[]): Promise<number> {
  const debitCount = Math.min(entries.length, (await lockBalance(tx)) ?? 0)
  if (debitCount <= 0) return 0
  const [postedCount] = await Promise.all([
    insertEntries(tx, entries.slice(0, debitCount)),
    moveBalance(tx, -debitCount),
  ])
  if (postedCount < debitCount) throw new Error('A credit was already taken for one of these keys')
  return debitCount
}

/**
 * Adds credits to the balance of an organization whose brokerage has unlimited credits. The caller posts their grants, or
 * takes them back.
 *
 * @returns false for every other organization
 */
export function addUnlimitedCredits(tx: TenantTx, amount: number): Promise<boolean> {
  return tx.changed(
    `update organizations o set credits = o.credits + $2 from brokerages b
      where o.id = $1 and b.id = o.brokerage_id and b.has_unlimited_credits`,
    [tx.organizationId, amount],
    'credits-unlimited',
  )
}

/** Completes `addUnlimitedCredits`: grants each posted debit its credit, and takes the credits of the others back. */
export async function settleUnlimitedCredits(
  tx: TenantTx,
  entries: readonly LedgerEntry[],
  postedCount: number,
): Promise<void> {
  const grants = entries.slice(0, postedCount).map(({ key, description }) => ({
    ...{ key: `${UNLIMITED_PREFIX}${key}`, description: `Unlimited credits: ${description}` },
    ...{ amount: 1, operation: 'grant' as const },
  }))
  await insertEntries(tx, grants)
  if (postedCount < entries.length) await moveBalance(tx, postedCount - entries.length)
}

/**
 * Refunds one credit for each entry with a new key. Where the debit came with a grant of unlimited credits, the grant is
 * taken back, so that refunds leave no credits behind.
 *
 * @returns how many
 */
export async function postRefunds(tx: TenantTx, entries: readonly ContactEntry[]): Promise<number> {
  const refunds = entries.map((entry) => ({ ...entry, amount: 1, operation: 'refund' as const }))
  // Locks the balance first, as in `post`.
  const [, postedCount, takenCount] = await Promise.all([
    lockBalance(tx),
    insertEntries(tx, refunds),
    takeUnlimitedBack(tx, entries),
  ])
  await moveBalance(tx, postedCount - takenCount)
  return postedCount
}

/** Takes back the grants of refunded debits, once each. @returns how many */
function takeUnlimitedBack(tx: TenantTx, refunds: readonly ContactEntry[]): Promise<number> {
  return tx.run(
    `insert into credit_ledger (organization_id, amount, operation, description, contact_id, idempotency_key, created_at)
     select $1, -g.amount, 'grant', 'Taken back after a refund', r.contact_id, '${UNLIMITED_PREFIX}' || r.idempotency_key, clock_timestamp()
       from credit_ledger r
       join credit_ledger g on g.organization_id = $1
        and g.idempotency_key = '${UNLIMITED_PREFIX}' || replace(r.idempotency_key, 'refund:', 'enrich:')
      where r.organization_id = $1 and r.idempotency_key = any($2)
     on conflict (organization_id, idempotency_key) do nothing`,
    [tx.organizationId, refunds.map(({ key }) => key)],
    'credits-take-unlimited-back',
  )
}
