import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_TYPES } from '#contract/v1/event-types.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
let endpointId: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com', 20)
  const added = await owner.request('POST', '/api/v1/webhook-endpoints', { url: 'https://10.0.0.1/' })
  endpointId = (added.json as { id: string }).id
})
afterAll(() => app.close())

async function post(path: string, body?: unknown, headers?: Record<string, string>): Promise<{ id: string }> {
  const response = await owner.request('POST', path, body, headers)
  expect([path, response.status < 300, response.text]).toEqual([path, true, response.text])
  return response.json
}

const CSV = { 'content-type': 'text/plain', prefer: 'respond-async' }

const addContact = (lastName: string) => post('/api/contacts', { firstName: 'Ann', lastName })

/** Brings about each event as a user does. */
async function useTheProduct(): Promise<void> {
  const [ann, bob, gone] = [await addContact('One'), await addContact('Two'), await addContact('Three')]
  await owner.request('PATCH', `/api/contacts/${ann.id}`, { city: 'Austin' })
  await owner.request('DELETE', `/api/contacts/${gone.id}`)
  await post(`/api/contacts/${ann.id}/merge`, { otherId: bob.id })
  const csv = Array.from({ length: 30 }, (_, i) => `Person,Number${i},${i} Oak St,Austin,TX,7870${i % 10}`)
  const file = ['First Name,Last Name,Address,City,State,Zip', ...csv].join('\n')
  await post('/api/contacts/import/csv', file, CSV)
  await app.queue.drain()
  const task = await post('/api/tasks', { contactId: ann.id, title: 'Call', priority: 'medium' })
  await owner.request('PATCH', `/api/tasks/${task.id}`, { title: 'Call again' })
  await owner.request('PATCH', `/api/tasks/${task.id}`, { status: 'completed' })
  await post(`/api/contacts/${ann.id}/outreach/log`, { channel: 'letter' })
  await owner.request('PATCH', `/api/contacts/${ann.id}/do-not-contact`, { doNotContact: true })
  await post(`/api/v1/webhook-endpoints/${endpointId}/test`)
  // Another endpoint tells of the first one, which is turned off after it failed for days.
  await app.owner.run("update webhook_endpoints set failing_since = now() - interval '6 days'")
  await app.owner.run('update webhook_deliveries set attempt = 1')
  const organizationId = parseOrganizationId(owner.organizationId)
  await post('/api/v1/webhook-endpoints', { url: 'https://10.0.0.2/' })
  await app.services.webhooks.sendDue(organizationId)
}

test('A40 each type of event follows from something that a user does, and none names a person', async () => {
  await useTheProduct()
  const rows = await app.owner.rows<{ type: string; row: string }>(
    'select type, v::text as row from events v',
  )
  const missing = EVENT_TYPES.filter((type) => !rows.some((row) => row.type === type))
  expect(missing).toEqual([])
  expect(rows.map(({ row }) => row).join('\n')).not.toMatch(/Ann|Number\d|Oak|Austin|Call/)
})

test('A40 an import of many contacts is a few events of up to 200 ids each', async () => {
  await app.owner.run('delete from events')
  const csv = Array.from({ length: 900 }, (_, i) => `Many,Person${i}`)
  await post('/api/contacts/import/csv?enrich=0', ['First Name,Last Name', ...csv].join('\n'), CSV)
  await app.queue.drain()
  const rows = await app.owner.rows<{ ids: number }>(
    "select cardinality(contact_ids) as ids from events where type = 'contact.created'",
  )
  expect(rows.reduce((total, { ids }) => total + ids, 0)).toBe(900)
  expect(Math.max(...rows.map(({ ids }) => ids))).toBeLessThanOrEqual(200)
  expect(rows.length).toBeLessThan(20)
  const { data }: { data: { data: { ids?: string[] } }[] } = (
    await owner.request('GET', '/api/v1/events?type=contact.created&limit=200')
  ).json
  expect(Math.max(...data.map((event) => JSON.stringify(event).length))).toBeLessThan(20_000)
})

test('A40 a member with own records reads only events of contacts that they see', async () => {
  const member = await app.member('member@example.com', owner.organizationId, 'MEMBER')
  await app.owner.run("update memberships set access = 'own' where user_id = $1", [member.userId])
  await app.owner.run('delete from events')
  const own = (await member.request('POST', '/api/contacts', { firstName: 'Own', lastName: 'Person' }))
    .json as {
    id: string
  }
  const other = await addContact('Hidden')
  await app.db.tenant(parseOrganizationId(owner.organizationId), (tx) =>
    tx.run(
      `select emit_events(jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'type', 'contact.enriched',
         'contact_ids', jsonb_build_array($1::text, $2::text))))`,
      [other.id, own.id],
    ),
  )
  const response = await member.request('GET', '/api/v1/events')
  expect(response.text).not.toContain(other.id)
  const { data }: { data: { type: string; data: object }[] } = response.json
  expect(data.map(({ type, data: objects }) => [type, objects])).toEqual([
    ['contact.created', { id: own.id }],
    ['contact.enriched', { id: own.id }],
  ])
})
