import { randomBytes } from 'node:crypto'
import { createApp } from '#server/app.ts'
import { composeServices } from '#server/compose.ts'
import type { Pages } from '#server/pages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readSite } from '#server/platform/content/site.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { LanguageModel, ModelStatus } from '#server/platform/llm/language-model.ts'
import { silentLog } from '#server/platform/log.ts'
import { outboxMailer } from '#server/platform/mail/mailer.ts'
import { createMailServers } from '#server/platform/mail-servers/mail-servers.ts'
import { createAddressPolicy } from '#server/platform/outbound/address-policy.ts'
import { createOutbound } from '#server/platform/outbound/outbound.ts'
import { createResolver, type Resolver } from '#server/platform/outbound/resolver.ts'
import { createTestPayments } from '#server/platform/payments/test-payments.ts'
import { createZipCodes } from '#server/platform/places/zip-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { DataProviders } from '#server/platform/providers/provider.ts'
import type { ProviderStatus } from '#server/platform/providers/provider-status.ts'
import { createSampleProviders } from '#server/platform/providers/sample/sample-provider.ts'
import { createSecrets, type Secrets } from '#server/platform/secrets.ts'
import { registerJobs } from '#server/work.ts'
import { cloneDatabase } from './database.ts'
import { createFakeEvents } from './fakes/events.ts'
import { createFakeNameServer, type FakeNameServer } from './fakes/name-server.ts'
import { createFakeQueue } from './fakes/queue.ts'

const DEFAULT_APP_URL = 'http://localhost:3000'
/** Knows no name, without a network. */
const NO_RECORDS: Resolver = {
  resolveAddresses: async () => [],
  resolveTxt: async () => [],
  resolveMx: async () => [],
  resolveCname: async () => [],
}
const DAY_MS = 86_400_000
const CONTENT = readSite(null)

