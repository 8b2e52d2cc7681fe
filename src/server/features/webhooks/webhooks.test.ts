import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import type { WebhookBody } from '#contract/v1/events.ts'
import type { ShownWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '#contract/v1/webhooks.ts'
import { composeServices } from '#server/compose.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

type Received = { body: string; headers: Record<string, string> }

let app: TestApp
let owner: Person
let received: Received[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    received.push({
      body: Buffer.concat(chunks).toString(),
      headers: request.headers as Record<string, string>,
    })
    respond(request, response)
  })
})
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  app = await createTestApp({ outboundAllow: ['127.0.0.1'] })
  owner = await app.subscriber('owner@example.com')
})
afterAll(async () => {
  await app.close()
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  for (const table of ['webhook_endpoints', 'events', 'api_keys', 'notifications'])
    await app.owner.run(`delete from ${table}`)
  received = []
  respond = (_request, response) => response.writeHead(204).end()
})

const PATH = '/api/v1/webhook-endpoints'

async function addEndpoint(input: object = {}): Promise<ShownWebhookEndpoint> {
  const response = await owner.request('POST', PATH, { url: `${origin}/hook`, ...input })
  expect([response.status, response.text]).toEqual([201, expect.any(String)])
  return response.json
}

async function addContact(fields: object = {}): Promise<string> {
  const body = { firstName: 'Secretname', lastName: crypto.randomUUID(), ...fields }
  const { id }: { id: string } = (await owner.request('POST', '/api/v1/contacts', body)).json
  return id
}

const sendDue = () => app.services.webhooks.sendDue(parseOrganizationId(owner.organizationId))
const bodies = () => received.map(({ body }) => JSON.parse(body) as WebhookBody)

async function listDeliveries(id: string, query = ''): Promise<WebhookDelivery[]> {
  const { data }: { data: WebhookDelivery[] } = (
    await owner.request('GET', `${PATH}/${id}/deliveries${query}`)
  ).json
  return data
}

/** Lets the pause before the next attempts pass. */
async function passPause(): Promise<void> {
  await app.owner.run(
    'update webhook_deliveries set next_attempt_at = now() where next_attempt_at is not null and organization_id = $1',
    [owner.organizationId],
  )
}

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
    for (const { body, headers } of received) {
      expect(body).not.toMatch(/Secretname|Waco/)
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    }
    const [first] = received
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
    expect((await owner.request('GET', `${PATH}/${id}`)).text).not.toContain(secret)
    const rows = await app.owner.rows<{ secret: Buffer }>(
      'select secret from webhook_endpoints where id = $1',
      [id],
    )
    const plain = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(rows[0]?.secret.includes(plain)).toBe(false)
  })

  test('gets signatures of both secrets for 24 hours after a rotation', async () => {
    const before = await addEndpoint()
    const after: ShownWebhookEndpoint = (await owner.request('POST', `${PATH}/${before.id}/rotate-secret`))
      .json
    expect(after.secret).not.toBe(before.secret)
    const verify = (secret: string) => {
      const { body, headers } = received.at(-1) ?? { body: '', headers: {} }
      return new Webhook(secret).verify(body, headers)
    }
    await owner.request('POST', `${PATH}/${before.id}/test`)
    await sendDue()
    for (const { secret } of [before, after]) expect(verify(secret)).toMatchObject({ type: 'ping' })
    await app.owner.run(
      "update webhook_endpoints set previous_until = now() - interval '1 second' where id = $1",
      [before.id],
    )
    await owner.request('POST', `${PATH}/${before.id}/test`)
    await sendDue()
    expect(() => verify(before.secret)).toThrow()
    expect(verify(after.secret)).toMatchObject({ type: 'ping' })
  })

  test('keeps its secret readable when the key that seals it changes', async () => {
    const { id, secret } = await addEndpoint()
    await app.services.webhooks.resealAll()
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    const [first] = received
    expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toBeTruthy()
  })

  test.each(['ftp://example.com', 'javascript:alert(1)', 'https://a:b@example.com', 'hook', ''])(
    'refuses the URL %s',
    async (url) => {
      expect((await owner.request('POST', PATH, { url })).status).toBe(400)
    },
  )

  test('is for owners and administrators, and for keys with its permission', async () => {
    const member = await app.member(`m-${crypto.randomUUID()}@example.com`, owner.organizationId, 'MEMBER')
    expect((await member.request('GET', PATH)).status).toBe(403)
    const keys = `/api/organizations/${owner.organizationId}/api-keys`
    const keyWith = async (scope: string, role: string): Promise<string> =>
      ((await owner.request('POST', keys, { name: 'T', role, scopes: [scope] })).json as ShownApiKey).key
    const get = async (key: string) =>
      (await app.visitor('GET', PATH, undefined, { authorization: `Bearer ${key}` })).status
    expect(await get(await keyWith('webhooks:manage', 'ADMIN'))).toBe(200)
    expect(await get(await keyWith('webhooks:manage', 'MEMBER'))).toBe(403)
    expect(await get(await keyWith('events:read', 'ADMIN'))).toBe(403)
  })
})

