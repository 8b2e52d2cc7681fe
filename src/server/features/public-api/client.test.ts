import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import { SCOPES } from '#contract/endpoint.ts'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { type ApiClient, createClient } from '../../../../clients/typescript/src/client.ts'

const CLIENT = path.join(PROJECT_ROOT, 'clients/typescript')

let app: TestApp
let owner: Person
let api: ApiClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
  const keysPath = `/api/organizations/${owner.organizationId}/api-keys`
  const body = { name: 'Client', role: 'OWNER', scopes: SCOPES }
  const { key }: ShownApiKey = (await owner.request('POST', keysPath, body)).json
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.app.server.address() as AddressInfo
  api = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: key })
})
afterAll(() => app.close())

test('A40 the TypeScript client makes ten typed calls', async () => {
  const account = await api.GET('/api/v1/account')
  expect(account.data?.member.email).toBe('owner@example.com')
  const contact = await api.POST('/api/v1/contacts', {
    body: { firstName: 'Ines', lastName: 'Quigley' },
  })
  const id = contact.data?.id ?? ''
  const changed = await api.PATCH('/api/v1/contacts/{id}', {
    params: { path: { id } },
    body: { city: 'Austin' },
  })
  expect(changed.data?.city).toBe('Austin')
  const linked = await api.PUT('/api/v1/contacts/external/{source}/{externalId}', {
    params: { path: { source: 'example', externalId: '1' } },
    body: { firstName: 'Ida', lastName: 'Vance' },
  })
  expect(linked.data?.externalIds).toEqual([{ source: 'example', externalId: '1' }])
  const page = await api.GET('/api/v1/contacts', { params: { query: { limit: 1 } } })
  expect([page.data?.data.length, typeof page.data?.next]).toEqual([1, 'string'])
  const tagged = await api.PATCH('/api/v1/contacts/{id}/tags', {
    params: { path: { id } },
    body: { create: ['Farm'] },
  })
  expect(tagged.data?.data.map(({ name }) => name)).toEqual(['Farm'])
  const activity = await api.POST('/api/v1/contacts/{id}/activities', {
    params: { path: { id } },
    body: { type: 'call', outcome: 'reached' },
  })
  expect(activity.data?.contactId).toBe(id)
  const task = await api.POST('/api/v1/tasks', { body: { contactId: id, title: 'Call back' } })
  const done = await api.POST('/api/v1/tasks/{id}/complete', {
    params: { path: { id: task.data?.id ?? '' } },
  })
  expect(done.data?.status).toBe('completed')
  const missing = await api.GET('/api/v1/contacts/{id}', { params: { path: { id: crypto.randomUUID() } } })
  expect([missing.response.status, missing.error?.code]).toEqual([404, 'not_found'])
})

test('A40 the committed description of the client is the one of the server', async () => {
  const stored = JSON.parse(await readFile(path.join(CLIENT, 'openapi.json'), 'utf8'))
  const described: object = (await app.visitor('GET', '/api/v1/openapi.json')).json
  expect({ ...described, servers: stored.servers }).toEqual(stored)
})
