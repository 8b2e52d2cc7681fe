import { createHmac } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripeWebhook } from '#contract/billing.ts'
import type { Site } from '#contract/site.ts'
import { createApp } from './app.ts'
import { composeServices } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { seedTemplates } from './features/playbooks/service.ts'
import { loadReferenceFiles } from './features/reference-files/service/load-files.ts'
import { referenceFilesService } from './features/reference-files/service.ts'
import { RESCREEN_ALL } from './features/screening/jobs.ts'
import { loadPages } from './pages.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigError } from './platform/config-error.ts'
import { readSite } from './platform/content/site.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { openEvents } from './platform/events.ts'
import { connectModel } from './platform/llm/connect-model.ts'
import { createLog, type Log } from './platform/log.ts'
import { type MailSender, outboxMailer, smtpMailer } from './platform/mail/mailer.ts'
import { createMailServers } from './platform/mail-servers/mail-servers.ts'
import { createStripePayments } from './platform/payments/stripe-payments.ts'
import { createTestPayments, deliverTo, type TestPayments } from './platform/payments/test-payments.ts'
import { createZipCodes } from './platform/places/zip-codes.ts'
import type { Platform } from './platform/platform.ts'
import { createDataProviders } from './platform/providers/data-providers.ts'
import type { ProviderStatus } from './platform/providers/provider-status.ts'
import { openQueue, type Queue } from './platform/queue/queue.ts'
import { startWork } from './work.ts'

const DEMO_EMAIL = 'demo@ninefold.local'

/** What a person at the console reads; everything else goes to the log. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

type Databases = { ownerUrl: string; embedded: EmbeddedPostgres | null }

async function openDatabases(config: Config): Promise<Databases> {
  if (config.database) return { ownerUrl: config.database.url, embedded: null }
  const embedded = await startEmbeddedPostgres({
    dataDir: path.resolve(config.dataDir),
    mayMove: !config.dataDirNamed,
    log: say,
  })
  return { ownerUrl: embedded.ownerUrl, embedded }
}

/** What every instance offers to read is written by the owner: requests can only read it. */
async function seedContent(ownerUrl: string, log: Log): Promise<void> {
  const owner = openDatabase(ownerUrl, { log, max: 1 })
  try {
    await seedTemplates(owner)
  } finally {
    await owner.close()
  }
}

/** Loads the files of the operator beside everything else: nobody waits for them. Returns how to stop it. */
function loadFiles(ownerUrl: string, config: Config, { queue, log }: { queue: Queue; log: Log }) {
  const stop = new AbortController()
  const owner = openDatabase(ownerUrl, { log, max: 1 })
  const loading = loadReferenceFiles(
    { db: owner, clock: systemClock, log },
    config.referenceFiles,
    stop.signal,
  )
    .then(async (changed) => {
      if (changed.includes('sanctions')) await queue.send(RESCREEN_ALL, {}, { key: RESCREEN_ALL })
    })
    .catch((error: Error) => log.warn({ err: error.name }, 'Contacts are screened in the coming night'))
    .finally(() => owner.close())
  return async () => {
    stop.abort()
    await loading
  }
}

