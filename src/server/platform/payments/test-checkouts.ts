import type { BillingPeriod } from '#contract/billing.ts'
import { columnRows } from '../db/column-rows.ts'
import type { Query } from '../db/database.ts'

/** A hosted checkout of the test payments. */
export type TestCheckout = {
  id: string
  organizationId: string
  organizationName: string
  plan: 'professional'
  billingPeriod: BillingPeriod
  customerId: string
  subscriptionId: string
  status: 'open' | 'paid' | 'declined' | 'canceled'
  /** Time it was last opened, paid or declined, which is also the time of its events. */
  createdAt: string
}

const SELECT = `select c.id, c.organization_id, o.name as organization_name, c.plan, c.billing_period, c.customer_id,
  c.subscription_id, c.status, c.created_at from test_checkouts c join organizations o on o.id = c.organization_id`

/** Does nothing if it already exists. */
export async function insertCheckout(
  db: Query,
  checkout: Omit<TestCheckout, 'organizationName' | 'status'>,
): Promise<void> {
  const columns = 'id, organization_id, plan, billing_period, customer_id, subscription_id, created_at'
  await db.run(
    `insert into test_checkouts (${columns})
     select ${columns} from jsonb_populate_recordset(null::test_checkouts, $1) on conflict (id) do nothing`,
    [columnRows([checkout])],
  )
}

export function findCheckout(db: Query, id: string): Promise<TestCheckout | undefined> {
  return db.row<TestCheckout>(`${SELECT} where c.id = $1`, [id])
}

/** Lists paid checkouts of a customer, or the one that started a subscription. */
export function paidCheckouts(
  db: Query,
  { customerId, subscriptionId }: { customerId?: string; subscriptionId?: string },
): Promise<TestCheckout[]> {
  return db.rows<TestCheckout>(
    `${SELECT} where c.status = 'paid' and (c.customer_id = $1 or c.subscription_id = $2)`,
    [customerId ?? null, subscriptionId ?? null],
  )
}

/** Ends an open or declined checkout. Of two concurrent calls only one takes effect. */
export async function completeCheckout(
  db: Query,
  id: string,
  status: 'paid' | 'declined' | 'canceled',
  at: Date,
): Promise<boolean> {
  const updateCount = await db.run(
    `update test_checkouts set status = $2, created_at = greatest(created_at, $3)
      where id = $1 and status in ('open', 'declined')`,
    [id, status, at],
  )
  return updateCount === 1
}

/** Cancels open and declined checkouts, which could otherwise still be paid. */
export async function expireCheckouts(db: Query, organizationId: string): Promise<void> {
  await db.run(
    `update test_checkouts set status = 'canceled' where organization_id = $1 and status in ('open', 'declined')`,
    [organizationId],
  )
}

/** Lists checkouts paid or declined since the given time. */
export function completedSince(db: Query, since: Date): Promise<TestCheckout[]> {
  return db.rows<TestCheckout>(
    `${SELECT} where c.status in ('paid', 'declined') and c.created_at >= $1 order by c.created_at`,
    [since],
  )
}

/** Finds the events that the webhook hasn't processed. */
export async function unprocessedOf(
  db: Query,
  provider: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const ids = await db.column<string>(
    `select event_id from unnest($2::text[]) as sent (event_id)
      where not exists (select from webhook_events w
                         where w.provider = $1 and w.event_id = sent.event_id and w.processed_at is not null)`,
    [provider, eventIds],
  )
  return new Set(ids)
}
