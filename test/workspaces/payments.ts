import { randomUUID } from 'node:crypto'
import pg from 'pg'
import Stripe from 'stripe'
import { billingRoutes } from '#server/features/billing/routes.ts'
import { billingService } from '#server/features/billing/service.ts'
import { billingEmailsJobs } from '#server/features/billing-emails/jobs.ts'
import { billingEmailsService } from '#server/features/billing-emails/service.ts'
import { creditsRoutes } from '#server/features/credits/routes.ts'
import { creditsService } from '#server/features/credits/service.ts'
import { notificationsService } from '#server/features/notifications/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { testPaymentsPages } from '#server/features/test-payments/routes.ts'
import { testPaymentsService } from '#server/features/test-payments/service.ts'
import { readSite } from '#server/platform/content/site.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createApi } from '#server/platform/http/api.ts'
import { createAppShell } from '#server/platform/http/app-shell.ts'
import type { Gate, Session } from '#server/platform/http/session.ts'
import { outboxMailer } from '#server/platform/mail/mailer.ts'
import type { Payments } from '#server/platform/payments/payments.ts'
import { createTestPayments } from '#server/platform/payments/test-payments.ts'
import { cloneDatabase } from '../database.ts'
import { createFakeQueue } from '../fakes/queue.ts'

export const APP_URL = 'http://localhost:3000'
export const WEBHOOK_SECRET = 'whsec_0123456789abcdef0123456789abcdef'

export type BillingState = {
  status: string
  plan: string | null
  end: string | null
  customer: string | null
  credits: number
  sum: number
  grants: number
}

/** Task service without tasks. */
const noTasks = {} as TasksService

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

type PaymentsOptions = {
  /** Payment provider to use instead of the test payments, whose pages are still served. */
  provider?: (deps: { clock: { now(): Date }; log: typeof log }) => Promise<Payments>
}

