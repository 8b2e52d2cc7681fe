import path from 'node:path'
import { stripeWebhook } from '#contract/billing.ts'
import type { Site } from '#contract/site.ts'
import { domainOfAddress } from '#domain/brand/sender-records.ts'
import { createApp } from './app.ts'
import { composeServices } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { seedTemplates } from './features/playbooks/service.ts'
import { loadReferenceFiles } from './features/reference-files/service/load-files.ts'
import { referenceFilesService } from './features/reference-files/service.ts'
import { RESCREEN_ALL } from './features/screening/jobs.ts'
import { keysInUse } from './keys-in-use.ts'
import { createOperatingApp } from './operating-app.ts'
import { loadPages } from './pages.ts'
import { type BackupFolder, openBackupFolder } from './platform/backup/backup-folder.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigError } from './platform/config-error.ts'
import { readSite } from './platform/content/site.ts'
import { withAdvisoryLock } from './platform/db/advisory-lock.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { limitPerOrganization } from './platform/db/organization-limit.ts'
import { openPersonHashKey } from './platform/db/person-hash-key.ts'
import { openEvents } from './platform/events.ts'
import { isLocalInstance } from './platform/http/callers.ts'
import { BACKLOG } from './platform/http/slow-clients.ts'
import { connectModel } from './platform/llm/connect-model.ts'
import { createLog, type Log } from './platform/log.ts'
import { countEmails } from './platform/mail/counted-mailer.ts'
import { addressOf, type EmailSender, type Mailer, outboxMailer, smtpMailer } from './platform/mail/mailer.ts'
import { createMailServers } from './platform/mail-servers/mail-servers.ts'
import { createAddressPolicy } from './platform/outbound/address-policy.ts'
import { createOutbound } from './platform/outbound/outbound.ts'
import { createNameServer, createResolver } from './platform/outbound/resolver.ts'
import { createStripePayments } from './platform/payments/stripe-payments.ts'
import { createTestPayments, type TestPayments } from './platform/payments/test-payments.ts'
import { setPersonHashKey } from './platform/person-hashes.ts'
import { openMapTiles } from './platform/places/map-tiles.ts'
import { createZipCodes } from './platform/places/zip-codes.ts'
import type { Platform } from './platform/platform.ts'
import { productVersion } from './platform/product-version.ts'
import { createDataProviders } from './platform/providers/data-providers.ts'
import type { ProviderStatus } from './platform/providers/provider-status.ts'
import { openQueue, type Queue } from './platform/queue/queue.ts'
import { releaseMemory } from './platform/release-memory.ts'
import type { Secrets } from './platform/secrets.ts'
import { openSecrets } from './platform/secrets-key.ts'
import { NO_TRACING, startTracing } from './platform/tracing.ts'
import { HARD_STOP_MS, stopInOrder } from './stop.ts'
import { startWork } from './work.ts'

const DEMO_EMAIL = 'demo@ninefold.local'
const IN_DEVELOPMENT = process.env.NINEFOLD_DEV === '1'
/** Arbitrary lock id, so that processes starting together create one demo workspace. */
const DEMO_LOCK = 909_004

/** Prints a line for the person at the console; everything else goes to the log. */
function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Databases = { ownerUrl: string; embedded: EmbeddedPostgres | null }

async function openDatabases(config: Config): Promise<Databases> {
  if (config.database) return { ownerUrl: config.database.url, embedded: null }
  const embedded = await startEmbeddedPostgres({
    dataDir: path.resolve(config.dataDir),
    canMove: !config.isDataDirExplicit,
    log: print,
  })
  return { ownerUrl: embedded.ownerUrl, embedded }
}

/** Writes shared content with the owner's role, because the role for requests can only read it. */
async function seedContent(ownerUrl: string, log: Log): Promise<void> {
  const owner = openDatabase(ownerUrl, { log, max: 1 })
  try {
    await seedTemplates(owner)
  } finally {
    await owner.close()
  }
}

