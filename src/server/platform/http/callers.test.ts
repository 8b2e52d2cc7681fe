import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createCallerCache } from './caller-cache.ts'
import { callerNetwork, mailboxOf, networkOf, trustedPeers } from './callers.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('Trust 8 the address %s is counted as the network %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('Trust 8 addresses in one /64 share a count, the next /64 does not', () => {
  expect(networkOf('2001:db8:1:2::9')).toBe(networkOf('2001:db8:1:2:aaaa::1'))
  expect(networkOf('2001:db8:1:3::9')).not.toBe(networkOf('2001:db8:1:2::9'))
})

test.each([
  ['ann@example.com', 'ann@example.com'],
  ['ann+news@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['ann@exa+mple.com', 'ann@exa+mple.com'],
])('Trust 8 the address %s is counted as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage // nothing else of the request is read

describe('Trust 22 the network of a caller', () => {
  test.each([
    ['the peer where no proxy is trusted', [], '127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['what a trusted proxy says', ['127.0.0.1'], '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['what it says over IPv6', ['127.0.0.1'], '::ffff:127.0.0.1', '2001:db8::9', '2001:db8:0:0::/64'],
    [
      'the nearest untrusted hop',
      ['10.0.0.0/8'],
      '10.1.1.1',
      '1.2.3.4, 203.0.113.9, 10.2.2.2',
      '203.0.113.9',
    ],
    ['the peer where another one claims it', ['10.0.0.0/8'], '192.0.2.1', '10.1.1.1', '192.0.2.1'],
    ['the proxy itself where it names nobody', ['loopback'], '127.0.0.1', undefined, '127.0.0.1'],
    ['the proxy itself where it names no address', ['loopback'], '127.0.0.1', 'unknown', '127.0.0.1'],
    ['one of a range of IPv6', ['fd00::/8'], 'fd12::1', '203.0.113.9', '203.0.113.9'],
  ] as const)('is %s', (_what, proxies, peer, forwarded, network) => {
    expect(callerNetwork(requestFrom(peer, forwarded), trustedPeers(proxies))).toBe(network)
  })

  test.each(['proxy', '10.0.0.0/33', '10.0.0.0/x', '300.1.1.1', 'fd00::/129', '/8'])(
    'stops the start when TRUST_PROXY contains %s',
    (entry) => {
      expect(() => trustedPeers([entry])).toThrow(/^TRUST_PROXY: /)
    },
  )

  test('is parsed in linear time for any header', () => {
    const trusts = trustedPeers(['loopback'])
    const startedAt = performance.now()
    for (const forwarded of [
      ','.repeat(16_000),
      ' '.repeat(16_000),
      '127.0.0.1,'.repeat(1600),
      'f:'.repeat(8000),
    ])
      callerNetwork(requestFrom('127.0.0.1', forwarded), trusts)
    expect(performance.now() - startedAt).toBeLessThan(100)
  })
})

describe('Trust 22 the caller of a request before its session is read', () => {
  const SID = 'a'.repeat(43)

  test('is the user of a verified session; made-up cookies have no user', () => {
    const callers = createCallerCache()
    callers.record(`theme=dark; sid=${SID}`, 'ann')
    const verifiedCookies = [`sid=${SID}`, `sid=${SID}; x=${Math.random()}`, `__Host-sid=${SID}`]
    const unverifiedCookies = ['sid=random', `sid=${'b'.repeat(43)}`, undefined]
    expect([...verifiedCookies, ...unverifiedCookies].map((cookies) => callers.userOf(cookies))).toEqual([
      ...['ann', 'ann', 'ann'],
      ...[null, null, null],
    ])
  })

  test('expires, and is cached for a bounded number of sessions', () => {
    let time = 0
    const callers = createCallerCache(() => time)
    for (let i = 0; i < 20_001; i++) callers.record(`sid=${String(i).padStart(43, '0')}`, `user ${i}`)
    const userOf = (i: number) => callers.userOf(`sid=${String(i).padStart(43, '0')}`)
    expect([userOf(0), userOf(1), userOf(20_000)]).toEqual([null, 'user 1', 'user 20000'])
    time += 16 * 60_000
    expect(userOf(20_000)).toBeNull()
  })
})
