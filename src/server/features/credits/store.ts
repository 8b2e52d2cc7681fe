import type { CREDIT_OPERATIONS, CreditFilter } from '#contract/organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'

export type CreditOperation = (typeof CREDIT_OPERATIONS)[number]

export type PaidPeriod = { key: string; start: string; end: string }

export type ListedEntry = {
  id: string
  amount: number
  operation: string
  description: string | null
  contactId: string | null
  contactName: string | null
  memberName: string | null
  createdAt: string
  /** The time in microseconds, as the cursor needs it. */
  exactTime: string
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
    'credits-lock',
  )
  return row?.credits
}

export async function readBalance(tx: TenantTx): Promise<number | undefined> {
  const row = await tx.row<{ credits: number }>('select credits from organizations where id = $1', [
    tx.organizationId,
  ])
  return row?.credits
}

/** The newest grant of credits, and the balance now. */
export function findLastGrant(
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

/** Grants that count: those of payments that were not paid back. `l` is the ledger. */
const NOT_REFUNDED = `not exists (
  select from subscription_payments p
   where p.organization_id = l.organization_id and p.invoice_id = l.metadata->'paid'->>'key'
     and p.refunded_at is not null)`

/** Grants of a subscription that the organization stands by, where its subscription is known: one that ended grants no more. */
const OF_STANDING = `not exists (
  select from subscriptions s join organizations o on o.id = s.organization_id
   where s.organization_id = l.organization_id and s.subscription_id is distinct from o.stripe_subscription_id
     and (s.subscription_id = l.metadata->'paid'->>'key'
       or exists (select from subscription_payments p
                   where p.organization_id = s.organization_id and p.provider = s.provider
                     and p.subscription_id = s.subscription_id and p.invoice_id = l.metadata->'paid'->>'key')))`

/**
 * The paid period that is running at a moment, from the grant that it opened with. It is the one that began last: a year
 * that was left for months grants no more, also between two of them.
 */
export function paidPeriodAt(tx: TenantTx, moment: Date): Promise<PaidPeriod | undefined> {
  return tx.row<PaidPeriod>(
    `select paid->>'key' as key, paid->>'start' as start, paid->>'end' as "end"
       from (select metadata->'paid' as paid from credit_ledger l
              where organization_id = $1 and operation = 'grant' and metadata->'paid'->>'end' is not null
                and ${NOT_REFUNDED} and ${OF_STANDING}
              order by (metadata->'paid'->>'start')::timestamptz desc, created_at desc limit 1) last
      where (paid->>'end')::timestamptz > $2`,
    [tx.organizationId, moment],
  )
}

/** The credits of the month that was granted last, and the paid period it belongs to. */
export type CreditMonth = {
  key: string
  granted: number
  start: string | null
  grantedAt: string
  paid: PaidPeriod | null
}

/**
 * What a switch between month and year takes from its own grant, in the same transaction and behind it; other expiry comes
 * before the grant and takes what earlier ones left. `l` is the entry.
 */
const TAKEN_BY_SWITCH = `l.operation = 'expire' and exists (
  select from credit_ledger g where g.organization_id = l.organization_id and g.created_at < l.created_at
     and g.idempotency_key = 'grant:' || substring(l.idempotency_key from '^expire:(.*)'))`

/** What a switch took from the grant that a month began with, as a number below zero. */
export async function takenBySwitch(tx: TenantTx, month: CreditMonth): Promise<number> {
  const row = await tx.row<{ amount: number }>(
    `select amount from credit_ledger l
      where organization_id = $1 and idempotency_key = 'expire:' || $2 and ${TAKEN_BY_SWITCH}`,
    [tx.organizationId, month.key],
  )
  return row?.amount ?? 0
}

export function findLastMonth(tx: TenantTx): Promise<CreditMonth | undefined> {
  return tx.row<CreditMonth>(
    `select amount as granted, substring(idempotency_key from '^grant:(.*)') as key, metadata->>'start' as start, created_at as granted_at, metadata->'paid' as paid
       from credit_ledger l
      where organization_id = $1 and operation = 'grant' and ${NOT_REFUNDED}
      order by (metadata->>'start')::timestamptz desc nulls last, created_at desc limit 1`,
    [tx.organizationId],
  )
}

/** What was granted under an invoice, its months included; 0 for none. */
export async function grantedFor(tx: TenantTx, invoiceId: string): Promise<number> {
  const row = await tx.row<{ amount: number }>(
    `select coalesce(sum(amount), 0)::int as amount from credit_ledger
      where organization_id = $1 and operation = 'grant' and metadata->'paid'->>'key' = $2`,
    [tx.organizationId, invoiceId],
  )
  return row?.amount ?? 0
}

/** `isOver`: another period was granted since. */
export type Revocation = { amount: number; isOver: boolean }

/** What was taken for the refund of an invoice, and given back, the oldest first. */
export function listRevokes(tx: TenantTx, invoiceId: string): Promise<Revocation[]> {
  return tx.rows<Revocation>(
    `select l.amount, exists (select from credit_ledger g
              where g.organization_id = l.organization_id and g.operation = 'grant'
                and g.created_at > l.created_at) as is_over
       from credit_ledger l
      where l.organization_id = $1 and l.operation = 'revoke' and l.metadata->>'invoice' = $2
      order by l.created_at`,
    [tx.organizationId, invoiceId],
  )
}

/** Credits that entries of some kinds took since a moment, less those that came back. */
export async function usedSince(
  tx: TenantTx,
  moment: string,
  operations: readonly CreditOperation[],
): Promise<number> {
  const row = await tx.row<{ used: number }>(
    `select coalesce(-sum(amount), 0)::int as used from credit_ledger
      where organization_id = $1 and operation = any($3) and created_at >= $2`,
    [tx.organizationId, moment, operations],
  )
  return row?.used ?? 0
}

export type UsageDay = { day: string; used: number; refunded: number; granted: number }

/** One row a day in UTC, also for days on which nothing moved. */
export function usageByDay(tx: TenantTx, from: string, to: string): Promise<UsageDay[]> {
  return tx.rows<UsageDay>(
    `select d.day::date as day,
            coalesce(-sum(l.amount) filter (where l.operation = 'enrich'), 0)::int as used,
            coalesce(sum(l.amount) filter (where l.operation = 'refund'), 0)::int as refunded,
            coalesce(sum(l.amount) filter (where l.operation = 'grant' or ${TAKEN_BY_SWITCH}), 0)::int as granted
       from generate_series($2::date, $3::date, interval '1 day') d(day)
       left join credit_ledger l on l.organization_id = $1
             and l.created_at >= d.day and l.created_at < d.day + interval '1 day'
      group by d.day order by d.day`,
    [tx.organizationId, from, to],
  )
}

export function listEntries(
  tx: TenantTx,
  filter: CreditFilter,
  limit: number,
  after: { exactTime: string; id: string } | null,
): Promise<ListedEntry[]> {
  return tx.rows<ListedEntry>(
    `select l.id, l.amount, l.operation, l.description, l.contact_id, l.created_at, l.exact_time,
            c.first_name || ' ' || c.last_name as contact_name,
            coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as member_name
       from (
         select *, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exact_time,
                substring(idempotency_key from '^(?:enrich|refund):([0-9a-f-]{36})$')::uuid as enrichment_id
           from credit_ledger
          where organization_id = $1
            and ($2::timestamptz is null or created_at < $2 or created_at = $2 and id > $3::uuid)
            and ($5::text is null or operation = $5)
            and ($6::date is null or created_at >= $6::date) and ($7::date is null or created_at < $7::date + 1)
            and ($8::uuid is null or contact_id = $8)
          order by created_at desc, id limit $4) l
       left join contacts c on c.organization_id = $1 and c.id = l.contact_id
       left join enrichments e on e.organization_id = $1 and e.id = l.enrichment_id
       left join users u on u.id = e.requested_by
      order by l.created_at desc, l.id`,
    [
      ...[tx.organizationId, after?.exactTime ?? null, after?.id ?? null, limit],
      ...[filter.operation ?? null, filter.from ?? null, filter.to ?? null, filter.contactId ?? null],
    ],
  )
}

const ORGANIZATION_PAGE = 500

/** Across organizations, ids only: the work itself is done inside each of them. */
export async function listSubscribersAfter(
  db: Query,
  id: string | null,
  now: Date,
): Promise<OrganizationId[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from organizations
      where subscription_status = 'active' and subscription_period_end > $2 and ($1::uuid is null or id > $1::uuid)
      order by id limit $3`,
    [id, now, ORGANIZATION_PAGE],
  )
  return rows.map((row) => mintOrganizationId(row.id))
}
