import { columnRows } from '../db/column-rows.ts'
import type { Query } from '../db/database.ts'
import type { TestCard, TestInvoice, TestPayer, TestSubscription } from './test-life.ts'
import type { StripeEvent } from './webhook-signature.ts'

/** A customer of the test payments as shown on the portal page. */
export type TestCustomer = { id: string; organizationId: string; organizationName: string; card: TestCard }

const SUBSCRIPTION = `s.id, s.customer_id, c.organization_id, s.billing_period, s.status, s.period_start, s.period_end,
  s.cancel_at_period_end, s.created_at, s.last_event_at`
const INVOICE = `id, subscription_id, created_at, amount_cents, status, billing_reason, period_start, period_end,
  attempt_count, next_attempt_at, refund_key, credit_cents`

export async function addCustomer(db: Query, id: string, organizationId: string): Promise<void> {
  await db.run(
    'insert into test_customers (id, organization_id) values ($1, $2) on conflict (id) do nothing',
    [id, organizationId],
  )
}

export function findCustomer(db: Query, id: string): Promise<TestCustomer | undefined> {
  return db.row<TestCustomer>(
    `select c.id, c.organization_id, o.name as organization_name, c.card
       from test_customers c join organizations o on o.id = c.organization_id where c.id = $1`,
    [id],
  )
}

export async function updateCard(db: Query, customerId: string, card: TestCard): Promise<void> {
  await db.run('update test_customers set card = $2 where id = $1', [customerId, card])
}

export async function updateBalance(db: Query, customerId: string, balanceCents: number): Promise<void> {
  await db.run('update test_customers set balance_cents = $2 where id = $1', [customerId, balanceCents])
}

/** Does nothing if it already exists. */
export async function addSubscription(db: Query, subscription: TestSubscription): Promise<void> {
  const columns =
    'id, customer_id, billing_period, status, period_start, period_end, created_at, last_event_at'
  await db.run(
    `insert into test_subscriptions (${columns})
     select ${columns} from jsonb_populate_recordset(null::test_subscriptions, $1) on conflict (id) do nothing`,
    [columnRows([subscription])],
  )
}

export async function updateSubscription(db: Query, subscription: TestSubscription): Promise<void> {
  const { id, status, periodStart, periodEnd, cancelAtPeriodEnd, lastEventAt, billingPeriod } = subscription
  await db.run(
    `update test_subscriptions
        set status = $2, period_start = $3, period_end = $4, cancel_at_period_end = $5, last_event_at = $6,
            billing_period = $7
      where id = $1`,
    [id, status, periodStart, periodEnd, cancelAtPeriodEnd, lastEventAt, billingPeriod],
  )
}

export function subscriptionsOf(db: Query, customerId: string): Promise<TestSubscription[]> {
  return db.rows<TestSubscription>(
    `select ${SUBSCRIPTION} from test_subscriptions s join test_customers c on c.id = s.customer_id
      where s.customer_id = $1 order by s.created_at desc, s.id`,
    [customerId],
  )
}

/** Reads and locks a subscription until the transaction ends. */
export async function lockSubscription(
  tx: Query,
  id: string,
): Promise<(TestSubscription & TestPayer) | undefined> {
  return tx.row<TestSubscription & TestPayer>(
    `select ${SUBSCRIPTION}, c.card, c.balance_cents from test_subscriptions s join test_customers c on c.id = s.customer_id
      where s.id = $1 for update of s`,
    [id],
  )
}

const INSERT_INVOICE = `insert into test_invoices (${INVOICE})
  select ${INVOICE} from jsonb_populate_recordset(null::test_invoices, $1) on conflict (id)`

/** Does nothing if it already exists. */
export async function addInvoice(db: Query, invoice: TestInvoice): Promise<void> {
  await db.run(`${INSERT_INVOICE} do nothing`, [columnRows([invoice])])
}

/** Inserts an invoice or updates its state. */
export async function putInvoice(db: Query, invoice: TestInvoice): Promise<void> {
  await db.run(
    `${INSERT_INVOICE} do update set status = excluded.status, attempt_count = excluded.attempt_count,
       next_attempt_at = excluded.next_attempt_at, refund_key = excluded.refund_key`,
    [columnRows([invoice])],
  )
}

export function findInvoice(db: Query, id: string): Promise<TestInvoice | undefined> {
  return db.row<TestInvoice>(`select ${INVOICE} from test_invoices where id = $1`, [id])
}

export function openInvoice(db: Query, subscriptionId: string): Promise<TestInvoice | undefined> {
  return db.row<TestInvoice>(
    `select ${INVOICE} from test_invoices where subscription_id = $1 and status = 'open'`,
    [subscriptionId],
  )
}

/** Lists invoices, newest first. `number` counts the customer's invoices from 1. */
export function invoicesOf(
  db: Query,
  customerId: string,
  limit: number,
): Promise<(TestInvoice & { number: number })[]> {
  return db.rows<TestInvoice & { number: number }>(
    `select ${INVOICE}, row_number() over (order by created_at, position)::int as number
       from test_invoices where subscription_id in (select id from test_subscriptions where customer_id = $1)
      order by created_at desc, position desc limit $2`,
    [customerId, limit],
  )
}

export type TestPortalSession = { id: string; customerId: string; returnUrl: string; createdAt: string }

export async function addPortal(db: Query, session: TestPortalSession): Promise<void> {
  await db.run('insert into test_portals select * from jsonb_populate_recordset(null::test_portals, $1)', [
    columnRows([session]),
  ])
}

/** Finds a portal session opened after the given time. */
export function findPortal(db: Query, id: string, openedAfter: Date): Promise<TestPortalSession | undefined> {
  return db.row<TestPortalSession>(
    'select id, customer_id, return_url, created_at from test_portals where id = $1 and created_at > $2',
    [id, openedAfter],
  )
}

/** Stores a step's events in its transaction; they are sent until the webhook accepts them. */
export async function addEvents(
  tx: Query,
  customerId: string,
  events: readonly StripeEvent[],
  at: Date,
): Promise<void> {
  for (const [position, event] of events.entries()) {
    await tx.run(
      'insert into test_events (id, customer_id, position, payload, created_at) values ($1, $2, $3, $4, $5)',
      [event.id, customerId, position, JSON.stringify(event), at],
    )
  }
}

export function eventsSince(db: Query, since: Date): Promise<StripeEvent[]> {
  return db.column<StripeEvent>(
    'select payload from test_events where created_at >= $1 order by created_at, position',
    [since],
  )
}

/** Lists the latest 100 events of a subscription's customer, oldest first. */
export async function eventsOfCustomerOf(db: Query, subscriptionId: string): Promise<StripeEvent[]> {
  const events = await db.column<StripeEvent>(
    `select e.payload from test_events e join test_subscriptions s on s.customer_id = e.customer_id
      where s.id = $1 order by e.created_at desc, e.position desc limit 100`,
    [subscriptionId],
  )
  return events.reverse()
}
