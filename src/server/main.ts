import { createHmac } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { stripeWebhook } from '#contract/billing.ts'
import { createApp } from './app.ts'
import { composeServices } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { seedTemplates } from './features/playbooks/service.ts'
import { loadPages } from './pages.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigError } from './platform/config-error.ts'
import { openDatabase } from './platform/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import { openEvents } from './platform/events.ts'
import { createEmbeddedModel } from './platform/llm/embedded-model.ts'
import { createLog, type Log } from './platform/log.ts'
import { outboxMailer, smtpMailer } from './platform/mail/mailer.ts'
import { createTestPayments, deliverTo } from './platform/payments/test-payments.ts'
import type { Platform } from './platform/platform.ts'
import { createDisabledProviders } from './platform/providers/disabled.ts'
import { createSampleProviders } from './platform/providers/sample/sample-provider.ts'
import { openQueue } from './platform/queue/queue.ts'
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

/** Where test payments reach this very process, also when APP_URL is the address of a proxy. */
function webhookAddress({ host, port }: Config): string {
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}${stripeWebhook.path}`
}

const CLOSING_MS = 5000

/** Starts everything and returns how to stop it. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = createLog(config.logLevel)
  const { ownerUrl, embedded } = await openDatabases(config)
  const { appUrl: databaseUrl } = await migrate(ownerUrl, config.database?.appUrl ?? null)
  await seedContent(ownerUrl, log)
  const db = openDatabase(databaseUrl, { log })
  const events = openEvents(databaseUrl, log)
  const queue = openQueue(ownerUrl, { log, runsWorkers: config.role !== 'web' })
  const payments = createTestPayments({
    db,
    clock: systemClock,
    appUrl: config.appUrl,
    // Every process of an installation shares the owner's address, and so this secret.
    webhookSecret: createHmac('sha256', ownerUrl).update('ninefold test payments').digest('hex'),
    deliver: deliverTo(webhookAddress(config)),
  })
  const platform: Platform = {
    db,
    events,
    queue,
    log,
    clock: systemClock,
    mailer: config.mail.smtpUrl
      ? smtpMailer(config.mail.smtpUrl, config.mail.from)
      : outboxMailer(systemClock, say),
    payments,
    providers: config.sampleData ? createSampleProviders(() => systemClock.now()) : createDisabledProviders(),
    model: createEmbeddedModel(),
    appUrl: config.appUrl,
    adminEmails: config.adminEmails.length > 0 ? config.adminEmails : config.demo ? [DEMO_EMAIL] : [],
  }
  const services = composeServices(platform, payments)
  const stopWork = await startWork({ platform, services, runsWorkers: config.role !== 'web' })
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
  await greet(config, services.auth.issueLink)
  return async () => {
    // Whoever is still being answered gets a while; then the work and the database are put away in good order.
    await Promise.race([app.close(), wait(CLOSING_MS)])
    await stopWork()
    await Promise.race([db.close(), wait(1000)])
    await embedded?.stop()
  }
}

async function greet(config: Config, issueLink: (email: string) => Promise<string>): Promise<void> {
  say(`\nNinefold is ready at ${config.appUrl}`)
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