/** Loads the operator's files in the background. @returns a function that stops it */
function loadOperatorFiles(ownerUrl: string, config: Config, { queue, log }: { queue: Queue; log: Log }) {
  const stop = new AbortController()
  const owner = openDatabase(ownerUrl, { log, max: 1 })
  const loading = loadReferenceFiles(
    { db: owner, clock: systemClock, log },
    config.referenceFiles,
    stop.signal,
  )
    .then(async (changedSources) => {
      if (changedSources.includes('sanctions')) await queue.send(RESCREEN_ALL, {}, { key: RESCREEN_ALL })
    })
    .catch((error: Error) =>
      log.warn(
        { err: error.name },
        'Rescreening could not be queued; the nightly run will screen all contacts',
      ),
    )
    .finally(() => owner.close())
  return async () => {
    stop.abort()
    await loading
  }
}

type App = Awaited<ReturnType<typeof createApp>>

/** Test payments call the webhook inside this process, since APP_URL may be a proxy and a worker serves no API. */
function deliverWebhook(app: App | null, body: string, signature: string): Promise<{ status: number }> {
  if (!app) return Promise.resolve({ status: 503 })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return app
    .inject({ method: stripeWebhook.method, url: stripeWebhook.path, headers, payload: body })
    .then(({ statusCode }) => ({ status: statusCode }))
}

function openTestPayments({
  db,
  secrets,
  app,
}: {
  db: Database
  secrets: Secrets
  app: () => App | null
}): TestPayments {
  return createTestPayments({
    db,
    clock: systemClock,
    webhookSecret: secrets.derive('test payments').toString('hex'),
    deliver: (body, signature) => deliverWebhook(app(), body, signature),
  })
}

function openBackups({ backup: { folder, keys } }: Config, ownerUrl: string): BackupFolder | null {
  if (!folder) return null
  return openBackupFolder({ folder: path.resolve(folder), keys, ownerUrl, product: productVersion() })
}

/** A process that only serves requests sends no email, so it has no outbox to show. */
function openMailer({ mail, role }: Config, site: Site): Mailer {
  if (mail.smtpUrl) return smtpMailer(mail.smtpUrl, mail.from ?? senderOf(site))
  const mailer = outboxMailer(systemClock, print)
  return role === 'web' ? { ...mailer, outbox: null } : mailer
}

/** Default sender, used unless MAIL_FROM is set. */
function senderOf({ brand, mailboxes }: Site): EmailSender {
  return { name: brand.name, address: mailboxes.support }
}

/** Domain of the sender, whose SPF record lists our mail servers. */
function mailDomainOf({ mail }: Config, site: Site): string {
  return domainOfAddress(addressOf(mail.from ?? senderOf(site)))
}

