import { z } from 'zod'
import { type BackupKey, backupKeysOf } from './platform/backup/backup-keys.ts'
import { ConfigError } from './platform/config-error.ts'
import { NO_PASSWORD } from './platform/db/migrate.ts'
import type { ModelSettings } from './platform/llm/model-settings.ts'
import type { StripeSettings } from './platform/payments/stripe-client.ts'
import type { ProviderSettings } from './platform/providers/data-providers.ts'

/**
 * The environment, parsed once. Every variable of the product is named here and nowhere else; a wrong one stops the
 * start with its name.
 */
const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** Where a provider is asked: its own address unless a proxy or a test stands in for it. */
const providerUrl = (own: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'a name and password do not belong in it')
    .default(own)

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUST_PROXY: z.string().optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_APP_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().min(1).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
  SIGN_IN_MAILS_PER_HOUR: z.coerce.number().int().min(1).max(10_000_000).optional(),
  ADMIN_EMAILS: z.string().default(''),
  SECRETS_KEY: z.string().optional(),
  PDL_API_KEY: z.string().trim().optional(),
  PDL_URL: providerUrl('https://api.peopledatalabs.com'),
  TRESTLE_API_KEY: z.string().trim().optional(),
  TRESTLE_URL: providerUrl('https://api.trestleiq.com'),
  TWILIO_ACCOUNT_SID: z.string().trim().optional(),
  TWILIO_AUTH_TOKEN: z.string().trim().optional(),
  TWILIO_URL: providerUrl('https://lookups.twilio.com'),
  ATTOM_API_KEY: z.string().trim().optional(),
  ATTOM_URL: providerUrl('https://api.gateway.attomdata.com/propertyapi/v1.0.0'),
  OPENFEMA: flag.default(false),
  OPENFEMA_URL: providerUrl('https://www.fema.gov/api/open'),
  CENSUS_GEOCODER: flag.default(false),
  CENSUS_GEOCODER_URL: providerUrl('https://geocoding.geo.census.gov'),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBareAddress, 'a scheme, a host and a path, and no name or password')
    .optional(),
  LLM_MODEL: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u, 'one line of text')
    .optional(),
  LLM_API_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'it holds no spaces')
    .optional(),
  PUBLIC_RECORDS_FILE: z.string().optional(),
  OFAC_LIST: z.string().optional(),
  SITE_CONFIG: z.string().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .trim()
    .regex(/^[sr]k_(live|test)_\w{8,}$/, 'it begins with sk_live_, sk_test_, rk_live_ or rk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isBareOrigin, 'only a scheme, a host and a port')
    .refine(isEncryptedOrLocal, 'the key would be readable on its way: use https')
    .optional(),
  SAMPLE_DATA: flag.default(true),
  DEMO: flag.default(true),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  ALLOW_EMBEDDED: flag.default(false),
  METRICS_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,}$/, 'at least 16 characters without spaces')
    .optional(),
  LOG_REQUESTS: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

type Environment = z.output<typeof environment>

export type Config = {
  production: boolean
  port: number
  host: string
  /** Addresses of the proxies whose word on the caller's address counts; none unless they are named. */
  trustedProxies: string[]
  /** Origin of every link the product writes; never taken from a request. */
  appUrl: string
  database: { url: string; appUrl: string | null } | null
  dataDir: string
  /** Whether the operator named the folder: then the database lives there or nowhere. */
  isDataDirExplicit: boolean
  /** `folder`: where backups are put by schedule, null for none. Made under the first key, read under any. */
  backup: { folder: string | null; keys: BackupKey[] }
  /** `signInsPerHour`: undefined for the usual number. */
  mail: { smtpUrl: string | null; from: string | null; signInsPerHour: number | undefined }
  adminEmails: string[]
  /** Keys of 32 bytes that secrets in the database are sealed under, newest first; none: the installation's own. */
  secretsKeys: Buffer[]
  /** Null: the embedded test payments. */
  stripe: StripeSettings | null
  providers: ProviderSettings
  /** Null: sentences come from the product itself, and nothing leaves the machine. */
  model: ModelSettings | null
  /** Paths of the files that a worker loads. */
  referenceFiles: { publicRecordsFile: string | null; ofacList: string | null }
  /** Path of the operator's own brand and facts, over those that ship with the product. */
  siteConfig: string | null
  /** Whether the sample provider answers: never beside a real source of people, phones or homes. */
  sampleData: boolean
  demo: boolean
  role: 'all' | 'web' | 'worker'
  logLevel: string
  /** A line of the log for each request. */
  logRequests: boolean
  /** Null: `/metrics` answers this machine alone. */
  metricsToken: string | null
  /** Whether a collector is named. The SDK reads the rest of the usual variables by itself. */
  tracing: boolean
}

