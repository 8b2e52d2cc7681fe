import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeEvents } from '#test/fakes/events.ts'
import { servePages } from './pages.ts'
import { createAppShell } from './platform/http/app-shell.ts'
import { createRateLimiter } from './platform/http/limits.ts'
import { requestSeconds, serverErrors } from './platform/metrics.ts'

let root: string
let app: FastifyInstance
const take = createRateLimiter(() => 0)
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'assets-'))
  await mkdir(path.join(root, 'client/assets/folder'), { recursive: true })
  await writeFile(path.join(root, 'secret.txt'), 'secret')
  await writeFile(path.join(root, 'client/secret.txt'), 'public')
  await writeFile(path.join(root, 'client/assets/app-1.js'), 'script'.repeat(10_000))
  app = await createAppShell({ appUrl: 'http://localhost', logLevel: 'silent', bodyLimit: 1024 })
  await servePages(
    app,
    {
      render: async () => new Response('page', { status: 404 }),
      assets: path.join(root, 'client'),
      vite: null,
    },
    { services: {} as never, take, events: createFakeEvents() },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
  await rm(root, { recursive: true })
})

/** The response to raw bytes: clients would correct the path. */
async function send(request: Buffer | string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(request)
  let text = ''
  for await (const bytes of socket) text += (bytes as Buffer).toString('latin1')
  return text
}
const get = (target: string, headers = '') =>
  send(
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`, 'latin1'),
  )

const UNSAFE_URLS = [
  '%2e%2e/x',
  '%2e%2e%2fx',
  '..%2fx',
  '../x',
  '..%5cx',
  '..\\x',
  '%2e%2e/%2e%2e/secret.txt',
  '.%2e/secret.txt',
  '%252e%252e/x',
  '%00',
  'a%00.js',
  'app-1.js%00',
  '%',
  '%E0%A4%A',
  '%c0%ae%c0%ae/x',
  '\\',
  '/',
  '//',
  '/etc/passwd',
  '//evil.example',
  '.',
  './',
  '.git/config',
  'folder',
  'folder/',
  'app-1.js/',
  'app-1.js/x',
  '%0a',
  '%0d%0aX: y',
  'a'.repeat(300),
  'a'.repeat(5000),
  'a/'.repeat(2000),
  '%2f'.repeat(500),
  '\u00ff',
  'con',
  'app-1.js.br',
  'app-1.js.gz',
  'x?%',
  '*',
  ';',
  'C:\\x',
  '%uFFFF',
]

test('Trust 13 unknown file URLs are refused without a server error', async () => {
  const failures = async () => (await serverErrors.get()).values.reduce((sum, { value }) => sum + value, 0)
  const before = await failures()
  for (const target of UNSAFE_URLS.flatMap((url) => [`/assets/${url}`, `/${url}`])) {
    const response = await get(target)
    expect([target, response.slice(0, 10)]).toEqual([target, 'HTTP/1.1 4'])
    expect(response).not.toContain('secret')
  }
  expect(await failures()).toBe(before)
})

test('Trust 13 unusual ranges, tags and encodings get a quick response', async () => {
  const startedAt = performance.now()
  for (const header of [
    `Range: bytes=${'0-1,'.repeat(3000)}0-1`,
    `Range: bytes=${'-'.repeat(12_000)}`,
    `Range: bytes=${'9'.repeat(4000)}-${'9'.repeat(4000)}`,
    `If-None-Match: ${'"a",'.repeat(3000)}`,
    `If-None-Match: ${' '.repeat(12_000)}`,
    `If-None-Match: ${'W/'.repeat(6000)}`,
    `Accept-Encoding: ${'br;q=0.1,'.repeat(1300)}`,
    `Accept-Encoding: ${'a'.repeat(12_000)}`,
    `Accept: ${'a/b;'.repeat(3000)}`,
    `Cookie: ${'sid=x; '.repeat(1700)}`,
    `Cookie: ${';'.repeat(12_000)}`,
    `Cookie: sid=${'%'.repeat(12_000)}`,
    `If-Modified-Since: ${'Mon, '.repeat(2400)}`,
  ]) {
    for (const target of ['/assets/app-1.js', '/page', '/secret.txt', `/page?${'a=%25&'.repeat(600)}`]) {
      const response = await get(target, `${header}\r\n`)
      expect([header.slice(0, 30), target, response]).toEqual([
        ...[header.slice(0, 30), target],
        expect.stringMatching(/^HTTP\/1.1 [234]/),
      ])
    }
  }
  expect(performance.now() - startedAt).toBeLessThan(3000)
})

test('Trust 22 built files are rate-limited by network and appear in the metrics', async () => {
  expect((await get('/assets/app-1.js')).slice(0, 12)).toBe('HTTP/1.1 200')
  const { values } = await requestSeconds.get()
  expect(values.filter(({ labels }) => labels.route === '/assets/*')).not.toEqual([])
  const responses = Array.from({ length: 2500 }, () =>
    app.inject({ url: '/assets/app-1.js', method: 'HEAD', remoteAddress: '192.0.2.9' }),
  )
  const statuses = new Set((await Promise.all(responses)).map(({ statusCode }) => statusCode))
  expect(statuses).toEqual(new Set([200, 429]))
})
