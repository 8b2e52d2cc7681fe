import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './platform/config-error.ts'

/** What the operator reads when the start is refused. */
function refusal(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  return 'accepted'
}

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_URL: 'https://app.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  SAMPLE_DATA: '0',
}

test('without any setting the product runs on this machine alone', () => {
  expect(readConfig({})).toEqual({
    production: false,
    port: 3000,
    host: '127.0.0.1',
    trustedProxies: [],
    appUrl: 'http://localhost:3000',
    database: null,
    dataDir: './data',
    dataDirNamed: false,
    mail: { smtpUrl: null, from: 'Ninefold <hello@ninefold.local>' },
    adminEmails: [],
    sampleData: true,
    demo: true,
    role: 'all',
    logLevel: 'info',
  })
})

test('an empty variable counts as none', () => {
  expect(readConfig({ PORT: '', APP_URL: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['APP_URL', 'app.example.com'],
  ['APP_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_APP_URL', 'postgres//forgotten-colon'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['SAMPLE_DATA', 'no'],
  ['DEMO', 'false'],
  ['ALLOW_EMBEDDED', 'yes'],
  ['ROLE', 'boss'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'prod'],
])('a wrong %s (%s) stops the start with its name', (name, value) => {
  expect(refusal({ [name]: value })).toContain(`${name}: `)
})

test('every wrong variable is named at once', () => {
  const message = refusal({ PORT: 'x', ROLE: 'x' })
  expect(message).toContain('PORT: ')
  expect(message).toContain('ROLE: ')
})

test('settings that only work together name the missing one', () => {
  expect(refusal({ DATABASE_APP_URL: 'postgres://app@localhost/x' })).toContain('DATABASE_URL')
})

test('a start that would trust any server is refused', () => {
  expect(refusal({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toContain('NODE_TLS_REJECT_UNAUTHORIZED')
})

test('addresses are written as the product needs them', () => {
  const config = readConfig({
    APP_URL: 'https://app.example.com/',
    ADMIN_EMAILS: ' Ann@Example.com, ,bo@x.org',
  })
  expect(config.appUrl).toBe('https://app.example.com')
  expect(config.adminEmails).toEqual(['ann@example.com', 'bo@x.org'])
  expect(readConfig({ PORT: '8080' }).appUrl).toBe('http://localhost:8080')
})

describe('production', () => {
  test('refuses every embedded default that would mislead a customer, naming what to set', () => {
    const message = refusal({ NODE_ENV: 'production' })
    for (const name of ['SMTP_URL', 'SAMPLE_DATA=0', 'APP_URL', 'ALLOW_EMBEDDED=1'])
      expect(message).toContain(name)
  })

  test('refuses test payments even where everything else is set', () => {
    const message = refusal(PRODUCTION)
    expect(message).toContain('payments are tests')
    for (const name of ['SMTP_URL', 'SAMPLE_DATA', 'APP_URL']) expect(message).not.toContain(name)
  })

  test('starts with ALLOW_EMBEDDED=1, and never with a demo workspace', () => {
    expect(readConfig({ NODE_ENV: 'production', ALLOW_EMBEDDED: '1', DEMO: '1' })).toMatchObject({
      production: true,
      demo: false,
    })
  })
})
