import { expect, test } from 'vitest'
import { createFakeEvents } from '#test/fakes/events.ts'
import { serveSiteFiles } from './features/blog/routes.ts'
import type { BlogService } from './features/blog/service.ts'
import { servePages } from './pages.ts'
import { createAppShell } from './platform/http/app-shell.ts'
import { createRateLimiter } from './platform/http/limits.ts'

const APP_URL = 'http://localhost:3000'

test('Trust 22 pages and public files share the rate limit of the API, and refusals are plain text', async () => {
  const shell = await createAppShell({ appUrl: APP_URL, logLevel: 'silent', bodyLimit: 1024 })
  const take = createRateLimiter(() => 0)
  let renderCount = 0
  const render = async () =>
    new Response(`<h1>${++renderCount}</h1>`, { headers: { 'content-type': 'text/html' } })
  serveSiteFiles(shell, {} as BlogService, { appUrl: APP_URL, take })
  await servePages(
    shell,
    { render, assets: null, vite: null },
    { services: {} as never, take, events: createFakeEvents() },
  )
  const call = (url: string, remoteAddress: string) => shell.inject({ url, remoteAddress })
  expect((await call('/about', '192.0.2.1')).statusCode).toBe(200)
  for (let i = 1; i < 2000; i++) take('address', '192.0.2.1')
  for (const url of [
    '/about',
    '/robots.txt',
    '/sitemap.xml',
    '/blog/feed.xml',
    '/.well-known/security.txt',
    '/card.png',
    '/blog/x/card.png',
  ]) {
    const refusal = await call(url, '192.0.2.1')
    expect([url, refusal.statusCode, refusal.headers['retry-after']]).toEqual([url, 429, '1'])
    expect(refusal.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(refusal.body).toBe('Too many requests. Please wait a moment and try again.')
  }
  expect(renderCount).toBe(1)
  expect((await call('/robots.txt', '192.0.2.2')).statusCode).toBe(200)
  await shell.close()
})

test('a page gets only the parts of a request that it reads', async () => {
  const shell = await createAppShell({ appUrl: APP_URL, logLevel: 'silent', bodyLimit: 1024 })
  const seenHeaders: [string, string][] = []
  const render = async (request: Request) => {
    seenHeaders.push(...request.headers)
    return new Response('')
  }
  await servePages(
    shell,
    { render, assets: null, vite: null },
    {
      services: {} as never,
      take: () => {},
      events: createFakeEvents(),
    },
  )
  const headers = {
    cookie: 'sidebar=open',
    'x-nonce': 'sent',
    'x-forwarded-host': 'evil.example',
    accept: '*/*',
  }
  await shell.inject({ url: '/dashboard', headers })
  expect(seenHeaders).toEqual([
    ['cookie', 'sidebar=open'],
    ['x-nonce', expect.stringMatching(/^[\w+/]{24}$/)],
  ])
  await shell.close()
})
