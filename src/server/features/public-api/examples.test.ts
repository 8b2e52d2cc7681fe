import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import { SCOPES } from '#contract/endpoint.ts'
import type { OpenApi } from '#contract/page-services.ts'
import { SAMPLE_ID } from '#contract/v1/examples.ts'
import { createObjects, sampleRequest } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
let key: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
  const path = `/api/organizations/${owner.organizationId}/api-keys`
  const body = { name: 'Examples', role: 'OWNER', scopes: SCOPES }
  const created: ShownApiKey = (await owner.request('POST', path, body)).json
  key = created.key
})
afterAll(() => app.close())

/** The request that a shell command sends. */
function requestOf(command: string) {
  const url = /^curl '\{origin\}(\/[^']+)'/.exec(command)?.[1] ?? ''
  const body = / -d '(.*)'$/s.exec(command)?.[1]
  const method = / -X ([A-Z]+)/.exec(command)?.[1] ?? (body ? 'POST' : 'GET')
  return { method, url, body: body === undefined ? undefined : (JSON.parse(body) as unknown) }
}

/** Names of an answer's fields, with those of the first item of a list. */
function namesIn(answer: unknown): unknown {
  if (answer === null || typeof answer !== 'object') return null
  const { data, ...rest } = answer as { data?: unknown[] }
  const [first] = data ?? []
  return [Object.keys(rest).sort(), first === undefined ? null : Object.keys(first as object).sort()]
}

test('A40 every example of the reference runs as printed and has the fields of its answer', async () => {
  const { paths } = (await app.visitor('GET', '/api/openapi.json')).json as OpenApi
  for (const endpoint of app.app.endpoints.filter(({ path }) => path.startsWith('/api/v1/'))) {
    const example = paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.['x-example']
    expect([endpoint.path, example === undefined]).toEqual([endpoint.path, false])
    const { command = '', answer } = example ?? {}
    expect(command).toContain('-H "Authorization: Bearer $API_KEY"')
    const objects = await createObjects(app, owner)
    await app.owner.run('update activities set recorded_by = $1', [owner.userId])
    await app.owner.run('delete from webhook_endpoints where id <> $1', [objects.webhookEndpoint])
    await app.owner.run(`delete from contact_external_ids where external_id = '4711'`)
    if (endpoint.path.includes('{externalId}') && endpoint.method === 'GET')
      await app.owner.run(`update contact_external_ids set external_id = '4711' where contact_id = $1`, [
        objects.contact,
      ])
    // The path names an object of its kind, and bodies name contacts or an event.
    const ownId = /[0-9a-f-]{36}/.exec(sampleRequest(endpoint, objects).url)?.[0] ?? ''
    const { method, url, body } = requestOf(command)
    const bodyId = endpoint.operationId === 'replayWebhookEvents' ? objects.event : objects.contact
    const ownBody = body && JSON.parse(JSON.stringify(body).replaceAll(SAMPLE_ID, bodyId))
    const response = await app.visitor(method, url.replaceAll(SAMPLE_ID, ownId), ownBody, {
      authorization: `Bearer ${key}`,
    })
    expect([command, response.status < 300, response.text]).toEqual([command, true, expect.any(String)])
    if (answer === null) continue
    const [actual, expected] = [namesIn(response.json), namesIn(answer)] as [unknown[], unknown[]]
    expect([command, actual[0]]).toEqual([command, expected[0]])
    if (actual[1] !== null) expect([command, actual[1]]).toEqual([command, expected[1]])
  }
})