/** A signed-in user who sends requests with a session cookie. */
export type Person = {
  email: string
  userId: string
  organizationId: string
  /** Headers the browser would send, for calls without `request`. */
  cookie: string
  request(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<TestResponse>
}
export type TestResponse = {
  status: number
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
  json: never
}

/** Starts the complete HTTP application on its own database, with fake outside services. */
export async function createTestApp(
  options: {
    providers?: Partial<DataProviders>
    providerStatuses?: () => ProviderStatus[]
    nameServer?: FakeNameServer
    /** Address of a fake DNS server; without one, no name has records. */
    dnsServer?: string
    appUrl?: string
    /** Networks that URLs of users may reach. */
    outboundAllow?: string[]
    /** Certificate that those networks' servers use, in PEM. */
    certificates?: string
    clock?: Clock
    adminEmails?: string[]
    /** Runs as in production. */
    operatorsNeedSecondFactor?: boolean
    signInMailsPerHour?: number
    /** Acts as if a mail server were connected, although emails go to the outbox. */
    sendsEmail?: boolean
    /** Rate limits are off unless they are tested. */
    pages?: Pages
    secrets?: Secrets
    followUpBoss?: Platform['followUpBoss']
    model?: LanguageModel
    modelStatus?: () => ModelStatus | null
    /** Applies the product's hold limits. */
    hasHoldLimits?: true
  } = {},
) {
  const database = await cloneDatabase()
  const appUrl = options.appUrl ?? DEFAULT_APP_URL
  const clock = options.clock ?? { now: () => new Date() }
  const db = openDatabase(database.appUrl, { log: silentLog })
  const owner = openDatabase(database.ownerUrl, { log: silentLog, max: 2 })
  const queue = createFakeQueue()
  const mailer = outboxMailer(clock, () => {})
  const payments = createTestPayments({
    db,
    clock,
    webhookSecret: 'a secret of the tests, long enough',
    deliver: async (body, signature) => {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/stripe/webhook',
        headers,
        payload: body,
      })
      return { status: statusCode }
    },
  })
  const resolver = options.dnsServer ? createResolver([options.dnsServer], 1000) : NO_RECORDS
  const platform: Platform = {
    db,
    queue,
    events: createFakeEvents(),
    mailer: options.sendsEmail ? { outbox: null, send: (email) => mailer.send(email) } : mailer,
    payments,
    providers: { ...createSampleProviders(() => clock.now()), ...options.providers },
    providerStatuses: options.providerStatuses ?? (() => []),
    mailServers: createMailServers({
      nameServer: options.nameServer ?? createFakeNameServer(),
      timeoutMs: 50,
    }),
    resolver,
    outbound: createOutbound({
      resolver,
      addressKind: createAddressPolicy(options.outboundAllow ?? []),
      allowsHttp: options.outboundAllow !== undefined,
      ...(options.certificates ? { certificates: options.certificates } : {}),
    }),
    followUpBoss: options.followUpBoss ?? null,
    zipCodes: createZipCodes(),
    model: options.model ?? { kind: 'embedded' },
    modelStatus: options.modelStatus ?? (() => null),
    clock,
    log: silentLog,
    appUrl,
    site: CONTENT.site,
    sitePages: CONTENT.pages,
    adminEmails: options.adminEmails ?? [],
    operatorsNeedSecondFactor: options.operatorsNeedSecondFactor ?? false,
    secrets: options.secrets ?? createSecrets([randomBytes(32)]),
    signInMailsPerHour: options.signInMailsPerHour,
  }
  const services = composeServices(platform, payments)
  registerJobs(platform, services)
  const app = await createApp({
    platform,
    services,
    sampleData: true,
    logLevel: 'silent',
    pages: options.pages ?? null,
    limiter: () => {}, // the limits have tests of their own
    ...(options.hasHoldLimits ? {} : { holdLimiter: () => () => {} }),
  })

  async function send(
    cookie: string,
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) {
    const isText = typeof body === 'string' || Buffer.isBuffer(body)
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        host: new URL(appUrl).host,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      payload: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    })
    const json = () => (response.body ? JSON.parse(response.body) : undefined)
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      get json() {
        return json() as never
      },
    }
  }

  return {
    app,
    platform,
    database,
    db,
    /** Bypasses row-level security. */
    owner,
    queue,
    events: platform.events,
    payments,
    mailer,
    services,
    clock,
    visitor: (method: string, url: string, body?: unknown, headers?: Record<string, string>) =>
      send('', method, url, body, headers),

    /** Signs an address in by a link; without an organization. */
    async signIn(email: string): Promise<Person> {
      const user = await services.auth.ensureUser(email)
      const link = await services.auth.issueLink(email)
      const response = await send('', 'GET', `/api/auth/verify-magic-link${new URL(link).search}`)
      const cookies = [response.headers['set-cookie'] ?? []].flat().map(String)
      const cookie = cookies.find((line) => /^(__Host-)?sid=/.test(line))?.split(';')[0] ?? ''
      return {
        email,
        userId: user.id,
        organizationId: user.organizationId ?? '',
        cookie,
        request: (method, url, body, headers) => send(cookie, method, url, body, headers),
      }
    },

    /** An OWNER with an active subscription and the given credits (1,000 by default). */
    async subscriber(email: string, credits = 1000): Promise<Person> {
      const user = await services.auth.ensureUser(email)
      const id = await services.organizations.completeProfile(
        { ...user, userId: user.id },
        {
          firstName: 'Ada',
          lastName: 'Okafor',
          companyName: `Company of ${email}`,
        },
      )
      await owner.run(`update organizations set subscription_status = 'active' where id = $1`, [id])
      if (credits > 0) {
        const period = {
          start: clock.now().toISOString(),
          end: new Date(clock.now().getTime() + 30 * DAY_MS).toISOString(),
        }
        await db.tenant(parseOrganizationId(id), (tx) =>
          services.credits.grantPeriod(tx, { key: `test:${id}`, amount: credits, ...period }),
        )
      }
      return this.signIn(email)
    },

    /** Adds a member with a role to an organization. */
    async member(email: string, organizationId: string, role: 'OWNER' | 'ADMIN' | 'MEMBER'): Promise<Person> {
      const user = await services.auth.ensureUser(email)
      await services.memberships.join(owner, { userId: user.id, organizationId, role })
      return this.signIn(email)
    },

    async close(): Promise<void> {
      await app.close()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof createTestApp>>
