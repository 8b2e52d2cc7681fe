import type { ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebhookEndpoint } from '#contract/v1/webhooks.ts'
import { composeServices } from '#server/compose.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { ENDPOINTS, openWebhooks } from '#test/workspaces/webhooks.ts'

const hooks = await openWebhooks()
const { app, owner, origin, addEndpoint, addContact, sendDue, bodies, listDeliveries, passPause } = hooks
afterAll(hooks.close)
beforeEach(hooks.reset)

describe('A40 deliveries', () => {
  test('are retried with growing pauses and the same id, and logged', async () => {
    const { id } = await addEndpoint()
    hooks.respond = (_request, response) => response.writeHead(500).end('secret text of the receiver')
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    await sendDue()
    const [failed] = await listDeliveries(id)
    expect(failed).toMatchObject({ state: 'waiting', attempt: 1, status: 500, failure: 'status' })
    const pause = Date.parse(failed?.nextAttemptAt ?? '') - Date.parse(failed?.attemptedAt ?? '')
    expect(pause).toBeGreaterThanOrEqual(4000)
    expect(pause).toBeLessThanOrEqual(6000)
    await sendDue()
    expect(hooks.received).toHaveLength(1)
    hooks.respond = (_request, response) => response.writeHead(200).end()
    await passPause()
    await sendDue()
    expect(await listDeliveries(id)).toMatchObject([
      { state: 'arrived', attempt: 2, status: 200, failure: null, nextAttemptAt: null },
    ])
    expect(new Set(hooks.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const rows = await app.owner.rows('select d::text from webhook_deliveries d')
    expect(JSON.stringify(rows)).not.toContain('secret text')
  })

  test('wait as long as Retry-After says', async () => {
    const { id } = await addEndpoint()
    hooks.respond = (_request, response) => response.writeHead(503, { 'retry-after': '600' }).end()
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    await sendDue()
    const [delivery] = await listDeliveries(id)
    const pause = Date.parse(delivery?.nextAttemptAt ?? '') - Date.parse(delivery?.attemptedAt ?? '')
    expect(Math.round(pause / 1000)).toBe(600)
  })

  test('are given up after ten attempts, and sent again on request', async () => {
    const { id } = await addEndpoint()
    hooks.respond = (_request, response) => response.writeHead(500).end()
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    for (let attempt = 0; attempt < 11; attempt++) {
      await passPause()
      await sendDue()
    }
    expect(hooks.received).toHaveLength(10)
    const [delivery] = await listDeliveries(id, '?state=failed')
    expect(delivery).toMatchObject({ state: 'failed', attempt: 10 })
    hooks.respond = (_request, response) => response.writeHead(200).end()
    const resent = await owner.request('POST', `${ENDPOINTS}/${id}/resend`, { deliveryIds: [delivery?.id] })
    expect([resent.status, resent.json]).toEqual([202, { queued: 1 }])
    await sendDue()
    expect(hooks.received).toHaveLength(11)
    expect(new Set(hooks.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('end and the endpoint goes off when it answers 410; owners get an email and a notification', async () => {
    const { id } = await addEndpoint()
    const other = await addEndpoint({ eventTypes: ['webhook_endpoint.disabled'], url: `${origin}/other` })
    hooks.respond = ({ url }, response) => response.writeHead(url === '/hook' ? 410 : 200).end()
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    await sendDue()
    expect((await owner.request('GET', `${ENDPOINTS}/${id}`)).json).toMatchObject({
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
    hooks.received = []
    await addContact()
    await sendDue()
    expect(hooks.received).toEqual([])
    expect((await owner.request('POST', `${ENDPOINTS}/${id}/test`)).status).toBe(409)
    const on = await owner.request('PATCH', `${ENDPOINTS}/${id}`, { isEnabled: true })
    expect(on.json).toMatchObject({ isEnabled: true, disabledReason: null, failingSince: null })
    expect(other.isEnabled).toBe(true)
  })

  test('turn the endpoint off after 5 days of nothing but failure, and not after one success between', async () => {
    const { id } = await addEndpoint()
    const get = async () => (await owner.request('GET', `${ENDPOINTS}/${id}`)).json as WebhookEndpoint
    const failFor = (days: number) =>
      app.owner.run(
        'update webhook_endpoints set failing_since = now() - make_interval(days => $2) where id = $1',
        [...[id, days]],
      )
    hooks.respond = (_request, response) => response.writeHead(500).end()
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
    await sendDue()
    expect((await get()).failingSince).not.toBeNull()
    await failFor(4)
    await passPause()
    await sendDue()
    expect((await get()).isEnabled).toBe(true)
    hooks.respond = (_request, response) => response.writeHead(200).end()
    await passPause()
    await sendDue()
    expect((await get()).failingSince).toBeNull()
    hooks.respond = (_request, response) => response.writeHead(500).end()
    await owner.request('POST', `${ENDPOINTS}/${id}/test`)
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
    hooks.respond = ({ url }, response) => {
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
    expect(hooks.received).toHaveLength(24)
  })

  test('of one endpoint are shared by several processes, each sent once', async () => {
    await addEndpoint()
    for (let i = 0; i < 20; i++) await addContact()
    const other = composeServices(app.platform, null).webhooks
    await Promise.all([sendDue(), other.sendDue(parseOrganizationId(owner.organizationId))])
    expect(hooks.received).toHaveLength(20)
    expect(new Set(hooks.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
  })

  test('wait while the organization is suspended', async () => {
    await addEndpoint()
    await addContact()
    await app.owner.run(
      'update organizations set suspended_at = now(), suspended_reason = $2 where id = $1',
      [...[owner.organizationId, 'A test']],
    )
    await sendDue()
    expect(hooks.received).toEqual([])
    await app.owner.run(
      'update organizations set suspended_at = null, suspended_reason = null where id = $1',
      [owner.organizationId],
    )
    await sendDue()
    expect(hooks.received).toHaveLength(1)
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
    expect(hooks.received).toHaveLength(1)
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
