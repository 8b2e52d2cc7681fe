import { z } from 'zod'
import { backupKeysOf } from './platform/backup/backup-keys.ts'
import { ConfigError } from './platform/config-error.ts'
import { NO_PASSWORD } from './platform/db/migrate.ts'
import type { FollowUpBossSettings } from './platform/follow-up-boss/client.ts'
import type { ModelSettings } from './platform/llm/language-model.ts'
import type { StripeSettings } from './platform/payments/stripe-client.ts'
import type { ProviderSettings } from './platform/providers/data-providers.ts'

/**
 * The environment, parsed once. Every variable is declared here and nowhere else; an invalid one stops the start and is
 * named in the error.
 */
const flag = z.enum(['0', '1']).transform((value) => value === '1')

/** URL of a provider's API; the default is the provider's own, and a proxy or a test can replace it. */
const providerUrlSchema = (defaultUrl: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'remove the user name and password')
    .default(defaultUrl)

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUST_PROXY: z.string().optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  OUTBOUND_ALLOW: z.string().optional(),
  DNS_SERVERS: z.string().optional(),
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
  PDL_URL: providerUrlSchema('https://api.peopledatalabs.com'),
  TRESTLE_API_KEY: z.string().trim().optional(),
  TRESTLE_URL: providerUrlSchema('https://api.trestleiq.com'),
  TWILIO_ACCOUNT_SID: z.string().trim().optional(),
  TWILIO_AUTH_TOKEN: z.string().trim().optional(),
  TWILIO_URL: providerUrlSchema('https://lookups.twilio.com'),
  ATTOM_API_KEY: z.string().trim().optional(),
  ATTOM_URL: providerUrlSchema('https://api.gateway.attomdata.com/propertyapi/v1.0.0'),
  OPENFEMA: flag.default(false),
  OPENFEMA_URL: providerUrlSchema('https://www.fema.gov/api/open'),
  CENSUS_GEOCODER: flag.default(false),
  CENSUS_GEOCODER_URL: providerUrlSchema('https://geocoding.geo.census.gov'),
  FOLLOW_UP_BOSS_SYSTEM: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,100}$/, 'must not contain spaces')
    .optional(),
  FOLLOW_UP_BOSS_SYSTEM_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{8,200}$/, 'must be the key from the registration')
    .optional(),
  FOLLOW_UP_BOSS_URL: providerUrlSchema('https://api.followupboss.com/v1'),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(hasNoCredentialsOrQuery, 'use a scheme, host and path, without user name or password')
    .optional(),
  LLM_MODEL: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{Cc}*$/u, 'must be one line of text')
    .optional(),
  LLM_API_KEY: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'must not contain spaces')
    .optional(),
  PUBLIC_RECORDS_FILE: z.string().optional(),
  OFAC_LIST: z.string().optional(),
  MAP_TILES: z.string().min(1).optional(),
  SITE_CONFIG: z.string().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .trim()
    .regex(/^[sr]k_(live|test)_\w{8,}$/, 'must begin with sk_live_, sk_test_, rk_live_ or rk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isOriginOnly, 'use only a scheme, host and port')
    .refine(isEncryptedOrLocal, 'use https, so that the key is not sent in the clear')
    .optional(),
  SAMPLE_DATA: flag.default(true),
  DEMO: flag.default(true),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  ALLOW_EMBEDDED: flag.default(false),
  METRICS_TOKEN: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters and no spaces')
    .optional(),
  LOG_REQUESTS: flag.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

type Environment = z.output<typeof environment>

export type Config = ReturnType<typeof readConfig>

/** @throws {ConfigError} naming each wrong variable */
export function readConfig(env: Record<string, string | undefined>) {
  const setVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(setVariables)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Invalid configuration:\n${lines.join('\n')}`)
  }
  const e = parsed.data
  const requireProductionSettings = e.NODE_ENV === 'production'
  if (requireProductionSettings && !e.ALLOW_EMBEDDED) rejectDevelopmentDefaults(e)
  requireCompletePairs(e)
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks: unset it')
  }
  return {
    production: requireProductionSettings,
    port: e.PORT,
    host: e.HOST,
    /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
    trustedProxies: listOf(e.TRUST_PROXY),
    /** Origin of every link the product writes; never taken from a request. */
    appUrl: (e.APP_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    /** Private networks that URLs entered by users may reach. */
    outboundAllow: listOf(e.OUTBOUND_ALLOW),
    /** Name servers to ask instead of this machine's. */
    dnsServers: listOf(e.DNS_SERVERS),
    database: e.DATABASE_URL ? { url: e.DATABASE_URL, appUrl: e.DATABASE_APP_URL ?? null } : null,
    dataDir: e.DATA_DIR ?? './data',
    /** True if the operator named the folder: the embedded database then uses that folder or fails. */
    isDataDirExplicit: e.DATA_DIR !== undefined,
    /** Without a folder there are no scheduled backups. The first key encrypts, every key decrypts. */
    backup: { folder: e.BACKUP_DIR ?? null, keys: backupKeysOf(listOf(e.BACKUP_KEY)) },
    mail: {
      smtpUrl: e.SMTP_URL ?? null,
      from: e.MAIL_FROM ?? null,
      signInsPerHour: e.SIGN_IN_MAILS_PER_HOUR,
    },
    adminEmails: listOf(e.ADMIN_EMAILS.toLowerCase()),
    /** Encrypt secrets in the database, newest first. If empty, the installation's own key is used. */
    secretsKeys: listOf(e.SECRETS_KEY).map(secretsKeyOf),
    /** Null uses the embedded test payments. */
    stripe: stripeSettingsOf(e),
    providers: providerSettingsOf(e),
    /** Null offers no connection. */
    followUpBoss: followUpBossSettingsOf(e),
    /** Null uses the built-in texts, and nothing leaves the machine. */
    model: modelSettingsOf(e),
    referenceFiles: { publicRecordsFile: e.PUBLIC_RECORDS_FILE ?? null, ofacList: e.OFAC_LIST ?? null },
    /** Path of a PMTiles file with street tiles for the map. */
    mapTiles: e.MAP_TILES ?? null,
    /** Path of the operator's own brand and facts, which override those that ship with the product. */
    siteConfig: e.SITE_CONFIG ?? null,
    sampleData: e.SAMPLE_DATA && !hasRealProvider(e),
    // Demo contacts are fictional: enriching them would cost real money, and so would their plan.
    demo: e.DEMO && !requireProductionSettings && !hasRealProvider(e) && !e.STRIPE_SECRET_KEY,
    role: e.ROLE,
    logLevel: e.LOG_LEVEL,
    logRequests: e.LOG_REQUESTS,
    /** Null restricts `/metrics` to this machine. */
    metricsToken: e.METRICS_TOKEN ?? null,
    /** The SDK reads the other standard variables itself. */
    tracing: hasTraceCollector(e),
  }
}

/** @throws {ConfigError} when one of two settings that belong together is missing */
function requireCompletePairs(e: Environment): void {
  if (e.DATABASE_APP_URL && !e.DATABASE_URL) throw new ConfigError('DATABASE_APP_URL requires DATABASE_URL')
  if (e.DATABASE_URL && !new URL(e.DATABASE_URL).password && !(e.DATABASE_APP_URL && e.SECRETS_KEY))
    throw new ConfigError(NO_PASSWORD)
  if (Boolean(e.TWILIO_ACCOUNT_SID) !== Boolean(e.TWILIO_AUTH_TOKEN))
    throw new ConfigError('TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be set together')
  if (Boolean(e.FOLLOW_UP_BOSS_SYSTEM) !== Boolean(e.FOLLOW_UP_BOSS_SYSTEM_KEY))
    throw new ConfigError('FOLLOW_UP_BOSS_SYSTEM and FOLLOW_UP_BOSS_SYSTEM_KEY must be set together')
}

function hasTraceCollector(e: Environment): boolean {
  if (e.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return false
  return Boolean(e.OTEL_EXPORTER_OTLP_ENDPOINT || e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}

/** One real source of people, phones or homes turns the sample provider off: mixing real and sample data misleads. */
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

/** @throws {ConfigError} for incomplete settings, and for a key that would be sent unencrypted */
function modelSettingsOf({ LLM_BASE_URL, LLM_MODEL, LLM_API_KEY }: Environment): ModelSettings | null {
  if (!LLM_BASE_URL) {
    if (!LLM_MODEL && !LLM_API_KEY) return null
    throw new ConfigError('LLM_MODEL and LLM_API_KEY require LLM_BASE_URL')
  }
  if (!LLM_MODEL) throw new ConfigError('LLM_BASE_URL requires LLM_MODEL, the name of the model')
  if (LLM_API_KEY && !isEncryptedOrLocal(LLM_BASE_URL)) {
    throw new ConfigError('LLM_BASE_URL: use https, so that LLM_API_KEY is not sent in the clear')
  }
  return { baseUrl: LLM_BASE_URL, name: LLM_MODEL, key: LLM_API_KEY ?? null }
}

/** @throws {ConfigError} for incomplete settings and for an invalid webhook secret */
function stripeSettingsOf(e: Environment): StripeSettings | null {
  const webhookSecrets = listOf(e.STRIPE_WEBHOOK_SECRET)
  if (!e.STRIPE_SECRET_KEY) {
    if (e.STRIPE_WEBHOOK_SECRET === undefined && e.STRIPE_API_URL === undefined) return null
    throw new ConfigError('STRIPE_WEBHOOK_SECRET and STRIPE_API_URL require STRIPE_SECRET_KEY')
  }
  if (webhookSecrets.length === 0) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY requires STRIPE_WEBHOOK_SECRET, the signing secret of the webhook',
    )
  }
  if (webhookSecrets.some((secret) => !/^whsec_\S{16,}$/.test(secret))) {
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET: each secret must begin with whsec_ and have at least 22 characters',
    )
  }
  return { secretKey: e.STRIPE_SECRET_KEY, webhookSecrets, apiUrl: e.STRIPE_API_URL ?? null }
}

function followUpBossSettingsOf(e: Environment): FollowUpBossSettings | null {
  const { FOLLOW_UP_BOSS_SYSTEM: system, FOLLOW_UP_BOSS_SYSTEM_KEY: systemKey, FOLLOW_UP_BOSS_URL: url } = e
  return system && systemKey ? { system, systemKey, url } : null
}

/** @throws {ConfigError} for anything but 32 bytes in base64 or hexadecimal */
function secretsKeyOf(text: string): Buffer {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  throw new ConfigError(
    'SECRETS_KEY: each key must be 32 random bytes in base64 or hexadecimal. Create one with `openssl rand -base64 32`',
  )
}

function hasNoCredentialsOrQuery(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && `${url.search}${url.hash}${url.username}${url.password}` === ''
}

function isOriginOnly(address: string): boolean {
  return hasNoCredentialsOrQuery(address) && URL.parse(address)?.pathname === '/'
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

/** Refuses defaults in production that would mislead a customer. @throws {ConfigError} */
function rejectDevelopmentDefaults(e: Environment): void {
  const missing = [
    e.SMTP_URL ? null : 'SMTP_URL (otherwise sign-in links only appear in the console)',
    e.STRIPE_SECRET_KEY ? null : 'STRIPE_SECRET_KEY (otherwise payments are only simulated)',
    e.SAMPLE_DATA && !hasRealProvider(e)
      ? 'SAMPLE_DATA=0 (otherwise people and property data are fictional)'
      : null,
    e.APP_URL ? null : 'APP_URL (otherwise links point to localhost)',
  ].filter(Boolean)
  if (missing.length > 0) {
    throw new ConfigError(
      `In production set:\n  ${missing.join('\n  ')}\nOr set ALLOW_EMBEDDED=1 to accept all embedded defaults`,
    )
  }
}