/** Starts billing, credits and payments on a real database, with an adjustable clock. */
export async function startPaymentsApp({ provider }: PaymentsOptions = {}) {
  const database = await cloneDatabase()
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 })
  owner.on('error', () => {}) // dropping the database ends its idle connections
  const db = openDatabase(database.appUrl, { log, max: 10 })
  const clock = { time: Date.parse('2026-03-01T12:00:00Z'), now: () => new Date(clock.time) }
  const publishedEvents: string[] = []
  const resumedOrganizations: string[] = []
  const faults: { publish: Error | null; isWebhookUnavailable: boolean } = {
    publish: null,
    isWebhookUnavailable: false,
  }
  const events = {
    publish: (_tx: unknown, organizationId: string, event: { type: string }) => {
      if (faults.publish) throw faults.publish
      if (event.type !== 'notifications.changed') publishedEvents.push(`${event.type} ${organizationId}`)
    },
    recent: () => null,
    subscribe: () => () => {},
    publishInstance: () => {},
    subscribeInstance: () => () => {},
    start: async () => {},
    stop: async () => {},
  }
  const testProvider = createTestPayments({
    db,
    clock,
    webhookSecret: WEBHOOK_SECRET,
    deliver: async (body, signature) => {
      if (faults.isWebhookUnavailable) throw new Error('connection refused')
      return webhook(body, signature).then((response) => ({ status: response.statusCode }))
    },
  })
  const payments = (await provider?.({ clock, log })) ?? testProvider
  const queue = createFakeQueue()
  const mailer = outboxMailer(clock, () => {})
  const { site } = readSite(null)
  const adminEmails = ['operator@example.com']
  const platform = { db, clock, events, payments, log, appUrl: APP_URL, queue, mailer, site, adminEmails }
  const billingEmails = billingEmailsService(platform, {
    brands: { emailBrandOf: async () => ({ site, complete: (email) => email }) },
    domains: { originOf: async () => platform.appUrl },
  })
  billingEmailsJobs(queue, billingEmails)
  const credits = creditsService(platform, { billingEmails })
  const enrichment = {
    resumeWaiting: async (organizationId: string) => void resumedOrganizations.push(organizationId),
  }
  const notifications = notificationsService(platform, { tasks: noTasks })
  const billing = billingService(platform, { credits, enrichment, notifications, billingEmails })
  const testPayments = testPaymentsService({ payments: testProvider, log })

  const app = await createAppShell({ appUrl: APP_URL, logLevel: 'silent', bodyLimit: 1024 * 1024 })
  const sessions = new Map<string, Session>()
  const gate: Gate = {
    read: async ({ headers }) => sessions.get(String(headers['x-test-user'])) ?? null,
    findCached: () => null,
  }
  const api = createApi(app, gate, () => {})
  billingRoutes(api, billing)
  creditsRoutes(api, credits)
  testPaymentsPages(app, testPayments)
  await app.ready()

  function webhook(payload: string, signature?: string) {
    const headers = {
      'content-type': 'application/json',
      ...(signature ? { 'stripe-signature': signature } : {}),
    }
    return app.inject({ method: 'POST', url: '/api/stripe/webhook', headers, payload })
  }

  /** Signs an event as the provider would, at the app's current time. */
  function sign(payload: string, { secret = WEBHOOK_SECRET, at = clock.time } = {}): string {
    return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) })
  }

  return {
    app,
    db,
    clock,
    credits,
    billing,
    payments,
    embedded: testProvider,
    mailer,
    log,
    /** Sends the emails that are due. */
    async sendDueEmails(): Promise<void> {
      await billingEmails.sweep()
      await queue.drain()
    },
    testPayments,
    published: publishedEvents,
    woken: resumedOrganizations,
    faults,
    sessions,
    sign,
    webhook,
    /** Delivers events as the provider would. @returns the status codes */
    async deliver(...deliveredEvents: object[]): Promise<number[]> {
      const codes: number[] = []
      for (const event of deliveredEvents) {
        const payload = JSON.stringify(event)
        codes.push((await webhook(payload, sign(payload))).statusCode)
      }
      return codes
    },
    /** Bypasses row-level security. */
    async rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
      return (await owner.query(sql, values)).rows as T[]
    },
    /** Violations found by the product's own billing check. */
    async listBrokenRules(): Promise<unknown[]> {
      return (await owner.query('select * from broken_money_rules($1)', [clock.now()])).rows as unknown[]
    },
    /** Reads an organization's subscription, ledger sum and number of grants. */
    async readState(organization: OrganizationId): Promise<BillingState | undefined> {
      const { rows } = await owner.query(
        `select subscription_status as status, subscription_plan as plan,
                to_char(subscription_period_end at time zone 'UTC', 'YYYY-MM-DD') as end,
                stripe_customer_id as customer, credits,
                (select coalesce(sum(amount), 0)::int from credit_ledger where organization_id = o.id) as sum,
                (select count(*)::int from credit_ledger
                  where organization_id = o.id and operation = 'grant') as grants
           from organizations o where id = $1`,
        [organization],
      )
      return rows[0] as BillingState | undefined
    },
    /** Creates an organization with a signed-in owner (`x-test-user`: the organization's id). */
    async createOrganization(
      name = 'Blue Door Realty',
      role: Session['role'] = 'OWNER',
    ): Promise<OrganizationId> {
      const id = parseOrganizationId(randomUUID())
      const [user] = (
        await owner.query(
          `with o as (insert into organizations (id, name, slug) values ($1, $2, $4) returning id),
           u as (insert into users (email, organization_id, role) select $5, id, $3 from o returning id)
           insert into memberships (user_id, organization_id, role) select u.id, o.id, $3 from u, o returning user_id as id`,
          [id, name, role, id, `${id}@example.com`],
        )
      ).rows as { id: string }[]
      sessions.set(id, {
        userId: user?.id ?? '',
        email: `${id}@example.com`,
        organizationId: id,
        role,
        subscriptionStatus: 'incomplete',
        access: 'all',
        isPlatformAdmin: false,
        isSuspended: false,
      })
      return id
    },
    /** Checksum of all tables except the audit log. */
    async checksum(): Promise<string> {
      const tables = (
        await owner.query(
          `select table_name as name from information_schema.tables
            where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit_log' order by 1`,
        )
      ).rows as { name: string }[]
      const sums: string[] = []
      for (const { name } of tables) {
        const { rows } = await owner.query(
          `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
        )
        sums.push(`${name} ${(rows as { sum: string }[])[0]?.sum}`)
      }
      return sums.join('\n')
    },
    async close() {
      await app.close()
      await db.close()
      await owner.end()
      await database.drop()
    },
  }
}
export type PaymentsApp = Awaited<ReturnType<typeof startPaymentsApp>>
