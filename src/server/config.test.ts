import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './platform/config-error.ts'

/** The error message of a refused start. */
function configError(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  return 'accepted'
}

const PRODUCTION_VARIABLES = {
  NODE_ENV: 'production',
  APP_URL: 'https://app.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  SAMPLE_DATA: '0',
}

const STRIPE_VARIABLES = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
}

test('listens on this machine only by default', () => {
  expect(readConfig({})).toEqual({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    trustedProxies: [],
    appUrl: 'http://localhost:3000',
    outboundAllow: [],
    dnsServers: [],
    database: null,
    dataDir: './data',
    isDataDirExplicit: false,
    mail: { smtpUrl: null, from: null },
    adminEmails: [],
    secretsKeys: [],
    stripe: null,
    providers: {
      peopleDataLabs: null,
      trestle: null,
      twilio: null,
      attom: null,
      openFema: null,
      census: null,
    },
    followUpBoss: null,
    model: null,
    referenceFiles: { publicRecordsFile: null, ofacList: null },
    backup: { folder: null, keys: [] },
    mapTiles: null,
    siteConfig: null,
    sampleData: true,
    demo: true,
    role: 'all',
    logLevel: 'info',
    logRequests: false,
    metricsToken: null,
    tracing: false,
  })
})

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', APP_URL: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test('sends traces when a collector is set, unless the SDK is disabled', () => {
  const collector = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }
  expect(readConfig(collector).tracing).toBe(true)
  expect(readConfig({ ...collector, OTEL_SDK_DISABLED: 'true' }).tracing).toBe(false)
})

