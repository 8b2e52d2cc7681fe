import type { Query } from '../db/database.ts'
import type { TestCard, TestInvoice, TestPayer, TestSubscription } from './test-life.ts'
import type { StripeEvent } from './webhook-signature.ts'

/** A customer of the test payments as shown on the portal page. */
export type TestCustomer = { id: string; organizationId: string; organizationName: string; card: TestCard }

const SUBSCRIPTION = `s.id, s.customer_id, c.organization_id, s.billing_period, s.status, s.period_start, s.period_end,
  s.cancel_at_period_end, s.created_at, s.last_event_at`
const INVOICE = `i.id, i.subscription_id, i.created_at, i.amount_cents, i.status, i.billing_reason, i.period_start,
  i.period_end, i.attempt_count, i.next_attempt_at, i.refund_key, i.credit_cents`

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
  const { id, customerId, billingPeriod, status, periodStart, periodEnd, createdAt, lastEventAt } =
    subscription
  await db.run(
    `insert into test_subscriptions
       (id, customer_id, billing_period, status, period_start, period_end, created_at, last_event_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [id, customerId, billingPeriod, status, periodStart, periodEnd, createdAt, lastEventAt],
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

const INSERT_INVOICE = `insert into test_invoices (id, subscription_id, created_at, amount_cents, status,
  billing_reason, period_start, period_end, attempt_count, next_attempt_at, refund_key, credit_cents)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (id)`

function valuesOf(invoice: TestInvoice): unknown[] {
  const { id, subscriptionId, createdAt, amountCents, status, billingReason, periodStart, periodEnd } =
    invoice
  const { attemptCount, nextAttemptAt, refundKey, creditCents } = invoice
  const fixed = [id, subscriptionId, createdAt, amountCents, status, billingReason, periodStart, periodEnd]
  return [...fixed, attemptCount, nextAttemptAt, refundKey, creditCents]
}

/** Does nothing if it already exists. */
export async function addInvoice(db: Query, invoice: TestInvoice): Promise<void> {
  await db.run(`${INSERT_INVOICE} do nothing`, valuesOf(invoice))
}

/** Inserts an invoice or updates its state. */
export async function putInvoice(db: Query, invoice: TestInvoice): Promise<void> {
  await db.run(
    `${INSERT_INVOICE} do update set status = excluded.status, attempt_count = excluded.attempt_count,
       next_attempt_at = excluded.next_attempt_at, refund_key = excluded.refund_key`,
    valuesOf(invoice),
  )
}

export function findInvoice(db: Query, id: string): Promise<TestInvoice | undefined> {
  return db.row<TestInvoice>(`select ${INVOICE} from test_invoices i where i.id = $1`, [id])
}

export function openInvoice(db: Query, subscriptionId: string): Promise<TestInvoice | undefined> {
  return db.row<TestInvoice>(
    `select ${INVOICE} from test_invoices i where i.subscription_id = $1 and i.status = 'open'`,
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
    `select ${INVOICE}, row_number() over (order by i.created_at, i.position)::int as number
       from test_invoices i join test_subscriptions s on s.id = i.subscription_id
      where s.customer_id = $1 order by i.created_at desc, i.position desc limit $2`,
    [customerId, limit],
  )
}

export type TestPortal = { id: string; customerId: string; returnUrl: string; createdAt: string }

export async function addPortal(
  db: Query,
  { id, customerId, returnUrl, createdAt }: TestPortal,
): Promise<void> {
  await db.run('insert into test_portals (id, customer_id, return_url, created_at) values ($1, $2, $3, $4)', [
    id,
    customerId,
    returnUrl,
    createdAt,
  ])
}

/** Finds a portal session opened after the given time. */
export function findPortal(db: Query, id: string, openedAfter: Date): Promise<TestPortal | undefined> {
  return db.row<TestPortal>(
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

export async function eventsSince(db: Query, since: Date): Promise<StripeEvent[]> {
  const rows = await db.rows<{ payload: StripeEvent }>(
    'select payload from test_events where created_at >= $1 order by created_at, position',
    [since],
  )
  return rows.map(({ payload }) => payload)
}

/** Lists the latest 100 events of a subscription's customer, oldest first. */
export async function eventsOfCustomerOf(db: Query, subscriptionId: string): Promise<StripeEvent[]> {
  const rows = await db.rows<{ payload: StripeEvent }>(
    `select e.payload from test_events e join test_subscriptions s on s.customer_id = e.customer_id
      where s.id = $1 order by e.created_at desc, e.position desc limit 100`,
    [subscriptionId],
  )
  return rows.map(({ payload }) => payload).reverse()
}
