import { expect, test } from 'vitest'
import { parseOrganizationId } from '../db/organization-id.ts'
import { createHosts } from './hosts.ts'

const ORGANIZATION = parseOrganizationId('0b7bd1f0-93f5-4c9d-8a25-0f3b1f3f7a10')

function hostsOf(appUrl: string) {
  const hosts = createHosts(appUrl)
  hosts.replace([{ domain: 'app.acme.com', organizationId: ORGANIZATION }])
  return (header: string | undefined) => hosts.siteOf(header)?.origin ?? null
}

test.each([
  ['app.example.com', 'https://app.example.com'],
  ['APP.EXAMPLE.COM:8443', 'https://app.example.com'],
  ['app.example.com.', 'https://app.example.com'],
  ['app.acme.com', 'https://app.acme.com'],
  ['App.Acme.Com:443', 'https://app.acme.com'],
  ['x.app.acme.com', null],
  ['acme.com', null],
  ['app.acme.com.evil.example', null],
  ['evil.example/app.acme.com', null],
  ['app.acme.com@evil.example', null],
  ['evil.example#app.acme.com', null],
  ['app.acme.com, evil.example', null],
  ['app.acme.com:80:80', null],
  ['app.acme.com:x', null],
  ['app.acme.com..', null],
  ['app.acme.com\u0000', null],
  [' app.acme.com', null],
  ['localhost', null],
  ['127.0.0.1', null],
  ['', null],
  [undefined, null],
])('finds the site of the host %j only by exact match', (header, origin) => {
  expect(hostsOf('https://app.example.com')(header)).toBe(origin)
})

test.each(['localhost', 'localhost:3000', '127.0.0.1:8080', '127.1.2.3', '[::1]:3000'])(
  'treats %s as the host of a local APP_URL',
  (header) => {
    expect(hostsOf('http://localhost:3000')(header)).toBe('http://localhost:3000')
  },
)

test('gives a domain the scheme and port of APP_URL, never those of the header', () => {
  expect(hostsOf('http://localhost:3000')('app.acme.com:9999')).toBe('http://app.acme.com:3000')
  expect(hostsOf('https://app.example.com')('app.acme.com:3000')).toBe('https://app.acme.com')
})
