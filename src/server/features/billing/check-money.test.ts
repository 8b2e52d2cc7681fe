import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { providerEvents, SECOND_MONTH } from '#test/builders/provider-events.ts'
import { createFakeQueue } from '#test/fakes/queue.ts'
import { type PaymentsApp, startPaymentsApp } from '#test/workspaces/payments.ts'
import { billingJobs } from './jobs.ts'
import { BILLING_AUDIT_JOB } from './service.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await startPaymentsApp()
})
afterAll(() => app.close())
beforeEach(() => vi.restoreAllMocks())

const listChecks = () =>
  app.rows<{ details: { broken: number; rules: string } }>(
    `select details from audit_log where action = 'money.checked' order by created_at desc`,
  )

const listAlerts = () => app.mailer.outbox!.filter(({ to }) => to === 'operator@example.com')

test('Trust 17 audits a check without findings and sends nothing', async () => {
  const organization = await app.createOrganization()
  await app.deliver(
    providerEvents({ organizationId: organization }).invoice('paid', 'create', SECOND_MONTH[0], SECOND_MONTH),
  )
  expect(await app.billing.checkMoney()).toBe(0)
  expect((await listChecks())[0]!.details).toEqual({ broken: 0, rules: '' })
  expect(listAlerts()).toEqual([])
})

test.each([
  ['ledger sum is not the balance', 'update organizations set credits = credits + 1 where id = $1'],
  [
    'organization does not stand as its best subscription',
    `update organizations set subscription_status = 'past_due' where id = $1`,
  ],
  ['paid invoice without exactly one grant', `delete from credit_ledger where organization_id = $1`],
  [
    'debit without exactly one of result, open enrichment or refund',
    `insert into credit_ledger (organization_id, amount, operation, idempotency_key)
     values ($1, -1, 'enrich', 'enrich:nothing')`,
  ],
  [
    'credits taken back without a refund',
    `insert into credit_ledger (organization_id, amount, operation, idempotency_key) values ($1, -1, 'revoke', 'revoke:no')`,
  ],
  [
    'active subscription that was paid back',
    `update subscription_payments set refunded_at = now(), refunded_cents = 7900 where organization_id = $1`,
  ],
  [
    'refund open for more than a day',
    `insert into subscription_refunds (organization_id, provider, subscription_id, reason, created_at)
     values ($1, 'test', 'sub', 'money_back', '2026-02-27T11:00:00Z')`,
  ],
  [
    'active subscription past its period',
    `update subscriptions set period_end = '2026-02-26T11:00:00Z' where organization_id = $1`,
  ],
  [
    'more than one active subscription',
    `insert into subscriptions (organization_id, provider, subscription_id, customer_id, plan, period, status,
        period_end, event_at, created_at)
     select organization_id, provider, 'sub_2', customer_id, plan, period, status, period_end, event_at, event_at
       from subscriptions where organization_id = $1`,
  ],
])('Trust 17 finds: %s', async (rule, breakingSql) => {
  const organization = await app.createOrganization()
  await app.deliver(
    providerEvents({ organizationId: organization }).invoice('paid', 'create', SECOND_MONTH[0], SECOND_MONTH),
  )
  const logError = vi.spyOn(app.log, 'error')
  await app.rows(breakingSql, [organization])
  expect(await app.billing.checkMoney()).toBeGreaterThan(0)
  expect((await listChecks())[0]!.details.rules).toContain(rule)
  expect(logError).toHaveBeenCalled()
  await app.rows('delete from organizations where id = $1', [organization])
  expect(await app.billing.checkMoney()).toBe(0)
})

test('Trust 17 emails operators the ids of broken rules once a day, and retries a failed email', async () => {
  app.clock.time += 86_400_000
  const organization = await app.createOrganization('Secret Name Realty')
  await app.rows('update organizations set credits = 5 where id = $1', [organization])
  const alertCount = listAlerts().length
  vi.spyOn(app.mailer, 'send').mockRejectedValueOnce(new Error('no mail server'))
  await expect(app.billing.checkMoney()).rejects.toThrow('no mail server')
  expect(listAlerts()).toHaveLength(alertCount)
  await Promise.all([app.billing.checkMoney(), app.billing.checkMoney()])
  expect(listAlerts()).toHaveLength(alertCount + 1)
  expect(listAlerts()[0]!.text).toContain(organization)
  expect(listAlerts()[0]!.text).not.toContain('Secret Name')
  app.clock.time += 86_400_000
  await app.billing.checkMoney()
  expect(listAlerts()).toHaveLength(alertCount + 2)
})

test('Trust 17 logs a failed check, and lets a check take longer than a request', async () => {
  const [originalFunction] = await app.rows<{ definition: string }>(
    `select pg_get_functiondef('broken_money_rules'::regproc) as definition`,
  )
  await app.rows(`create or replace function broken_money_rules(moment timestamptz default now())
    returns table (rule text, subject text) language sql stable as $$
      select 'limit', current_setting('statement_timeout') $$`)
  const logError = vi.spyOn(app.log, 'error')
  await app.billing.checkMoney()
  expect(logError.mock.calls[0]![0 as never]).toEqual({ rule: 'limit', subject: '10min' })
  logError.mockClear()
  await app.rows(`create or replace function broken_money_rules(moment timestamptz default now())
    returns table (rule text, subject text) language sql stable as $$ select 'limit', (1 / length(''))::text $$`)
  await expect(app.billing.checkMoney()).rejects.toThrow('division by zero')
  expect(logError).toHaveBeenCalledTimes(1)
  await app.rows(originalFunction!.definition)
})

test('Trust 17 checks the rules even if the catch-up fails', async () => {
  const queue = createFakeQueue()
  const checkMoney = vi.fn(async () => 0)
  const catchUp = () => Promise.reject(new Error('no answer'))
  billingJobs(queue, { endDisconnectedSubscriptions: async () => {}, catchUp, checkMoney })
  await queue.send(BILLING_AUDIT_JOB, {})
  await expect(queue.drain()).rejects.toThrow('no answer')
  expect(checkMoney).toHaveBeenCalledTimes(1)
})
