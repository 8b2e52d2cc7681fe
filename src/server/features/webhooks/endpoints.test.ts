import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import type { ShownWebhookEndpoint } from '#contract/v1/webhooks.ts'
import { composeServices } from '#server/compose.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { ENDPOINTS, openWebhooks } from '#test/workspaces/webhooks.ts'

const OLD_KEY = randomBytes(32)
const hooks = await openWebhooks({ secrets: createSecrets([OLD_KEY]) })
const { app, owner, organizationId, addEndpoint, addContact, sendDue, bodies, listDeliveries, passPause } =
  hooks
afterAll(hooks.close)
beforeEach(hooks.reset)

describe('A40 a webhook endpoint', () => {
  test('receives signed events with ids and field names, and no names of people', async () => {
    const { secret } = await addEndpoint()
    const id = await addContact()
    await owner.request('PATCH', `/api/v1/contacts/${id}`, { city: 'Waco' })
    await sendDue()
    expect(bodies().toSorted((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
      { type: 'contact.created', timestamp: expect.any(String), data: { id } },
      { type: 'contact.updated', timestamp: expect.any(String), data: { id, changed: ['city'] } },
    ])
    for (const { body, headers } of hooks.received) {
      expect(body).not.toMatch(/Secretname|Waco/)
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    }
    const [first] = hooks.received
    if (!first) throw new Error('nothing arrived')
    expect(() =>
      new Webhook(secret).verify(first.body.replace('contact', 'Contact'), first.headers),
    ).toThrow()
    const old = { ...first.headers, 'webhook-timestamp': '1700000000' }
    expect(() => new Webhook(secret).verify(first.body, old)).toThrow()
    const other = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(() => new Webhook(other).verify(first.body, first.headers)).toThrow()
  })

  test('gets only the types it chose', async () => {
    await addEndpoint({ eventTypes: ['contact.deleted'] })
    const id = await addContact()
    await owner.request('DELETE', `/api/v1/contacts/${id}`)
    await sendDue()
    expect(bodies().map(({ type }) => type)).toEqual(['contact.deleted'])
  })

  test('shows its secret once and stores it sealed', async () => {
    const { id, secret } = await addEndpoint()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await owner.request('GET', `${ENDPOINTS}/${id}`)).text).not.toContain(secret)
    const rows = await app.owner.rows<{ secret: Buffer }>(
      'select secret from webhook_endpoints where id = $1',
      [id],
    )
    const plain = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(rows[0]?.secret.includes(plain)).toBe(false)
  })

  test('gets signatures of both secrets for 24 hours after a rotation', async () => {
    const before = await addEndpoint()
    const after: ShownWebhookEndpoint = (
      await owner.request('POST', `${ENDPOINTS}/${before.id}/rotate-secret`)
    ).json
    expect(after.secret).not.toBe(before.secret)
    const verify = (secret: string) => {
      const { body, headers } = hooks.received.at(-1) ?? { body: '', headers: {} }
      return new Webhook(secret).verify(body, headers)
    }
    await owner.request('POST', `${ENDPOINTS}/${before.id}/test`)
    await sendDue()
    for (const { secret } of [before, after]) expect(verify(secret)).toMatchObject({ type: 'ping' })
    await app.owner.run(
      "update webhook_endpoints set previous_until = now() - interval '1 second' where id = $1",
      [before.id],
    )
    await owner.request('POST', `${ENDPOINTS}/${before.id}/test`)
    await sendDue()
    expect(() => verify(before.secret)).toThrow()
    expect(verify(after.secret)).toMatchObject({ type: 'ping' })
  })

  test('keeps both of its secrets when the key that seals them is replaced and the old key is gone', async () => {
    const before = await addEndpoint()
    const after: ShownWebhookEndpoint = (
      await owner.request('POST', `${ENDPOINTS}/${before.id}/rotate-secret`)
    ).json
    const newKey = randomBytes(32)
    const servicesWith = (...keys: Buffer[]) =>
      composeServices({ ...app.platform, secrets: createSecrets(keys) }, null).webhooks
    const sendWithNewKey = async () => {
      await owner.request('POST', `${ENDPOINTS}/${before.id}/test`)
      await servicesWith(newKey).sendDue(organizationId)
    }
    const failures = async () => (await listDeliveries(before.id)).map(({ failure }) => failure)

    await servicesWith(newKey).resealAll()
    await sendWithNewKey()
    expect([hooks.received, await failures()]).toEqual([[], ['secret']])
    await servicesWith(newKey, OLD_KEY).resealAll()
    await passPause()
    await sendWithNewKey()
    expect(await failures()).toEqual([null, null])
    expect(hooks.received).toHaveLength(2)
    for (const { body, headers } of hooks.received)
      for (const { secret } of [before, after])
        expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'ping' })
  })

  test.each(['ftp://example.com', 'javascript:alert(1)', 'https://a:b@example.com', 'hook', ''])(
    'refuses the URL %s',
    async (url) => {
      expect((await owner.request('POST', ENDPOINTS, { url })).status).toBe(400)
    },
  )

  test('is for owners and administrators, and for keys with its permission', async () => {
    const member = await app.member(`m-${crypto.randomUUID()}@example.com`, owner.organizationId, 'MEMBER')
    expect((await member.request('GET', ENDPOINTS)).status).toBe(403)
    const keys = `/api/organizations/${owner.organizationId}/api-keys`
    const keyWith = async (scope: string, role: string): Promise<string> =>
      ((await owner.request('POST', keys, { name: 'T', role, scopes: [scope] })).json as ShownApiKey).key
    const get = async (key: string) =>
      (await app.visitor('GET', ENDPOINTS, undefined, { authorization: `Bearer ${key}` })).status
    expect(await get(await keyWith('webhooks:manage', 'ADMIN'))).toBe(200)
    expect(await get(await keyWith('webhooks:manage', 'MEMBER'))).toBe(403)
    expect(await get(await keyWith('events:read', 'ADMIN'))).toBe(403)
  })
})