/** @throws {ConfigError} naming each wrong variable */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`The configuration is not usable:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const production = e.NODE_ENV === 'production'
  if (production && !e.ALLOW_EMBEDDED) refuseDevelopmentDefaults(e)
  requireCompletePairs(e)
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED=0 would accept any server: unset it')
  }
  return {
    production,
    port: e.PORT,
    host: e.HOST,
    trustedProxies: listOf(e.TRUST_PROXY),
    appUrl: (e.APP_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    database: e.DATABASE_URL ? { url: e.DATABASE_URL, appUrl: e.DATABASE_APP_URL ?? null } : null,
    dataDir: e.DATA_DIR ?? './data',
    isDataDirExplicit: e.DATA_DIR !== undefined,
    backup: { folder: e.BACKUP_DIR ?? null, keys: backupKeysOf(listOf(e.BACKUP_KEY)) },
    mail: {
      ...{ smtpUrl: e.SMTP_URL ?? null, from: e.MAIL_FROM ?? null },
      signInsPerHour: e.SIGN_IN_MAILS_PER_HOUR,
    },
    adminEmails: listOf(e.ADMIN_EMAILS.toLowerCase()),
    secretsKeys: listOf(e.SECRETS_KEY).map(secretsKeyOf),
    stripe: stripeSettingsOf(e),
    providers: providerSettingsOf(e),
    model: modelSettingsOf(e),
    referenceFiles: { publicRecordsFile: e.PUBLIC_RECORDS_FILE ?? null, ofacList: e.OFAC_LIST ?? null },
    siteConfig: e.SITE_CONFIG ?? null,
    sampleData: e.SAMPLE_DATA && !hasRealProvider(e),
    // The demo's invented people must never be looked up where look-ups cost money, nor its plan be paid for.
    demo: e.DEMO && !production && !hasRealProvider(e) && !e.STRIPE_SECRET_KEY,
    role: e.ROLE,
    logLevel: e.LOG_LEVEL,
    logRequests: e.LOG_REQUESTS,
    metricsToken: e.METRICS_TOKEN ?? null,
    tracing: hasTraceCollector(e),
  }
}

/** @throws {ConfigError} for one of two settings that mean nothing alone */
function requireCompletePairs(e: Environment): void {
  if (e.DATABASE_APP_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_APP_URL needs DATABASE_URL beside it')
  if (e.DATABASE_URL && !new URL(e.DATABASE_URL).password && !(e.DATABASE_APP_URL && e.SECRETS_KEY))
    throw new ConfigError(NO_PASSWORD)
  if (Boolean(e.TWILIO_ACCOUNT_SID) !== Boolean(e.TWILIO_AUTH_TOKEN))
    throw new ConfigError('TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN are needed together')
}

function hasTraceCollector(e: Environment): boolean {
  if (e.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  return Boolean(e.OTEL_EXPORTER_OTLP_ENDPOINT || e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/** One real source of people, phones or homes switches the sample provider off: half sample, half real misleads. */
function hasRealProvider(e: Environment): boolean {
  return Boolean(e.PDL_API_KEY || e.TRESTLE_API_KEY || e.TWILIO_ACCOUNT_SID || e.ATTOM_API_KEY)
}

function providerSettingsOf(e: Environment): ProviderSettings {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = e
  return {
    peopleDataLabs: e.PDL_API_KEY ? { key: e.PDL_API_KEY, url: e.PDL_URL } : null,
    trestle: e.TRESTLE_API_KEY ? { key: e.TRESTLE_API_KEY, url: e.TRESTLE_URL } : null,
    twilio: accountSid && authToken ? { accountSid, authToken, url: e.TWILIO_URL } : null,
    attom: e.ATTOM_API_KEY ? { key: e.ATTOM_API_KEY, url: e.ATTOM_URL } : null,
    openFema: e.OPENFEMA ? { url: e.OPENFEMA_URL } : null,
    census: e.CENSUS_GEOCODER ? { url: e.CENSUS_GEOCODER_URL } : null,
  }
}

/** @throws {ConfigError} for half of the settings, and for a key that could be read on its way */
function modelSettingsOf({ LLM_BASE_URL, LLM_MODEL, LLM_API_KEY }: Environment): ModelSettings | null {
  if (!LLM_BASE_URL) {
    if (!LLM_MODEL && !LLM_API_KEY) return null
    throw new ConfigError('LLM_MODEL and LLM_API_KEY need LLM_BASE_URL beside them')
  }
  if (!LLM_MODEL) throw new ConfigError('LLM_BASE_URL needs LLM_MODEL beside it: the name of the model')
  if (LLM_API_KEY && !isEncryptedOrLocal(LLM_BASE_URL)) {
    throw new ConfigError('LLM_BASE_URL: LLM_API_KEY would be readable on its way: use https')
  }
  return { baseUrl: LLM_BASE_URL, name: LLM_MODEL, key: LLM_API_KEY ?? null }
}

/** @throws {ConfigError} for half of the settings, and for a webhook secret that is none */
function stripeSettingsOf(e: Environment): StripeSettings | null {
  const webhookSecrets = listOf(e.STRIPE_WEBHOOK_SECRET)
  if (!e.STRIPE_SECRET_KEY) {
    if (e.STRIPE_WEBHOOK_SECRET === undefined && e.STRIPE_API_URL === undefined) return null
    throw new ConfigError('STRIPE_WEBHOOK_SECRET and STRIPE_API_URL need STRIPE_SECRET_KEY beside them')
  }
  if (webhookSecrets.length === 0) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it: the signing secret of the webhook',
    )
  }
  if (webhookSecrets.some((secret) => !/^whsec_\S{16,}$/.test(secret))) {
    throw new ConfigError('STRIPE_WEBHOOK_SECRET: each secret begins with whsec_ and is longer than that')
  }
  return { secretKey: e.STRIPE_SECRET_KEY, webhookSecrets, apiUrl: e.STRIPE_API_URL ?? null }
}

/** @throws {ConfigError} for what is not 32 bytes in base64 or hexadecimal */
function secretsKeyOf(text: string): Buffer {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  throw new ConfigError(
    'SECRETS_KEY: each key is 32 random bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints',
  )
}

function isBareAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { search, hash, username, password } = new URL(address)
  return `${search}${hash}${username}${password}` === ''
}

function isBareOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname, search, hash, username, password } = new URL(address)
  return pathname === '/' && `${search}${hash}${username}${password}` === ''
}

function isEncryptedOrLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** `a, b` → `['a', 'b']` */
function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** What would mislead a customer is not run in production by accident. */
function refuseDevelopmentDefaults(e: Environment): void {
  const missing = [
    e.SMTP_URL ? null : 'SMTP_URL (sign-in links would only appear in the console)',
    e.STRIPE_SECRET_KEY ? null : 'STRIPE_SECRET_KEY (payments would be tests: nobody could pay)',
    e.SAMPLE_DATA && !hasRealProvider(e)
      ? 'SAMPLE_DATA=0 (people and property data would be invented)'
      : null,
    e.APP_URL ? null : 'APP_URL (links would point to localhost)',
  ].filter(Boolean)
  if (missing.length > 0) {
    throw new ConfigError(
      `In production set:\n  ${missing.join('\n  ')}\nALLOW_EMBEDDED=1 alone accepts every embedded default`,
    )
  }
}
