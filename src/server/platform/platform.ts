import type { Site, SitePages } from '#contract/site.ts'
import type { BackupFolder } from './backup/backup-folder.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { Events } from './events.ts'
import type { FollowUpBossSettings } from './follow-up-boss/client.ts'
import type { LanguageModel, ModelStatus } from './llm/language-model.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { MailServers } from './mail-servers/mail-servers.ts'
import type { Outbound } from './outbound/outbound.ts'
import type { Resolver } from './outbound/resolver.ts'
import type { Payments } from './payments/payments.ts'
import type { MapTiles } from './places/map-tiles.ts'
import type { ZipCodes } from './places/zip-codes.ts'
import type { DataProviders } from './providers/provider.ts'
import type { ProviderStatus } from './providers/provider-status.ts'
import type { Queue } from './queue/queue.ts'
import type { Secrets } from './secrets.ts'

/** Everything features depend on: database, queue, clock and the interfaces to outside services. */
export type Platform = {
  db: Database
  queue: Queue
  events: Events
  mailer: Mailer
  payments: Payments
  providers: DataProviders
  /** Status of each data source, for operators. */
  providerStatuses(): ProviderStatus[]
  mailServers: MailServers
  /** Asks name servers for the records that prove a domain. */
  resolver: Resolver
  /** Calls URLs that users entered. */
  outbound: Outbound
  /** The operator's registration with Follow Up Boss; null or absent without one. */
  followUpBoss?: FollowUpBossSettings | null
  zipCodes: ZipCodes
  /** Street tiles of the map; null or absent without `MAP_TILES`. */
  mapTiles?: MapTiles | null
  model: LanguageModel
  /** Status of the language model, for operators; null if none is connected. */
  modelStatus(): ModelStatus | null
  clock: Clock
  log: Log
  /** Origin of every link the product writes. */
  appUrl: string
  /** Domain of the address that the product's emails come from; that of the support mailbox if absent. */
  mailDomain?: string
  adminEmails: readonly string[]
  /** True in production: the admin console requires a second factor. */
  operatorsNeedSecondFactor: boolean
  secrets: Secrets
  /** Limit of sign-in emails per hour over all processes; undefined for the default. */
  signInMailsPerHour?: number
  /** Folder for scheduled backups; null or absent turns them off. */
  backupFolder?: BackupFolder | null
  /** Secrets of the environment, to remind operators to rotate old ones. */
  keysInUse?: readonly { name: string; secret: string }[]
  /** The operator's brand, mailboxes and facts. */
  site: Site
  /** Texts of the public pages. */
  sitePages: SitePages
}
