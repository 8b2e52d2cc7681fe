import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsubscribeFromNewsletter } from '#contract/newsletter.ts'
import { nameOf } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { createApi } from './platform/http/api.ts'
import { createAppShell } from './platform/http/app-shell.ts'
import { DEFAULT_BODY_BYTES } from './platform/http/limits.ts'

const JSON_BODY = { 'content-type': 'application/json' }

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['ann@example.com'] })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

test('Trust 22 public bodies are small and read completely before work begins', () => {
  const publicEndpoints = app.app.endpoints.filter(({ access }) => access === 'public')
  expect(publicEndpoints.length).toBeGreaterThan(10)
  for (const endpoint of publicEndpoints) {
    const { maxBodyBytes = DEFAULT_BODY_BYTES, streamedTypes, isBodyBuffered } = endpoint
    expect([nameOf(endpoint), maxBodyBytes <= 256 * 1024]).toEqual([nameOf(endpoint), true])
    if (streamedTypes) expect([nameOf(endpoint), isBodyBuffered]).toEqual([nameOf(endpoint), true])
  }
})

test('Trust 22 the server does not start with a public streaming endpoint', async () => {
  const shell = await createAppShell({ appUrl: 'http://localhost', logLevel: 'silent', bodyLimit: 1024 })
  const api = createApi(shell, { read: async () => null, findCached: () => null }, () => {})
  const { isBodyBuffered: _, ...streamingEndpoint } = unsubscribeFromNewsletter
  expect(() => api.serve(streamingEndpoint, async () => ({ ok: true as const }))).toThrow('streams its body')
  await shell.close()
})

test('Trust 22 a body above the limit is refused before it is read', async () => {
  const text = `"${'x'.repeat(DEFAULT_BODY_BYTES)}"`
  for (const [method, url] of [
    ['POST', '/api/contacts'],
    ['POST', '/api/contact/submit'],
    ['POST', '/api/auth/request-magic-link'],
    ['POST', '/api/newsletter/subscribe'],
    ['POST', '/api/newsletter/unsubscribe'],
  ] as const) {
    const { status, json } = await ann.request(method, url, text, JSON_BODY)
    expect([url, status, json]).toEqual([url, 413, expect.objectContaining({ code: 'too_large' })])
  }
})

test('Trust 22 a body at the limit is not refused for its length', async () => {
  const assignments = Array.from({ length: 5000 }, () => ({ taskId: randomUUID(), assignedTo: ann.userId }))
  expect((await ann.request('POST', '/api/tasks/assign', { assignments })).status).not.toBe(413)
  const post = await app.owner.row<{ id: string }>('select id from blog_posts limit 1')
  const content = { content: `<p>${'日本 '.repeat(30_000)}</p>` }
  const response = await ann.request('PATCH', `/api/blog/posts/${post?.id ?? randomUUID()}`, content)
  expect(response.status).not.toBe(413)
})

test('Trust 22 parses a one-click form quickly even if it is built to be slow', async () => {
  const startedAt = performance.now()
  for (const piece of [
    'name=List-Unsubscribe\n',
    'name="List-Unsubscribe"\na\n',
    '\r\n',
    'a\n',
    '&List-Unsubscribe=',
  ]) {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const form = piece.repeat(4096 / piece.length)
    expect((await ann.request('POST', '/api/newsletter/unsubscribe', form, type)).status).toBe(400)
  }
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