describe('A40 deliveries', () => {
  test('are retried with growing pauses and the same id, and logged', async () => {
    const { id } = await addEndpoint()
    respond = (_request, response) => response.writeHead(500).end('secret text of the receiver')
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    const [failed] = await listDeliveries(id)
    expect(failed).toMatchObject({ state: 'waiting', attempt: 1, status: 500, failure: 'status' })
    const pause = Date.parse(failed?.nextAttemptAt ?? '') - Date.parse(failed?.attemptedAt ?? '')
    expect(pause).toBeGreaterThanOrEqual(4000)
    expect(pause).toBeLessThanOrEqual(6000)
    await sendDue()
    expect(received).toHaveLength(1)
    respond = (_request, response) => response.writeHead(200).end()
    await passPause()
    await sendDue()
    expect(await listDeliveries(id)).toMatchObject([
      { state: 'arrived', attempt: 2, status: 200, failure: null, nextAttemptAt: null },
    ])
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const rows = await app.owner.rows('select d::text from webhook_deliveries d')
    expect(JSON.stringify(rows)).not.toContain('secret text')
  })

  test('wait as long as Retry-After says', async () => {
    const { id } = await addEndpoint()
    respond = (_request, response) => response.writeHead(503, { 'retry-after': '600' }).end()
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    const [delivery] = await listDeliveries(id)
    const pause = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(delivery?.attemptedAt ?? '')
    expect(Math.round(pause / 1000)).toBe(600)
  })

  test('are given up after ten attempts, and sent again on request', async () => {
    const { id } = await addEndpoint()
    respond = (_request, response) => response.writeHead(500).end()
    await owner.request('POST', `${PATH}/${id}/test`)
    for (let attempt = 0; attempt < 11; attempt++) {
      await passPause()
      await sendDue()
    }
    expect(received).toHaveLength(10)
    const [delivery] = await listDeliveries(id, '?state=failed')
    expect(delivery).toMatchObject({ state: 'failed', attempt: 10 })
    respond = (_request, response) => response.writeHead(200).end()
    const resent = await owner.request('POST', `${PATH}/${id}/resend`, { deliveryIds: [delivery?.id] })
    expect([resent.status, resent.json]).toEqual([202, { queued: 1 }])
    await sendDue()
    expect(received).toHaveLength(11)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('end and the endpoint goes off when it answers 410; owners get an email and a notification', async () => {
    const { id } = await addEndpoint()
    const other = await addEndpoint({ eventTypes: ['webhook_endpoint.disabled'], url: `${origin}/other` })
    respond = ({ url }, response) => response.writeHead(url === '/hook' ? 410 : 200).end()
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    expect((await owner.request('GET', `${PATH}/${id}`)).json).toMatchObject({
      ...{ isEnabled: false, disabledReason: 'gone' },
    })
    await sendDue()
    expect(bodies()).toContainEqual({
      type: 'webhook_endpoint.disabled',
      timestamp: expect.any(String),
      data: { id },
    })
    await app.services.webhooks.mailDisabled({
      organizationId: parseOrganizationId(owner.organizationId),
      ...{ endpointId: id, reason: 'gone', userId: owner.userId },
    })
    const mails = (app.mailer.outbox ?? []).filter(({ to }) => to === owner.email)
    expect(mails[0]?.subject).toContain('We turned off your webhook to 127.0.0.1')
    expect((await owner.request('GET', '/api/notifications')).text).toContain('We turned off a webhook')
    received = []
    await addContact()
    await sendDue()
    expect(received).toEqual([])
    expect((await owner.request('POST', `${PATH}/${id}/test`)).status).toBe(409)
    const on = await owner.request('PATCH', `${PATH}/${id}`, { isEnabled: true })
    expect(on.json).toMatchObject({ isEnabled: true, disabledReason: null, failingSince: null })
    expect(other.isEnabled).toBe(true)
  })

  test('turn the endpoint off after 5 days of nothing but failure, and not after one success between', async () => {
    const { id } = await addEndpoint()
    const get = async () => (await owner.request('GET', `${PATH}/${id}`)).json as WebhookEndpoint
    const failFor = (days: number) =>
      app.owner.run(
        'update webhook_endpoints set failing_since = now() - make_interval(days => $2) where id = $1',
        [...[id, days]],
      )
    respond = (_request, response) => response.writeHead(500).end()
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    expect((await get()).failingSince).not.toBeNull()
    await failFor(4)
    await passPause()
    await sendDue()
    expect((await get()).isEnabled).toBe(true)
    respond = (_request, response) => response.writeHead(200).end()
    await passPause()
    await sendDue()
    expect((await get()).failingSince).toBeNull()
    respond = (_request, response) => response.writeHead(500).end()
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    await failFor(6)
    await passPause()
    await sendDue()
    expect(await get()).toMatchObject({ isEnabled: false, disabledReason: 'failing' })
  })

  test('are at most 4 at a time for one endpoint, and a slow endpoint blocks no other', async () => {
    const open: ServerResponse[] = []
    let mostOpen = 0
    let arrivals = 0
    const all = Promise.withResolvers<void>()
    respond = ({ url }, response) => {
      if (url !== '/slow') {
        response.writeHead(200).end()
        if (++arrivals === 12) all.resolve()
        return
      }
      open.push(response)
      mostOpen = Math.max(mostOpen, open.length)
    }
    await addEndpoint({ url: `${origin}/slow` })
    await addEndpoint({ url: `${origin}/fast` })
    for (let i = 0; i < 12; i++) await addContact()
    const sending = sendDue()
    await all.promise
    expect(open).toHaveLength(4)
    const ending = setInterval(() => {
      for (const response of open.splice(0)) response.writeHead(200).end()
    }, 5)
    await sending
    clearInterval(ending)
    expect(mostOpen).toBe(4)
    expect(received).toHaveLength(24)
  })

  test('of one endpoint are shared by several processes, each sent once', async () => {
    await addEndpoint()
    for (let i = 0; i < 20; i++) await addContact()
    const other = composeServices(app.platform, null).webhooks
    await Promise.all([sendDue(), other.sendDue(parseOrganizationId(owner.organizationId))])
    expect(received).toHaveLength(20)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
  })

  test.each([
    [
      'redirects',
      'redirected',
      (response: ServerResponse) => response.writeHead(302, { location: '/x' }).end(),
    ],
    ['closes the connection', 'unreachable', (response: ServerResponse) => response.destroy()],
  ])('fail without harm when the receiver %s', async (_name, failure, answer) => {
    const { id } = await addEndpoint()
    respond = (_request, response) => answer(response)
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    expect(received).toHaveLength(1)
    expect(await listDeliveries(id)).toMatchObject([{ state: 'waiting', status: null, failure }])
  })

  test('count as arrived when the receiver answers 200 with 200 MB, of which 64 KiB are read', async () => {
    const { id } = await addEndpoint()
    let written = 0
    respond = (_request, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(1024 * 1024)
      const write = () => {
        while (written < 200 && !response.destroyed) {
          written += 1
          if (!response.write(chunk)) return response.once('drain', write)
        }
        return response.end()
      }
      write()
    }
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    expect(await listDeliveries(id)).toMatchObject([{ state: 'arrived', status: 200 }])
    expect(written).toBeLessThan(60)
  })

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]:1/',
    'https://unknown.example',
  ])('never connect to %s', async (url) => {
    const { id } = await addEndpoint({ url })
    await owner.request('POST', `${PATH}/${id}/test`)
    await sendDue()
    const [delivery] = await listDeliveries(id)
    expect(['refused_address', 'unknown_host']).toContain(delivery?.failure)
  })

  test('wait while the organization is suspended', async () => {
    await addEndpoint()
    await addContact()
    await app.owner.run(
      'update organizations set suspended_at = now(), suspended_reason = $2 where id = $1',
      [...[owner.organizationId, 'A test']],
    )
    await sendDue()
    expect(received).toEqual([])
    await app.owner.run(
      'update organizations set suspended_at = null, suspended_reason = null where id = $1',
      [owner.organizationId],
    )
    await sendDue()
    expect(received).toHaveLength(1)
  })

  test('of a process that died are found by the sweep', async () => {
    await addEndpoint()
    await addContact()
    await app.owner.run(
      "update webhook_deliveries set attempt = 1, claimed_until = now() - interval '1 s', next_attempt_at = now() - interval '1 s' where organization_id = $1",
      [owner.organizationId],
    )
    await app.services.webhooks.sweep()
    await sendDue()
    expect(received).toHaveLength(1)
  })

  test('are announced to the queue after the commit, and not after a rollback', async () => {
    await addEndpoint()
    const wakes = () =>
      app.queue.pendingJobs.filter(
        ({ job, data }) =>
          job === 'send-webhooks' &&
          (data as { organizationId: string }).organizationId === owner.organizationId,
      ).length
    await app.queue.drain()
    const rolledBack = app.db.tenant(parseOrganizationId(owner.organizationId), async (tx) => {
      await emit(tx, { type: 'import.finished', ids: [crypto.randomUUID()] })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(wakes()).toBe(0)
    await addContact()
    expect(wakes()).toBe(1)
  })
})

describe('A40 the list of events', () => {
  const readEvents = async (query = '') =>
    (await owner.request('GET', `/api/v1/events${query}`)).json as {
      data: (WebhookBody & { id: string })[]
      next: string | null
    }

  test('stores nothing without an endpoint or a key that reads events', async () => {
    await addContact()
    expect((await readEvents()).data).toEqual([])
    await owner.request('POST', `/api/organizations/${owner.organizationId}/api-keys`, {
      ...{ name: 'Reader', scopes: ['events:read'] },
    })
    const id = await addContact()
    expect((await readEvents()).data).toMatchObject([{ type: 'contact.created', data: { id } }])
  })

  test('goes on after an event, and loses none of a transaction that commits late', async () => {
    await addEndpoint()
    const ids = [await addContact(), await addContact()]
    const first = await readEvents('?limit=1')
    expect(first.data.map(({ data }) => data.id)).toEqual([ids[0]])
    expect(first.next).toBe(first.data[0]?.id)
    const late = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const lateId = crypto.randomUUID()
    const slow = app.db.tenant(parseOrganizationId(owner.organizationId), async (tx) => {
      await tx.run(
        `select emit_events(jsonb_build_array(jsonb_build_object('id', $1::text, 'type', 'ping')))`,
        [lateId],
      )
      begun.resolve()
      await late.promise
    })
    await begun.promise
    await addContact()
    const during = await readEvents(`?after=${first.next}`)
    expect(during.data.map(({ data }) => data.id)).toEqual([ids[1]])
    late.resolve()
    await slow
    const rest = await readEvents(`?after=${during.data.at(-1)?.id}`)
    expect(rest.data.map(({ type }) => type).toSorted()).toEqual(['contact.created', 'ping'])
    expect((await owner.request('GET', `/api/v1/events?after=${crypto.randomUUID()}`)).status).toBe(400)
  })

  test('can be replayed to an endpoint from an event on', async () => {
    const { id } = await addEndpoint({ eventTypes: ['contact.created'] })
    await addContact()
    await addContact()
    await sendDue()
    const [first] = (await readEvents()).data
    received = []
    const replayed = await owner.request('POST', `${PATH}/${id}/replay`, { after: first?.id })
    expect([replayed.status, replayed.json]).toEqual([202, { queued: 1, lastEventId: expect.any(String) }])
    await sendDue()
    expect(received).toHaveLength(1)
  })

  test('are deleted after 30 days with their deliveries', async () => {
    const { id } = await addEndpoint()
    await addContact()
    await addContact()
    await app.owner.run(
      `update events set created_at = now() - interval '31 days' where id = (select min(id::text)::uuid from events where organization_id = $1)`,
      [owner.organizationId],
    )
    await app.services.webhooks.deleteOutdated(parseOrganizationId(owner.organizationId), 100)
    expect((await readEvents()).data).toHaveLength(1)
    expect(await listDeliveries(id)).toHaveLength(1)
  })
})
