import type { CreditUsageDay } from '#contract/billing.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { CREDIT_OPERATIONS, CreditFilter, getCredits } from '#contract/organizations.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'
import type { TimeRange } from '#server/platform/page.ts'

export type CreditOperation = (typeof CREDIT_OPERATIONS)[number]

export type PaidPeriod = { key: string; start: string; end: string }

export type ListedEntry = ResponseOf<typeof getCredits>['entries'][number] & {
  /** Exact to the microsecond, for the cursor. */
  exactAt: string
}

/** Key of a grant that comes with a debit, where credits are unlimited. It opens no credit month. */
export const UNLIMITED_PREFIX = 'unlimited:'
const IS_MONTH_GRANT = `l.operation = 'grant' and l.idempotency_key not like '${UNLIMITED_PREFIX}%'`

export function hasEntry(tx: TenantTx, key: string): Promise<boolean> {
  return tx.exists('select 1 from credit_ledger where organization_id = $1 and idempotency_key = $2', [
    tx.organizationId,
    key,
  ])
}

/** @returns the balance, locked until the transaction ends; undefined without the organization */
export function lockBalance(tx: TenantTx): Promise<number | undefined> {
  return tx.find(
    'select credits from organizations where id = $1 for update',
    [tx.organizationId],
    'credits-lock',
  )
}

export function readBalance(tx: TenantTx): Promise<number | undefined> {
  return tx.find('select credits from organizations where id = $1', [tx.organizationId])
}

/** The newest grant and the current balance; undefined with unlimited credits. */
export function findLastGrant(
  tx: TenantTx,
): Promise<{ grantKey: string; left: number; granted: number } | undefined> {
  return tx.row(
    `select l.idempotency_key as grant_key, l.amount as granted, o.credits as left
       from credit_ledger l join organizations o on o.id = l.organization_id
      where l.organization_id = $1 and ${IS_MONTH_GRANT}
        and not exists (select from brokerages b where b.id = o.brokerage_id and b.has_unlimited_credits)
      order by l.created_at desc limit 1`,
    [tx.organizationId],
    'credits-last-grant',
  )
}

export function hasGrantAfter(tx: TenantTx, start: string): Promise<boolean> {
  return tx.exists(
    `select 1 from credit_ledger
      where organization_id = $1 and operation = 'grant' and (metadata->>'start')::timestamptz > $2 limit 1`,
    [tx.organizationId, start],
  )
}

/** Excludes grants of refunded payments. `l` is the ledger. */
const IS_NOT_REFUNDED = `not exists (
  select from subscription_payments p
   where p.organization_id = l.organization_id and p.invoice_id = l.metadata->'paid'->>'key'
     and p.refunded_at is not null)`

/** Excludes grants of a known subscription that isn't the organization's current one. */
const IS_OF_SUBSCRIPTION = `not exists (
  select from subscriptions s join organizations o on o.id = s.organization_id
   where s.organization_id = l.organization_id and s.subscription_id is distinct from o.stripe_subscription_id
     and (s.subscription_id = l.metadata->'paid'->>'key'
       or exists (select from subscription_payments p
                   where p.organization_id = s.organization_id and p.provider = s.provider
                     and p.subscription_id = s.subscription_id and p.invoice_id = l.metadata->'paid'->>'key')))`

/**
 * The paid period at a moment, from the grant that opened it. Only the newest one counts, because a yearly period grants
 * nothing more after a switch to monthly billing.
 */
export function findPaidPeriod(tx: TenantTx, moment: Date): Promise<PaidPeriod | undefined> {
  return tx.row<PaidPeriod>(
    `select paid->>'key' as key, paid->>'start' as start, paid->>'end' as "end"
       from (select metadata->'paid' as paid from credit_ledger l
              where organization_id = $1 and operation = 'grant' and metadata->'paid'->>'end' is not null
                and ${IS_NOT_REFUNDED} and ${IS_OF_SUBSCRIPTION}
              order by (metadata->'paid'->>'start')::timestamptz desc, created_at desc limit 1) last
      where (paid->>'end')::timestamptz > $2`,
    [tx.organizationId, moment],
  )
}

/** The last granted month and its paid period. */
export type CreditMonth = {
  key: string
  granted: number
  start: string | null
  grantedAt: string
  paid: PaidPeriod | null
}

/**
 * Condition for an entry that takes credits from a switch's own grant, after that grant. Other expiry entries come before
 * their grant and take remaining credits of earlier ones. `l` is the entry.
 */
const IS_TAKEN_BY_SWITCH = `l.operation = 'expire' and exists (
  select from credit_ledger g where g.organization_id = l.organization_id and g.created_at < l.created_at
     and g.idempotency_key = 'grant:' || substring(l.idempotency_key from '^expire:(.*)'))`

