import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'

export type LedgerEntry = {
  key: string
  /** Credits added (positive) or taken (negative). */
  amount: number
  operation: 'enrich' | 'refund' | 'grant' | 'expire'
  description: string
  contactId?: string | null
  metadata?: object
}

export type PaidPeriod = { key: string; start: string; end: string }

export type ListedEntry = {
  id: string
  amount: number
  operation: string
  description: string | null
  contactId: string | null
  createdAt: string
  /** The time in microseconds, as the cursor needs it. */
  exactTime: string
}

/**
 * Moves the balance and writes the entry that says so: both or neither, once a key. The balance comes first, since
 * its row lock puts everything that changes an organization's credits into one line.
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

/** The contact may have been erased meanwhile: the amount counts all the same. */
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

export async function hasEntry(tx: TenantTx, key: string): Promise<boolean> {
  const found = await tx.row(
    'select 1 from credit_ledger where organization_id = $1 and idempotency_key = $2',
    [tx.organizationId, key],
  )
  return found !== undefined
}

/** @returns the balance, which nobody else changes until the transaction ends; undefined without organization */
export async function lockBalance(tx: TenantTx): Promise<number | undefined> {
  const row = await tx.row<{ credits: number }>(
    'select credits from organizations where id = $1 for update',
    [tx.organizationId],
  )
  return row?.credits
}

export async function balance(tx: TenantTx): Promise<number | undefined> {
  const row = await tx.row<{ credits: number }>('select credits from organizations where id = $1', [
    tx.organizationId,
  ])
  return row?.credits
}

/** The newest grant of credits, and the balance now. */
export function lastGrant(
  tx: TenantTx,
): Promise<{ grantKey: string; left: number; granted: number } | undefined> {
  return tx.row(
    `select l.idempotency_key as grant_key, l.amount as granted, o.credits as left
       from credit_ledger l join organizations o on o.id = l.organization_id
      where l.organization_id = $1 and l.operation = 'grant' order by l.created_at desc limit 1`,
    [tx.organizationId],
    'credits-last-grant',
  )
}

export async function hasGrantAfter(tx: TenantTx, start: string): Promise<boolean> {
  const found = await tx.row(
    `select 1 from credit_ledger
      where organization_id = $1 and operation = 'grant' and (metadata->>'start')::timestamptz > $2 limit 1`,
    [tx.organizationId, start],
  )
  return found !== undefined
}

/** The paid period that is running at a moment, from the grant that it opened with. */
export function paidPeriodAt(tx: TenantTx, moment: Date): Promise<PaidPeriod | undefined> {
  return tx.row<PaidPeriod>(
    `select metadata->'paid'->>'key' as key, metadata->'paid'->>'start' as start, metadata->'paid'->>'end' as "end"
       from credit_ledger
      where organization_id = $1 and operation = 'grant' and (metadata->'paid'->>'end')::timestamptz > $2
      order by created_at desc limit 1`,
    [tx.organizationId, moment],
  )
}

export function entries(
  tx: TenantTx,
  limit: number,
  after: { exactTime: string; id: string } | null,
): Promise<ListedEntry[]> {
  return tx.rows<ListedEntry>(
    `select id, amount, operation, description, contact_id, created_at,
            to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact_time
       from credit_ledger
      where organization_id = $1
        and ($2::timestamptz is null or created_at < $2 or created_at = $2 and id > $3::uuid)
      order by created_at desc, id limit $4`,
    [tx.organizationId, after?.exactTime ?? null, after?.id ?? null, limit],
  )
}

const ORGANIZATIONS_A_PAGE = 500

/** Across organizations, ids only: the work itself is done inside each of them. */
export async function subscribersAfter(db: Query, id: string | null, now: Date): Promise<OrganizationId[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from organizations
      where subscription_status = 'active' and subscription_period_end > $2 and ($1::uuid is null or id > $1::uuid)
      order by id limit $3`,
    [id, now, ORGANIZATIONS_A_PAGE],
  )
  return rows.map((row) => mintOrganizationId(row.id))
}
