import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConnectedApp } from '#contract/connected-apps.ts'
import { createMcpClient } from '#test/builders/mcp-client.ts'
import { createOauthClient, requestIdOf } from '#test/builders/oauth-client.ts'
import { createCertificate } from '#test/fakes/certificate.ts'
import { startDnsServer } from '#test/fakes/dns-server.ts'
import { createTestApp } from '#test/test-app.ts'

const HOST = 'assistant.example.com'
const CALLBACK = 'http://localhost:7777/callback'

/** Answers of the app's own site, by path. */
let documents: Record<string, { status?: number; body: string }>
const requests: string[] = []
const certificate = createCertificate([HOST])
const site = createServer(certificate, ({ url = '' }, response) => {
  requests.push(url)
  const { status = 200, body } = documents[url] ?? { status: 404, body: 'Not found' }
  response.writeHead(status, { 'content-type': 'application/json' }).end(body)
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const origin = `https://${HOST}:${(site.address() as AddressInfo).port}`
const dns = await startDnsServer({ [HOST]: { A: ['127.0.0.1'] } })
const app = await createTestApp({
  ...{ dnsServer: dns.address, outboundAllow: ['127.0.0.1'], certificates: certificate.cert },
})
const owner = await app.subscriber('owner@example.com')
afterAll(async () => {
  await app.close()
  site.close()
  await dns.stop()
})
beforeEach(() => {
  documents = {}
  requests.length = 0
})

/** Publishes the document of an app. @returns its address, which is the app's id */
function publish(path: string, changes: object = {}): string {
  const clientId = `${origin}${path}`
  const document = { client_id: clientId, client_name: 'Notes', redirect_uris: [CALLBACK], ...changes }
  documents[path] = { body: JSON.stringify(document) }
  return clientId
}

describe('A40 an app that describes itself by a document on its own site', () => {
  test('connects without a registration, and is shown with the host of the document', async () => {
    const client = await createOauthClient(app, { clientId: publish('/notes.json') })
    const uid = requestIdOf(await client.authorize())
    expect((await client.answer(owner, 'GET', uid)).json).toMatchObject({
      ...{ name: 'Notes', publisherHost: new URL(origin).host, redirectHost: 'localhost:7777' },
    })
    const tokens = await client.connect(owner, ['contacts:read'])
    const names = (await createMcpClient(app, tokens.access_token).listTools()).map(({ name }) => name)
    expect(names).toContain('search_contacts')
    expect((await client.refresh(tokens.refresh_token)).status).toBe(200)
    const path = `/api/organizations/${owner.organizationId}/connected-apps`
    const apps: ConnectedApp[] = (await owner.request('GET', path)).json
    expect(apps).toMatchObject([{ name: 'Notes' }])
    expect(new Set(requests)).toEqual(new Set(['/notes.json']))
  })

  test.each<[string, (path: string) => string]>([
    ['names another app', (path) => publish(path, { client_id: 'https://other.example.com/app.json' })],
    [
      'lists other addresses to return to',
      (path) => publish(path, { redirect_uris: ['http://localhost:1/'] }),
    ],
    ['wants a secret', (path) => publish(path, { token_endpoint_auth_method: 'client_secret_basic' })],
    [
      'is no JSON',
      (path) => {
        documents[path] = { body: '<html>' }
        return `${origin}${path}`
      },
    ],
    [
      'is missing',
      (path) => {
        documents[path] = { status: 404, body: '{}' }
        return `${origin}${path}`
      },
    ],
    ['is too large', (path) => publish(path, { client_name: 'x'.repeat(1024 * 1024) })],
  ])('is refused without a redirect when the document %s', async (name, publishAt) => {
    const path = `/${name.replaceAll(' ', '-')}.json`
    const client = await createOauthClient(app, { clientId: publishAt(path) })
    const response = await client.authorize()
    expect([response.status, response.headers.location]).toEqual([400, undefined])
    expect(new Set(requests)).toEqual(new Set([path]))
  })
})
