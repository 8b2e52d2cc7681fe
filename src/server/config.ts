import { z } from 'zod'
import { ConfigError } from './platform/config-error.ts'

/**
 * The environment, parsed once. Every variable of the product is named here and nowhere else; a wrong one stops the
 * start with its name.
 */
const flag = z.enum(['0', '1']).transform((value) => value === '1')

const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUST_PROXY: z.string().optional(),
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_APP_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().min(1).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Ninefold <hello@ninefold.local>'),
  ADMIN_EMAILS: z.string().default(''),
  SAMPLE_DATA: flag.default(true),
  DEMO: flag.default(true),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  ALLOW_EMBEDDED: flag.default(false),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})

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
  dataDirNamed: boolean
  mail: { smtpUrl: string | null; from: string }
  adminEmails: string[]
  sampleData: boolean
  demo: boolean
  role: 'all' | 'web' | 'worker'
  logLevel: string
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
  if (e.DATABASE_APP_URL && !e.DATABASE_URL)
    throw new ConfigError('DATABASE_APP_URL needs DATABASE_URL beside it')
  const production = e.NODE_ENV === 'production'
  if (production && !e.ALLOW_EMBEDDED) refuseEmbeddedDefaults(e)
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
    dataDirNamed: e.DATA_DIR !== undefined,
    mail: { smtpUrl: e.SMTP_URL ?? null, from: e.MAIL_FROM },
    adminEmails: listOf(e.ADMIN_EMAILS.toLowerCase()),
    sampleData: e.SAMPLE_DATA,
    demo: e.DEMO && !production,
    role: e.ROLE,
    logLevel: e.LOG_LEVEL,
  }
}

/** `a, b` → `['a', 'b']` */
function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** What would mislead a customer is not run in production by accident. */
function refuseEmbeddedDefaults(e: z.output<typeof environment>): void {
  const missing = [
    e.SMTP_URL ? null : 'SMTP_URL (sign-in links would only appear in the console)',
    'ALLOW_EMBEDDED=1 (payments are tests: no card payment provider can be connected yet)',
    e.SAMPLE_DATA ? 'SAMPLE_DATA=0 (people and property data would be invented)' : null,
    e.APP_URL ? null : 'APP_URL (links would point to localhost)',
  ].filter(Boolean)
  if (missing.length > 0) {
    throw new ConfigError(
      `In production set:\n  ${missing.join('\n  ')}\nALLOW_EMBEDDED=1 alone accepts every embedded default`,
    )
  }
}