/** Starts everything and returns how to stop it. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = createLog(config.logLevel)
  const tracing = config.tracing ? await startTracing() : NO_TRACING
  const resolver = createResolver(config.dnsServers)
  const addressKind = createAddressPolicy(config.outboundAllow)
  // Early, because invalid prices stop the start.
  const stripe =
    config.stripe && (await createStripePayments({ settings: config.stripe, clock: systemClock, log }))
  const databasesOpening = openDatabases(config)
  // Read and compiled while the database starts.
  const loading = config.role === 'worker' ? null : loadPages({ development: IN_DEVELOPMENT })
  loading?.catch(() => {}) // awaited below
  const { ownerUrl, embedded } = await databasesOpening
  const { appUrl: databaseUrl } = await migrate(ownerUrl, config.database?.appUrl ?? null)
  const secrets = openSecrets(config.secretsKeys, { ownerUrl, dataDir: embedded?.dataDir ?? null })
  setPersonHashKey(await openPersonHashKey(ownerUrl, secrets))
  await seedContent(ownerUrl, log)
  const pool = openDatabase(databaseUrl, { log })
  const db = limitPerOrganization(tracing.ofDatabase(pool))
  const events = openEvents(databaseUrl, log)
  const queue = tracing.ofQueue(openQueue(ownerUrl, { log, runsWorkers: config.role !== 'web' }))
  let serving: App | null = null
  const testPayments = openTestPayments({ db, secrets, app: () => serving })
  const { site, pages: sitePages, samples } = readSite(config.siteConfig)
  const zipCodes = createZipCodes()
  const sources = createDataProviders({
    settings: config.providers,
    sampleData: config.sampleData,
    recordFile: referenceFilesService({ db }).findRecords,
    zipCodes,
    clock: systemClock,
  })
  const model = config.model && connectModel(config.model, { log })
  const platform: Platform = {
    db,
    events,
    queue,
    log,
    clock: systemClock,
    mailer: countEmails(openMailer(config, site)),
    payments: stripe ?? testPayments,
    providers: tracing.ofProviders(sources.providers),
    providerStatuses: sources.statuses,
    mailServers: createMailServers({ nameServer: createNameServer(config.dnsServers) }),
    resolver,
    mailDomain: mailDomainOf(config, site),
    outbound: createOutbound({ resolver, addressKind, allowsHttp: config.outboundAllow.length > 0 }),
    followUpBoss: config.followUpBoss,
    zipCodes,
    mapTiles: await openMapTiles(config.mapTiles),
    model: tracing.ofModel(model ?? { kind: 'embedded' }),
    modelStatus: () => model?.status() ?? null,
    appUrl: config.appUrl,
    site,
    sitePages,
    adminEmails: config.adminEmails.length > 0 ? config.adminEmails : config.demo ? [DEMO_EMAIL] : [],
    operatorsNeedSecondFactor: config.production,
    secrets,
    signInMailsPerHour: config.mail.signInsPerHour,
    backupFolder: openBackups(config, ownerUrl),
    keysInUse: keysInUse(config),
  }
  const services = composeServices(platform, stripe ? null : testPayments)
  const stopWork = await startWork({ platform, services, runsWorkers: config.role !== 'web' })
  const stopLoading =
    config.role === 'web' ? async () => {} : loadOperatorFiles(ownerUrl, config, { queue, log })
  const app = await createApp({
    platform,
    services,
    sampleData: config.sampleData,
    logLevel: config.logLevel,
    logRequests: config.logRequests,
    metricsToken: config.metricsToken,
    tracing,
    trustedProxies: config.trustedProxies,
    pages: await loading,
  })
  serving = app
  if (config.demo) await withAdvisoryLock(ownerUrl, DEMO_LOCK, () => services.demo.seed(DEMO_EMAIL))
  // A worker serves only health checks and metrics.
  const listening = config.role === 'worker' ? await createOperatingApp(platform, config) : app
  await listening.listen({ port: config.port, host: config.host, backlog: BACKLOG })
  if (config.production && samples.length > 0) print(describeSampleContent(samples))
  print(describeDataSources(config, sources.statuses()))
  if (model) print(`Language model: ${model.name} at ${model.host}`)
  await printWelcome(config, site.brand.name, services.auth.issueLink)
  releaseMemory(app.door.lastRequestAt)
  return () =>
    stopInOrder({
      app: listening,
      stopLoading,
      stopWork,
      closeDatabase: db.close,
      flush: tracing.stop,
      stopDatabase: async () => embedded?.stop(),
    })
}

function describeSampleContent(samples: readonly string[]): string {
  return `Public pages still show sample content (${samples.join(', ')}). Put your own into SITE_CONFIG`
}

function describeDataSources(config: Config, sources: ProviderStatus[]): string {
  const on = sources.filter((source) => source.on).map(({ name }) => name)
  if (config.sampleData) on.unshift('sample data')
  return `Data sources: ${on.length > 0 ? on.join(', ') : 'none'}`
}

/** Tells where to read emails when no mail server is configured, by role. */
const EMAIL_HINTS = {
  all: (appUrl: string) =>
    isLocalInstance(appUrl) ? `Emails appear at ${appUrl}/dev/outbox` : 'Emails are printed here',
  worker: () => 'Emails are printed here',
  web: () => 'Emails are printed by the workers',
}

async function printWelcome(
  config: Config,
  name: string,
  issueLink: (email: string) => Promise<string>,
): Promise<void> {
  print(
    config.role === 'worker' ? `\nA worker of ${name} is ready` : `\n${name} is ready at ${config.appUrl}`,
  )
  if (!config.mail.smtpUrl) print(`${EMAIL_HINTS[config.role](config.appUrl)} (set SMTP_URL to send them)`)
  if (config.demo && config.role !== 'worker')
    print(`Sign in to the demo workspace (works once, within 15 minutes):\n${await issueLink(DEMO_EMAIL)}`)
}

try {
  const started = start(readConfig(process.env))
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The signal can arrive twice: from the terminal and from the parent process.
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), HARD_STOP_MS).unref()
      started
        .then((stop) => stop())
        .then(
          () => process.exit(0),
          (error: Error) => {
            console.error('Stopping failed:', error.message)
            process.exit(1)
          },
        )
    })
  }
  await started
} catch (error) {
  // A configuration error says how to fix it; a stack trace would only hide that.
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