/** Where test payments reach this very process, also when APP_URL is the address of a proxy. */
function webhookAddress({ host, port }: Config): string {
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}${stripeWebhook.path}`
}

function openTestPayments(config: Config, db: Database, ownerUrl: string): TestPayments {
  return createTestPayments({
    db,
    clock: systemClock,
    appUrl: config.appUrl,
    // Every process of an installation shares the owner's address, and so this secret.
    webhookSecret: createHmac('sha256', ownerUrl).update('ninefold test payments').digest('hex'),
    deliver: deliverTo(webhookAddress(config)),
  })
}

/** Who mails come from unless MAIL_FROM says otherwise. */
function senderOf({ brand, mailboxes }: Site): MailSender {
  return { name: brand.name, address: mailboxes.support }
}

const CLOSING_MS = 5000

/** Starts everything and returns how to stop it. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = createLog(config.logLevel)
  // First, because wrong prices stop the start.
  const stripe =
    config.stripe && (await createStripePayments({ settings: config.stripe, clock: systemClock, log }))
  const { ownerUrl, embedded } = await openDatabases(config)
  const { appUrl: databaseUrl } = await migrate(ownerUrl, config.database?.appUrl ?? null)
  await seedContent(ownerUrl, log)
  const db = openDatabase(databaseUrl, { log })
  const events = openEvents(databaseUrl, log)
  const queue = openQueue(ownerUrl, { log, runsWorkers: config.role !== 'web' })
  const testPayments = openTestPayments(config, db, ownerUrl)
  const { site, pages: sitePages, samples } = readSite(config.siteConfig)
  const zipCodes = createZipCodes()
  const sources = createDataProviders({
    settings: config.providers,
    sampleData: config.sampleData,
    recordFile: referenceFilesService({ db }).recordsAbout,
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
    mailer: config.mail.smtpUrl
      ? smtpMailer(config.mail.smtpUrl, config.mail.from ?? senderOf(site))
      : outboxMailer(systemClock, say),
    payments: stripe ?? testPayments,
    providers: sources.providers,
    providerStatuses: sources.statuses,
    mailServers: createMailServers(),
    zipCodes,
    model: model ?? { kind: 'embedded' },
    modelStatus: () => model?.status() ?? null,
    appUrl: config.appUrl,
    site,
    sitePages,
    adminEmails: config.adminEmails.length > 0 ? config.adminEmails : config.demo ? [DEMO_EMAIL] : [],
  }
  const services = composeServices(platform, stripe ? null : testPayments)
  const stopWork = await startWork({ platform, services, runsWorkers: config.role !== 'web' })
  const stopLoading = config.role === 'web' ? async () => {} : loadFiles(ownerUrl, config, { queue, log })
  const app = await createApp({
    platform,
    services,
    sampleData: config.sampleData,
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    pages: await loadPages({ development: process.env.NINEFOLD_DEV === '1' }),
  })
  if (config.demo) await services.demo.seed(DEMO_EMAIL)
  if (config.role !== 'worker') await app.listen({ port: config.port, host: config.host })
  if (config.production && samples.length > 0) say(samplesLine(samples))
  say(dataSourcesLine(config, sources.statuses()))
  if (model) say(`Language model: ${model.name} at ${model.host}`)
  await greet(config, site.brand.name, services.auth.issueLink)
  return async () => {
    // Whoever is still being answered gets a while; then the work and the database are put away in good order.
    await Promise.race([app.close(), wait(CLOSING_MS)])
    await Promise.race([stopLoading(), wait(1000)])
    await stopWork()
    await Promise.race([db.close(), wait(1000)])
    await embedded?.stop()
  }
}

function samplesLine(samples: readonly string[]): string {
  return `The public pages show samples that ship with the product (${samples.join(', ')}): put your own into SITE_CONFIG`
}

function dataSourcesLine(config: Config, sources: ProviderStatus[]): string {
  const on = sources.filter((source) => source.on).map(({ name }) => name)
  if (config.sampleData) on.unshift('sample data')
  return `Data sources: ${on.length > 0 ? on.join(', ') : 'none'}`
}

async function greet(
  config: Config,
  name: string,
  issueLink: (email: string) => Promise<string>,
): Promise<void> {
  say(`\n${name} is ready at ${config.appUrl}`)
  if (!config.mail.smtpUrl) say(`Mails are kept at ${config.appUrl}/dev/outbox (set SMTP_URL to send them)`)
  if (config.demo) say(`Demo workspace, signs in once within 15 minutes:\n${await issueLink(DEMO_EMAIL)}`)
}

const HARD_STOP_MS = 12_000

try {
  const stop = await start(readConfig(process.env))
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A terminal signals every process of the group, and the one that started us hands it on: once is enough.
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), HARD_STOP_MS).unref()
      stop().then(
        () => process.exit(0),
        (error: Error) => {
          console.error('Stopping failed:', error.message)
          process.exit(1)
        },
      )
    })
  }
} catch (error) {
  // A wrong setting is the operator's to correct: its message says how, a stack would only hide it.
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
