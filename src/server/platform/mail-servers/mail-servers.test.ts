import { describe, expect, test } from 'vitest'
import { createFakeNameServer } from '#test/fakes/name-server.ts'
import { createMailServers } from './mail-servers.ts'

const HOUR = 3_600_000

function openMailServers(maxCached?: number) {
  const nameServer = createFakeNameServer()
  const time = { now: 0 }
  const servers = createMailServers({ nameServer, now: () => time.now, timeoutMs: 5, maxCached })
  return { nameServer, time, ask: servers.statusOf }
}

describe('A27 the DNS status of a domain', () => {
  test.each([
    ['mail.example', 'accepts_email'],
    ['host-only.example', 'accepts_email'],
    ['host-v6.example', 'accepts_email'],
    ['null-mx.example', 'rejects_email'],
    ['nothing.example', 'no_server'],
    ['gone.example', 'no_domain'],
    ['broken.example', 'unavailable'],
    ['silent.example', 'unavailable'],
  ])('%s: %s', async (domain, status) => {
    expect(await openMailServers().ask(domain)).toBe(status)
  })

  test('is cached for a day when the domain accepts email, otherwise an hour', async () => {
    const { nameServer, time, ask } = openMailServers()
    const statusOfBoth = () => Promise.all([ask('mail.example'), ask('gone.example')])
    await statusOfBoth()
    time.now = HOUR - 1
    await statusOfBoth()
    expect(nameServer.queries).toEqual(['mail.example', 'gone.example'])
    time.now = 24 * HOUR - 1
    await statusOfBoth()
    expect(nameServer.queries).toEqual(['mail.example', 'gone.example', 'gone.example'])
    time.now = 24 * HOUR
    await statusOfBoth()
    expect(nameServer.queries.filter((domain) => domain === 'mail.example')).toHaveLength(2)
  })

  test('is queried once by concurrent callers, and the cache is bounded', async () => {
    const { nameServer, ask } = openMailServers(2)
    await Promise.all(Array.from({ length: 50 }, () => ask('mail.example')))
    expect(nameServer.queries).toEqual(['mail.example'])
    for (const domain of ['gone.example', 'mail.example', 'nothing.example', 'mail.example', 'gone.example'])
      await ask(domain)
    // The least recently used one was evicted.
    expect(nameServer.queries).toEqual(['mail.example', 'gone.example', 'nothing.example', 'gone.example'])
  })
})

test('A27 does not wait for each domain while DNS is unreachable, and recovers', async () => {
  const { nameServer, time, ask } = openMailServers()
  nameServer.isUnavailable = true
  for (let i = 0; i < 100; i++) expect(await ask(`away${i}.example`)).toBe('unavailable')
  expect(nameServer.queries).toHaveLength(5)

  time.now = 60_000
  expect(await Promise.all([ask('mail.example'), ask('host-only.example')])).toEqual([
    'unavailable',
    'unavailable',
  ])
  expect(nameServer.queries).toHaveLength(6)

  nameServer.isUnavailable = false
  time.now = 120_000
  expect(await ask('mail.example')).toBe('accepts_email')
  expect(await ask('gone.example')).toBe('no_domain')
})
