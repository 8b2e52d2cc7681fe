import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import { type Endpoint, type Role, SCOPES, type Scope } from '#contract/endpoint.ts'
import { hasRole } from '#server/platform/http/access.ts'
import { createObjects, nameOf, type SampleObjects, sampleRequest } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const ROLES: readonly Role[] = ['OWNER', 'ADMIN', 'MEMBER']
/** Statuses of allowed calls that can't succeed on sample objects. */
const EXPECTED_FAILURES: Readonly<Record<string, readonly number[]>> = {
  // Only the member who logged an activity changes it.
  'PATCH /api/v1/activities/{id}': [403],
  'DELETE /api/v1/activities/{id}': [403],
}

let app: TestApp
let ann: Person
let bob: Person
let members: Record<Role, Person>
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  members = {
    OWNER: ann,
    ADMIN: await app.member('admin@example.com', ann.organizationId, 'ADMIN'),
    MEMBER: await app.member('member@example.com', ann.organizationId, 'MEMBER'),
  }
})
afterAll(() => app.close())

const endpoints = () => app.app.endpoints.filter(({ path }) => path.startsWith('/api/v1/'))

async function createKey(person: Person, role: Role, scope: Scope): Promise<string> {
  const path = `/api/organizations/${person.organizationId}/api-keys`
  const created: ShownApiKey = (await person.request('POST', path, { name: 'Test', role, scopes: [scope] }))
    .json
  return created.key
}

function callWith(key: string, endpoint: Endpoint, objects: SampleObjects) {
  const { url, body, headers } = sampleRequest(endpoint, objects)
  return app.visitor(endpoint.method, url, body, { ...headers, authorization: `Bearer ${key}` })
}

test.each(ROLES)('A40 a key of a %s calls exactly the endpoints of its permission', async (role) => {
  for (const scope of SCOPES) {
    const key = await createKey(members[role], role, scope)
    let objects: SampleObjects | undefined
    for (const endpoint of endpoints()) {
      if (!objects) await app.owner.run('delete from webhook_endpoints')
      objects ??= await createObjects(app, ann)
      const isPermitted = endpoint.scope === 'any' || endpoint.scope === scope
      const isAllowed = isPermitted && (!endpoint.role || hasRole({ role }, endpoint.role))
      const { status, json } = await callWith(key, endpoint, objects)
      const name = nameOf(endpoint)
      if (!isAllowed) {
        expect([scope, name, status, json]).toMatchObject([scope, name, 403, { code: 'forbidden' }])
        continue
      }
      const isServed = status < 400 || (EXPECTED_FAILURES[name] ?? []).includes(status)
      expect([scope, name, status, isServed]).toEqual([scope, name, status, true])
      if (endpoint.method !== 'GET') objects = undefined
    }
    await app.owner.run('delete from api_keys')
  }
})

test("A40 a key finds nothing of another organization's, whatever its permission", async () => {
  const objects = await createObjects(app, ann, 'CanaryBird')
  for (const scope of SCOPES) {
    const key = await createKey(bob, 'OWNER', scope)
    for (const endpoint of endpoints()) {
      if (endpoint.scope !== 'any' && endpoint.scope !== scope) continue
      const response = await callWith(key, endpoint, objects)
      const sent = JSON.stringify(sampleRequest(endpoint, objects))
      const namesObject = Object.values(objects).some((id) => sent.includes(id))
      const isUpsert = endpoint.method === 'PUT'
      if (namesObject && !isUpsert)
        expect([nameOf(endpoint), response.status]).toEqual([nameOf(endpoint), 404])
      expect([nameOf(endpoint), response.text.includes('CanaryBird')]).toEqual([nameOf(endpoint), false])
    }
  }
})
