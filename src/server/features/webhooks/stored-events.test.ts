import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShownWebhookEndpoint, WebhookDelivery } from '#contract/v1/webhooks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['webhook_endpoints', 'events', 'api_keys', 'connected_apps'])
    await app.owner.run(`delete from ${table}`)
})

const PATH = '/api/v1/webhook-endpoints'

async function addEndpoint(input: object = {}): Promise<ShownWebhookEndpoint> {
  return (await owner.request('POST', PATH, { url: 'https://example.com/hook', ...input })).json
}

const addContact = () =>
  owner.request('POST', '/api/v1/contacts', { firstName: 'A', lastName: crypto.randomUUID() })
const countEvents = () => app.owner.value<number>('select count(*)::integer from events')

async function listDeliveries(id: string): Promise<WebhookDelivery[]> {
  return ((await owner.request('GET', `${PATH}/${id}/deliveries`)).json as { data: WebhookDelivery[] }).data
}

describe('A40 events', () => {
  test('stop no other change while an endpoint is deleted', async () => {
    const { id } = await addEndpoint()
    const waiting = `select count(*)::integer from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const adding = await app.owner.transaction(async (tx) => {
      await tx.run('delete from webhook_endpoints where id = $1', [id])
      const added = addContact()
      await vi.waitFor(async () => expect(await app.owner.value(waiting)).toBe(1), 5000)
      return [added]
    })
    expect((await adding[0])?.status).toBe(201)
  })

  test('are stored for a replay while the only endpoint is off', async () => {
    const { id } = await addEndpoint()
    await addContact()
    await owner.request('PATCH', `${PATH}/${id}`, { isEnabled: false })
    const before = await countEvents()
    await addContact()
    expect(await countEvents()).toBe(before + 1)
    expect(await listDeliveries(id)).toHaveLength(1)
  })

  test('are not stored for a key that has expired', async () => {
    await owner.request('POST', `/api/organizations/${owner.organizationId}/api-keys`, {
      ...{ name: 'Reader', scopes: ['events:read'] },
    })
    await addContact()
    expect(await countEvents()).toBe(1)
    await app.owner.run("update api_keys set expires_at = now() - interval '1 second'")
    await addContact()
    expect(await countEvents()).toBe(1)
  })

  test('are not stored for an app whose tokens have all expired', async () => {
    const values = [owner.organizationId, crypto.randomUUID(), owner.userId]
    await app.owner.run(
      `insert into connected_apps (organization_id, id, user_id, client_id, name, redirect_host, resource, scopes)
       values ($1, $2, $3, 'a', 'App', 'app.example', 'https://x', array['events:read'])`,
      values,
    )
    await app.owner.run(
      `insert into oauth_tokens (organization_id, token_hash, app_id, kind, payload, expires_at)
       values ($1, 'h', $2, 'RefreshToken', '{}', now() + interval '1 day')`,
      values.slice(0, 2),
    )
    await addContact()
    expect(await countEvents()).toBe(1)
    await app.owner.run("update oauth_tokens set expires_at = now() - interval '1 second'")
    await addContact()
    expect(await countEvents()).toBe(1)
  })

  test('go on for a member with own records after a contact that they no longer see', async () => {
    await addEndpoint()
    const member = await app.member(`own-${crypto.randomUUID()}@example.com`, owner.organizationId, 'MEMBER')
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [member.userId])
    const read = async (query = '') => {
      const response = await member.request('GET', `/api/v1/events${query}`)
      expect([response.status, response.text]).toEqual([200, expect.any(String)])
      return (response.json as { data: { id: string; data: { id: string } }[] }).data
    }
    const addOwn = async () => {
      const added = await member.request('POST', '/api/v1/contacts', {
        ...{ firstName: 'Own', lastName: crypto.randomUUID() },
      })
      return (added.json as { id: string }).id
    }
    const lostId = await addOwn()
    const keptId = await addOwn()
    const [first] = await read()
    expect(first?.data.id).toBe(lostId)
    await app.owner.run('update contacts set owner_id = $2 where id = $1', [lostId, owner.userId])
    expect((await read(`?after=${first?.id}`)).map(({ data }) => data.id)).toEqual([keptId])
  })
})
