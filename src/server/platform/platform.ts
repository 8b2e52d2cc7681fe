import type { Site, SitePages } from '#contract/site.ts'
import type { BackupFolder } from './backup/backup-folder.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Events } from './events.ts'
import type { LanguageModel } from './llm/language-model.ts'
import type { ModelStatus } from './llm/model-status.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { MailServers } from './mail-servers/mail-servers.ts'
import type { Payments } from './payments/payments.ts'
import type { ZipCodes } from './places/zip-codes.ts'
import type { DataProviders } from './providers/provider.ts'
import type { ProviderStatus } from './providers/provider-status.ts'
import type { Queue } from './queue/queue.ts'
import type { Secrets } from './secrets.ts'

/** What features are built from: the seams to the outside world, the database, the queue and the clock. */
export type Platform = {
  db: Database
  queue: Queue
  events: Events
  mailer: Mailer
  payments: Payments
  providers: DataProviders
  /** How each data source is doing, for the operator. */
  providerStatuses(): ProviderStatus[]
  mailServers: MailServers
  zipCodes: ZipCodes
  model: LanguageModel
  /** How the connected language model is doing, for the operator; null where none is connected. */
  modelStatus(): ModelStatus | null
  clock: Clock
  log: Log
  /** Origin of every link the product writes. */
  appUrl: string
  adminEmails: readonly string[]
  /** In production the console opens only to operators who have a second factor. */
  operatorsNeedSecondFactor: boolean
  secrets: Secrets
  /** Sign-in mails that may go out in an hour, over all processes; the usual number when left out. */
  signInMailsPerHour?: number
  /** Where backups are put by schedule; null or absent for none. */
  backupFolder?: BackupFolder | null
  /** Secrets of the environment, so that operators are told when they are old. */
  keysInUse?: readonly { name: string; secret: string }[]
  /** The operator's brand, mailboxes and facts. */
  site: Site
  /** What the public pages say. */
  sitePages: SitePages
}
