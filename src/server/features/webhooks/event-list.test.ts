import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebhookBody } from '#contract/v1/events.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { ENDPOINTS, openWebhooks } from '#test/workspaces/webhooks.ts'

const hooks = await openWebhooks()
const { app, owner, addEndpoint, addContact, sendDue, listDeliveries } = hooks
afterAll(hooks.close)
beforeEach(hooks.reset)

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
    hooks.received = []
    const replayed = await owner.request('POST', `${ENDPOINTS}/${id}/replay`, { after: first?.id })
    expect([replayed.status, replayed.json]).toEqual([202, { queued: 1, lastEventId: expect.any(String) }])
    await sendDue()
    expect(hooks.received).toHaveLength(1)
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