/** Credits that a switch took from the month's grant, as a negative number. */
export async function sumTakenBySwitch(tx: TenantTx, month: CreditMonth): Promise<number> {
  return (
    (await tx.find<number>(
      `select amount from credit_ledger l
      where organization_id = $1 and idempotency_key = 'expire:' || $2 and ${IS_TAKEN_BY_SWITCH}`,
      [tx.organizationId, month.key],
    )) ?? 0
  )
}

export function findLastMonth(tx: TenantTx): Promise<CreditMonth | undefined> {
  return tx.row<CreditMonth>(
    `select amount as granted, substring(idempotency_key from '^grant:(.*)') as key, metadata->>'start' as start, created_at as granted_at, metadata->'paid' as paid
       from credit_ledger l
      where organization_id = $1 and ${IS_MONTH_GRANT} and ${IS_NOT_REFUNDED}
      order by (metadata->>'start')::timestamptz desc nulls last, created_at desc limit 1`,
    [tx.organizationId],
  )
}

/** Credits granted under an invoice, all months included; 0 for none. */
export function sumGrantedFor(tx: TenantTx, invoiceId: string): Promise<number> {
  return tx.value(
    `select coalesce(sum(amount), 0)::int as amount from credit_ledger
      where organization_id = $1 and operation = 'grant' and metadata->'paid'->>'key' = $2`,
    [tx.organizationId, invoiceId],
  )
}

/** A revocation or restoration. `isOver`: another period was granted later. */
export type Revocation = { amount: number; isOver: boolean }

/** Revocations and restorations for an invoice's refund, oldest first. */
export function listRevocations(tx: TenantTx, invoiceId: string): Promise<Revocation[]> {
  return tx.rows<Revocation>(
    `select l.amount, exists (select from credit_ledger g
              where g.organization_id = l.organization_id and g.operation = 'grant'
                and g.idempotency_key not like '${UNLIMITED_PREFIX}%' and g.created_at > l.created_at) as is_over
       from credit_ledger l
      where l.organization_id = $1 and l.operation = 'revoke' and l.metadata->>'invoice' = $2
      order by l.created_at`,
    [tx.organizationId, invoiceId],
  )
}

/** Credits that entries of some operations took since a moment, minus returned ones. */
export function sumUsedSince(
  tx: TenantTx,
  moment: string,
  operations: readonly CreditOperation[],
): Promise<number> {
  return tx.value(
    `select coalesce(-sum(amount), 0)::int as used from credit_ledger
      where organization_id = $1 and operation = any($3) and created_at >= $2`,
    [tx.organizationId, moment, operations],
  )
}

/** Credits granted together with debits since a moment, where credits are unlimited. */
export function sumUnlimitedSince(tx: TenantTx, moment: string): Promise<number> {
  return tx.value(
    `select coalesce(sum(amount), 0)::int as amount from credit_ledger l
      where organization_id = $1 and operation = 'grant' and not (${IS_MONTH_GRANT}) and created_at >= $2`,
    [tx.organizationId, moment],
  )
}

/** Usage with one row per day in UTC, including days without entries. */
export function listUsageByDay(tx: TenantTx, from: string, to: string): Promise<CreditUsageDay[]> {
  return tx.rows<CreditUsageDay>(
    `select d.day::date as day,
            coalesce(-sum(l.amount) filter (where l.operation = 'enrich'), 0)::int as used,
            coalesce(sum(l.amount) filter (where l.operation = 'refund'), 0)::int as refunded,
            coalesce(sum(l.amount) filter (where l.operation = 'grant' or ${IS_TAKEN_BY_SWITCH}), 0)::int as granted
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
  { after, limit }: TimeRange,
): Promise<ListedEntry[]> {
  return tx.rows<ListedEntry>(
    `select l.id, l.amount, l.operation, l.description, l.contact_id, l.created_at, l.exact_at,
            c.first_name || ' ' || c.last_name as contact_name,
            ${userNameSql('u')} as member_name
       from (
         select *, created_at::text as exact_at,
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
      ...[tx.organizationId, after?.at ?? null, after?.id ?? null, limit],
      ...[filter.operation ?? null, filter.from ?? null, filter.to ?? null, filter.contactId ?? null],
    ],
  )
}

const ORGANIZATION_PAGE = 500

/** A page of organizations with an active subscription, ids only. */
export function listSubscribersAfter(db: Query, id: string | null, now: Date): Promise<OrganizationId[]> {
  return db.column(
    `select id from organizations
      where subscription_status = 'active' and subscription_period_end > $2 and ($1::uuid is null or id > $1::uuid)
      order by id limit $3`,
    [id, now, ORGANIZATION_PAGE],
  )
}
