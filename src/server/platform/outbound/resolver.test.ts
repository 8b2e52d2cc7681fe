import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '#test/fakes/dns-server.ts'
import { createResolver } from './resolver.ts'

let dns: DnsServer
beforeAll(async () => {
  dns = await startDnsServer()
})
afterAll(() => dns.stop())
beforeEach(() => {
  dns.zone = {
    'www.example.com': { A: ['192.0.2.1', '192.0.2.2'], AAAA: ['2001:db8::1'] },
    'mail.example.com': { MX: [[10, 'mx.example.com']], TXT: [`v=${'x'.repeat(300)}`, 'second'] },
    'alias.example.com': { CNAME: ['www.example.com'] },
  }
  dns.mode = 'answers'
})

const resolver = (timeoutMs?: number) => createResolver([dns.address], timeoutMs)

test('reads addresses of both kinds, long texts, mail servers and aliases', async () => {
  expect(await resolver().resolveAddresses('www.example.com')).toEqual([
    '192.0.2.1',
    '192.0.2.2',
    '2001:db8::1',
  ])
  expect(await resolver().resolveTxt('mail.example.com')).toEqual([`v=${'x'.repeat(300)}`, 'second'])
  expect(await resolver().resolveMx('mail.example.com')).toEqual([
    expect.objectContaining({ priority: 10, exchange: 'mx.example.com' }),
  ])
  expect(await resolver().resolveCname('alias.example.com')).toEqual(['www.example.com'])
})

test('finds nothing for a name without such a record, without a zone, and for an impossible name', async () => {
  expect(await resolver().resolveTxt('www.example.com')).toEqual([])
  expect(await resolver().resolveTxt('gone.example.com')).toEqual([])
  expect(await resolver().resolveTxt('a..b')).toEqual([])
  expect(await resolver().resolveAddresses('mail.example.com')).toEqual([])
})

test('answers null in time when the name servers fail or stay silent', async () => {
  dns.mode = 'fails'
  expect(await resolver().resolveTxt('mail.example.com')).toBeNull()
  dns.mode = 'is silent'
  const startedAt = performance.now()
  expect(await resolver(200).resolveAddresses('www.example.com')).toBeNull()
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