test('reads secrets keys in base64 or hexadecimal, newest first', () => {
  const [newer, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const { secretsKeys } = readConfig({ SECRETS_KEY: `${newer.toString('base64')}, ${older.toString('hex')}` })
  expect(secretsKeys).toEqual([newer, older])
  expect(readConfig({ SECRETS_KEY: newer.toString('base64url') }).secretsKeys).toEqual([newer])
})

test.each([
  ['PORT', 'eighty'],
  ['SECRETS_KEY', 'a password'],
  ['SECRETS_KEY', 'c2hvcnQ='],
  ['PORT', '70000'],
  ['APP_URL', 'app.example.com'],
  ['APP_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_APP_URL', 'postgres//forgotten-colon'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SIGN_IN_MAILS_PER_HOUR', '0'],
  ['SAMPLE_DATA', 'no'],
  ['DEMO', 'false'],
  ['ALLOW_EMBEDDED', 'yes'],
  ['ROLE', 'boss'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_REQUESTS', 'all'],
  ['METRICS_TOKEN', 'short'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['NODE_ENV', 'prod'],
  ['PDL_URL', 'api.peopledatalabs.com'],
  ['ATTOM_URL', 'ftp://example.com'],
  ['TRESTLE_URL', 'https://user:secret@example.com'],
  ['OPENFEMA', 'yes'],
  ['LLM_BASE_URL', 'localhost:11434'],
  ['LLM_BASE_URL', 'https://user:secret@llm.example.com/v1'],
  ['LLM_BASE_URL', 'https://llm.example.com/v1?key=secret'],
  ['LLM_MODEL', 'two\nlines'],
  ['LLM_API_KEY', 'two words'],
  ['STRIPE_SECRET_KEY', 'pk_test_0123456789'],
  ['STRIPE_SECRET_KEY', 'sk_test_'],
  ['STRIPE_API_URL', 'http://stripe.example.com'],
  ['STRIPE_API_URL', 'https://stripe.example.com/v1'],
  ['STRIPE_API_URL', 'https://user:secret@stripe.example.com'],
])('names %s in the error when its value is %s', (name, value) => {
  expect(configError({ [name]: value })).toContain(`${name}: `)
})

test('names every invalid variable at once', () => {
  const message = configError({ PORT: 'x', ROLE: 'x' })
  expect(message).toContain('PORT: ')
  expect(message).toContain('ROLE: ')
})

test('names the missing one of two settings', () => {
  expect(configError({ DATABASE_APP_URL: 'postgres://app@localhost/x' })).toContain('DATABASE_URL')
})

test.each([
  'postgres://owner@db.example/ninefold',
  'postgres:///ninefold?host=/run/postgresql',
  'postgres://db.example/ninefold?password=elsewhere',
])('%s without a password requires two other settings', (DATABASE_URL) => {
  const withOwnRole = {
    DATABASE_APP_URL: 'postgres://app:x@db.example/ninefold',
    SECRETS_KEY: '01'.repeat(32),
  }
  for (const missing of Object.keys(withOwnRole))
    expect(configError({ DATABASE_URL, ...withOwnRole, [missing]: '' })).toMatch(
      /^DATABASE_URL.*DATABASE_APP_URL and SECRETS_KEY.*$/,
    )
  expect(readConfig({ DATABASE_URL, ...withOwnRole }).database).toMatchObject({ url: DATABASE_URL })
})

test('refuses to start when certificate checks are off', () => {
  expect(configError({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toContain('NODE_TLS_REJECT_UNAUTHORIZED')
})

test('normalizes URLs', () => {
  const config = readConfig({
    APP_URL: 'https://app.example.com/',
    ADMIN_EMAILS: ' Ann@Example.com, ,bo@x.org',
  })
  expect(config.appUrl).toBe('https://app.example.com')
  expect(config.adminEmails).toEqual(['ann@example.com', 'bo@x.org'])
  expect(readConfig({ PORT: '8080' }).appUrl).toBe('http://localhost:8080')
})

describe('production', () => {
  test('refuses every misleading default and names what to set', () => {
    const message = configError({ NODE_ENV: 'production' })
    for (const name of ['SMTP_URL', 'STRIPE_SECRET_KEY', 'SAMPLE_DATA=0', 'APP_URL', 'ALLOW_EMBEDDED=1'])
      expect(message).toContain(name)
  })

  test('refuses test payments when everything else is set', () => {
    const message = configError(PRODUCTION_VARIABLES)
    expect(message).toContain('STRIPE_SECRET_KEY (otherwise payments are only simulated')
    for (const name of ['SMTP_URL', 'SAMPLE_DATA', 'APP_URL']) expect(message).not.toContain(name)
  })

  test('starts with a payment provider, without ALLOW_EMBEDDED', () => {
    expect(readConfig({ ...PRODUCTION_VARIABLES, ...STRIPE_VARIABLES })).toMatchObject({
      production: true,
      demo: false,
    })
  })

  test('starts with ALLOW_EMBEDDED=1, and never with a demo workspace', () => {
    expect(readConfig({ NODE_ENV: 'production', ALLOW_EMBEDDED: '1', DEMO: '1' })).toMatchObject({
      production: true,
      demo: false,
    })
  })
})

describe('A22 the language model', () => {
  const LLM_VARIABLES = {
    LLM_BASE_URL: 'https://llm.example.com/v1',
    LLM_MODEL: 'small-model',
    LLM_API_KEY: ' sk-1 ',
  }

  test('connects with URL and model name; the key is optional', () => {
    expect(readConfig(LLM_VARIABLES).model).toEqual({
      baseUrl: 'https://llm.example.com/v1',
      name: 'small-model',
      key: 'sk-1',
    })
    const local = { LLM_BASE_URL: 'http://gpu.example.lan:11434/v1', LLM_MODEL: 'small-model' }
    expect(readConfig(local).model).toMatchObject({ key: null })
  })

  test('incomplete settings stop the start and the error names the missing one', () => {
    expect(configError({ LLM_BASE_URL: LLM_VARIABLES.LLM_BASE_URL })).toContain('requires LLM_MODEL')
    expect(configError({ LLM_MODEL: 'small-model' })).toContain('require LLM_BASE_URL')
    expect(configError({ LLM_API_KEY: 'sk-1' })).toContain('require LLM_BASE_URL')
  })

  test('a key requires https and never appears in an error', () => {
    const message = configError({ ...LLM_VARIABLES, LLM_BASE_URL: 'http://llm.example.com/v1' })
    expect(message).toContain('LLM_BASE_URL: ')
    expect(message).not.toContain('sk-1')
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(readConfig({ ...LLM_VARIABLES, LLM_BASE_URL: `http://${host}:11434/v1` }).model?.key).toBe(
        'sk-1',
      )
  })

  test('production starts without a language model', () => {
    expect(readConfig({ ...PRODUCTION_VARIABLES, ...STRIPE_VARIABLES }).model).toBeNull()
  })
})

test('A28 one real source of people, phones or homes turns off sample data and the demo', () => {
  for (const key of ['PDL_API_KEY', 'TRESTLE_API_KEY', 'ATTOM_API_KEY']) {
    expect(readConfig({ [key]: 'k', SAMPLE_DATA: '1', DEMO: '1' })).toMatchObject({
      sampleData: false,
      demo: false,
    })
  }
  expect(readConfig({ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't' })).toMatchObject({
    sampleData: false,
  })
  // County sources still work.
  expect(readConfig({ OPENFEMA: '1', CENSUS_GEOCODER: '1' })).toMatchObject({ sampleData: true, demo: true })
  expect(
    readConfig({ ...PRODUCTION_VARIABLES, ALLOW_EMBEDDED: '1', SAMPLE_DATA: '1', PDL_API_KEY: 'k' })
      .sampleData,
  ).toBe(false)
})

test('A28 a key turns a provider on, at its default URL unless another is set', () => {
  const { providers } = readConfig({
    PDL_API_KEY: ' k ',
    TRESTLE_API_KEY: 't',
    TRESTLE_URL: 'http://127.0.0.1:9',
  })
  expect(providers).toMatchObject({
    peopleDataLabs: { key: 'k', url: 'https://api.peopledatalabs.com' },
    trestle: { key: 't', url: 'http://127.0.0.1:9' },
    twilio: null,
    attom: null,
  })
})

test('A28 refuses an incomplete login', () => {
  expect(configError({ TWILIO_ACCOUNT_SID: 'AC1' })).toContain('TWILIO_AUTH_TOKEN')
  expect(configError({ FOLLOW_UP_BOSS_SYSTEM: 'Ours' })).toContain('FOLLOW_UP_BOSS_SYSTEM_KEY')
})

test('A25 a secret key connects the payment provider and turns off the demo', () => {
  const config = readConfig({ ...STRIPE_VARIABLES, DEMO: '1' })
  expect(config.stripe).toEqual({
    secretKey: 'sk_test_0123456789abcdef',
    webhookSecrets: ['whsec_0123456789abcdef'],
    apiUrl: null,
  })
  expect(config.demo).toBe(false)
})

test('A25 accepts several webhook secrets during rotation', () => {
  const secrets = ' whsec_0123456789abcdef, whsec_fedcba9876543210 ,'
  expect(readConfig({ ...STRIPE_VARIABLES, STRIPE_WEBHOOK_SECRET: secrets }).stripe?.webhookSecrets).toEqual([
    'whsec_0123456789abcdef',
    'whsec_fedcba9876543210',
  ])
})

test.each(['', '  ', ',', 'whsec_', 'whsec_short', 'x'.repeat(32), 'whsec_0123456789abcdef,whsec_'])(
  'Trust 16 the webhook secret "%s" stops the start and is not repeated',
  (secret) => {
    const message = configError({ ...STRIPE_VARIABLES, STRIPE_WEBHOOK_SECRET: secret })
    expect(message).toContain('STRIPE_WEBHOOK_SECRET')
    expect(message).not.toContain('0123456789abcdef')
  },
)

test('A25 refuses a webhook secret or URL without a key', () => {
  expect(configError({ STRIPE_WEBHOOK_SECRET: STRIPE_VARIABLES.STRIPE_WEBHOOK_SECRET })).toContain(
    'STRIPE_SECRET_KEY',
  )
  expect(configError({ STRIPE_API_URL: 'http://127.0.0.1:9' })).toContain('STRIPE_SECRET_KEY')
})

describe('backups', () => {
  const KEY = Buffer.alloc(32, 7)

  test('are encrypted with the first key and readable with any, in hexadecimal or base64', () => {
    const former = Buffer.alloc(32, 8)
    const { backup } = readConfig({
      BACKUP_DIR: '/backups',
      BACKUP_KEY: `${KEY.toString('hex')}, ${former.toString('base64')}`,
    })
    expect(backup.folder).toBe('/backups')
    expect(backup.keys.map(({ secret }) => secret)).toEqual([KEY, former])
  })

  test('a short key stops the start and is not printed', () => {
    expect(configError({ BACKUP_KEY: 'too-short' })).toContain('BACKUP_KEY')
    expect(configError({ BACKUP_KEY: 'too-short' })).not.toContain('too-short')
  })
})
