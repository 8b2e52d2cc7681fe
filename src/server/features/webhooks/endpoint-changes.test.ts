import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShownWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '#contract/v1/webhooks.ts'
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
const setEndpoint = (assignment: string) => app.owner.run(`update webhook_endpoints set ${assignment}`)

async function listDeliveries(id: string): Promise<WebhookDelivery[]> {
  return ((await owner.request('GET', `${PATH}/${id}/deliveries`)).json as { data: WebhookDelivery[] }).data
}

describe('A40 a webhook endpoint', () => {
  test('is deleted with all its deliveries', async () => {
    const { id } = await addEndpoint()
    await addContact()
    await addContact()
    expect((await owner.request('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await owner.request('GET', `${PATH}/${id}`)).status).toBe(404)
    expect(await app.owner.value('select count(*)::integer from webhook_deliveries')).toBe(0)
  })

  test('gives up what waits soon after it is turned off', async () => {
    const { id } = await addEndpoint()
    await addContact()
    await owner.request('PATCH', `${PATH}/${id}`, { isEnabled: false })
    await app.services.webhooks.sweep()
    expect(await listDeliveries(id)).toMatchObject([
      { state: 'failed', failure: 'disabled', nextAttemptAt: null },
    ])
  })

  test('starts without failures at a new URL', async () => {
    const { id } = await addEndpoint()
    const since = async (changes: object) =>
      ((await owner.request('PATCH', `${PATH}/${id}`, changes)).json as WebhookEndpoint).failingSince
    await setEndpoint("failing_since = now() - interval '4 days'")
    expect(await since({ url: 'https://example.com/hook' })).not.toBeNull()
    expect(await since({ url: 'https://example.com/other' })).toBeNull()
  })

  test('has an https URL unless the operator allowed private networks', async () => {
    const url = 'http://example.com/hook'
    expect((await owner.request('POST', PATH, { url })).json).toMatchObject({ errors: [{ field: 'url' }] })
    const { id } = await addEndpoint()
    expect((await owner.request('PATCH', `${PATH}/${id}`, { url })).status).toBe(400)
    expect((await owner.request('PATCH', `${PATH}/${id}`, { description: 'Mine' })).status).toBe(200)
  })

  test('is not rotated again while two secrets sign', async () => {
    const { id } = await addEndpoint()
    const rotate = () => owner.request('POST', `${PATH}/${id}/rotate-secret`)
    expect((await rotate()).status).toBe(200)
    const second = await rotate()
    expect([second.status, second.json]).toMatchObject([409, { detail: expect.stringContaining('24 hours') }])
    await setEndpoint("previous_until = now() - interval '1 second'")
    expect((await rotate()).status).toBe(200)
  })

  test('queues an email to each manager once when we turn it off, although a process dies before', async () => {
    const { id } = await addEndpoint()
    const admin = await app.member('admin@example.com', owner.organizationId, 'ADMIN')
    await setEndpoint("disabled_at = now(), disabled_reason = 'gone', mail_due_at = now()")
    await app.services.webhooks.sweep()
    await app.services.webhooks.sweep()
    const managers = [owner, admin].toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    const jobs = app.queue.pendingJobs.filter(({ job }) => job === 'mail-disabled-webhook')
    expect(jobs.map(({ data }) => data)).toEqual(
      managers.map(({ userId }) => expect.objectContaining({ endpointId: id, reason: 'gone', userId })),
    )
    await app.queue.drain()
    const mails = (app.mailer.outbox ?? []).filter(({ subject }) =>
      subject.includes('turned off your webhook'),
    )
    expect(mails.map(({ to }) => to).toSorted()).toEqual(managers.map(({ email }) => email).toSorted())
  })
})

describe('A40 sending again', () => {
  const resend = async (id: string, onlyFailed: boolean) => {
    const range = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', onlyFailed }
    return (await owner.request('POST', `${PATH}/${id}/resend`, range)).json
  }
  const endDeliveries = () =>
    app.owner.run("update webhook_deliveries set next_attempt_at = null, failure = 'status'")

  test('queues each event of a time once, and none that has a newer delivery', async () => {
    const { id } = await addEndpoint()
    await addContact()
    await addContact()
    expect(await resend(id, false)).toEqual({ queued: 0 })
    await endDeliveries()
    expect(await resend(id, true)).toEqual({ queued: 2 })
    expect(await resend(id, true)).toEqual({ queued: 0 })
    await endDeliveries()
    expect(await resend(id, true)).toEqual({ queued: 2 })
  })

  test('says after which event a replay goes on', async () => {
    const { id } = await addEndpoint()
    for (let i = 0; i < 3; i++) await addContact()
    const { data } = (await owner.request('GET', '/api/v1/events')).json as { data: { id: string }[] }
    const replay = async (after: string | undefined) =>
      (await owner.request('POST', `${PATH}/${id}/replay`, { after })).json
    expect(await replay(data[0]?.id)).toEqual({ queued: 2, lastEventId: data[2]?.id })
    expect(await replay(data[2]?.id)).toEqual({ queued: 0, lastEventId: null })
  })

  test('is refused while 50,000 deliveries wait', async () => {
    const { id } = await addEndpoint()
    await addContact()
    await app.owner.run(
      `insert into webhook_deliveries (organization_id, endpoint_id, event_id)
       select organization_id, $1, id from events cross join generate_series(1, 50000)`,
      [id],
    )
    const { data } = (await owner.request('GET', '/api/v1/events')).json as { data: { id: string }[] }
    expect((await owner.request('POST', `${PATH}/${id}/replay`, { after: data[0]?.id })).status).toBe(409)
    await owner.request('PATCH', `${PATH}/${id}`, { isEnabled: false })
    await app.services.webhooks.sweep()
    const waiting = 'select count(*)::integer from webhook_deliveries where next_attempt_at is not null'
    expect(await app.owner.value(waiting)).toBe(0)
  })
})
