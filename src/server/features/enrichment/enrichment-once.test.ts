import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { createSampleProviders } from '#server/platform/providers/sample/sample-provider.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

// Sample records depend on the date, and some people have none.
const clock = { now: () => new Date('2026-03-10T12:00:00Z') }
const sample = createSampleProviders(clock.now)
const [knownPerson] = samplePeople(1, 'demo')
/** Email addresses that the provider was asked about, in order. */
const requestedEmails: (string | null)[] = []
/** Called before the provider responds. */
let beforeResponse: () => Promise<unknown> = async () => {}

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({
    clock,
    providers: {
      async person(query, signal) {
        requestedEmails.push(query.email)
        await beforeResponse()
        return sample.person(knownPerson!, signal)
      },
    },
  })
  expect(await sample.person(knownPerson!, AbortSignal.timeout(1000))).toMatchObject({ status: 'match' })
  ann = await app.subscriber('ann@example.com', 1000)
})
afterAll(() => app.close())

let contactCount = 0
async function addContact(person = ann): Promise<ContactDetail> {
  const name = `person${++contactCount}`
  const contact = { firstName: 'Ada', lastName: name, email: `${name}@example.com`, phone: '6305550151' }
  const newContact: ContactDetail = (await person.request('POST', '/api/contacts', contact)).json
  await app.queue.drain() // its verification
  return newContact
}

const enrich = (id: string, person = ann) => person.request('POST', `/api/contacts/${id}/enrich`)
const countRequests = (email: string | null) => requestedEmails.filter((each) => each === email).length

/** Waits until the condition is true. */
async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await yieldToEventLoop()
}

async function waitForBlockedConnections(connections: number): Promise<void> {
  for (;;) {
    const blocked = await app.owner.rows(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (blocked.length >= connections) return
  }
}

/** Holds the next enrichment before its response until `open` is called. */
function holdNextResponse() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  beforeResponse = () => {
    beforeResponse = async () => {}
    return opened
  }
  return open
}

async function stateOf(contactId: string) {
  const enrichments = await app.owner.rows<{ id: string; status: string; attempts: number }>(
    'select id, status, attempts from enrichments where contact_id = $1 order by created_at',
    [contactId],
  )
  const ledger = await app.owner.rows<{ entry: string }>(
    `select operation || ' ' || amount as entry from credit_ledger where contact_id = $1 order by created_at`,
    [contactId],
  )
  const history = await app.owner.rows('select 1 from score_history where contact_id = $1', [contactId])
  return {
    enrichments: enrichments.map(({ status, attempts }) => `${status} ${attempts}`),
    ledger: ledger.map(({ entry }) => entry),
    history: history.length,
  }
}

const ENRICHED_ONCE = { enrichments: ['matched 1'], ledger: ['enrich -1'], history: 1 }

describe('Trust 18 concurrent requests', () => {
  test('50 requests for one contact make one charge', async () => {
    const contact = await addContact()
    const balance = await balanceOf(app.owner, ann.organizationId)
    const responses = await withJobsRunning(
      app,
      Promise.all(Array.from({ length: 50 }, () => enrich(contact.id))),
      4,
    )
    const statuses = new Set(responses.map(({ status }) => status))
    expect(statuses.has(200)).toBe(true)
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance - 1)
    expect((await stateOf(contact.id)).ledger).toEqual(['enrich -1'])
  })

  test('200 requests with 10 credits enrich and charge exactly 10 contacts', async () => {
    const subscriber = await app.subscriber('ten@example.com', 10)
    const contacts = []
    for (let i = 0; i < 200; i++) contacts.push(await addContact(subscriber))
    const requestCount = requestedEmails.length
    const responses = await withJobsRunning(
      app,
      Promise.all(contacts.map(({ id }) => enrich(id, subscriber))),
      4,
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(190)
    expect(requestedEmails.length - requestCount).toBe(10)
    expect(await balanceOf(app.owner, subscriber.organizationId)).toBe(0)
  })

  test('a second request during the first one gets 409 and no charge', async () => {
    const contact = await addContact()
    const open = holdNextResponse()
    const first = enrich(contact.id)
    const pending = withJobsRunning(app, first)
    await waitUntil(() => countRequests(contact.email) === 1)
    const second = await enrich(contact.id)
    expect(second.status).toBe(409)
    expect(second.json).toMatchObject({ message: 'This contact is already being enriched' })
    open()
    expect((await pending).status).toBe(200)
    expect(await stateOf(contact.id)).toEqual(ENRICHED_ONCE)
  })

  test('a second request just as the first one ends is free', async () => {
    const contact = await addContact()
    const open = holdNextResponse()
    const first = withJobsRunning(app, enrich(contact.id))
    await waitUntil(() => countRequests(contact.email) === 1)
    const [second] = await app.owner.transaction(async (tx) => {
      // Holds the first one between result and commit, and the second one before it can see that.
      await tx.run('lock table audit_log in access exclusive mode')
      open()
      await waitForBlockedConnections(1)
      const request = enrich(contact.id)
      await waitForBlockedConnections(2)
      return [request] // in an array, so that the transaction does not await the response
    })
    expect((await first).status).toBe(200)
    expect((await withJobsRunning(app, second!)).status).toBe(200)
    expect((await stateOf(contact.id)).ledger).toEqual(['enrich -1'])
  })

  test('no transaction is open while a provider is queried', async () => {
    const contact = await addContact()
    const openTransactions: unknown[] = []
    beforeResponse = async () => {
      beforeResponse = async () => {}
      openTransactions.push(
        ...(await app.owner.rows(
          `select query from pg_stat_activity
            where datname = current_database() and application_name = 'ninefold' and pid <> pg_backend_pid()
              and xact_start is not null`,
        )),
      )
    }
    expect((await withJobsRunning(app, enrich(contact.id))).status).toBe(200)
    expect(countRequests(contact.email)).toBe(1)
    expect(openTransactions).toEqual([])
  })

  test('running a job five times, sequentially and concurrently, has one effect', async () => {
    const contact = await addContact()
    const pending = enrich(contact.id)
    await waitUntil(() => app.queue.pendingJobs.length > 0)
    const { data } = app.queue.pendingJobs[0]! as { data: { enrichmentId: string } }
    const organizationId = parseOrganizationId(ann.organizationId)
    const run = () => app.services.enrichment.run(organizationId, data.enrichmentId)
    await Promise.all([run(), run(), run(), run(), run()])
    for (let i = 0; i < 5; i++) await run()
    await app.queue.drain()
    expect((await pending).status).toBe(200)
    expect(await stateOf(contact.id)).toEqual(ENRICHED_ONCE)
    expect(countRequests(contact.email)).toBe(1)
  })
})

describe('Trust 17 Trust 19 stopped processes', () => {
  const endLease = (contactId: string) =>
    app.owner.run(`update enrichments set lease_until = now() - interval '1 second' where contact_id = $1`, [
      contactId,
    ])

  test('a stopped worker is replaced, and changes nothing when it resumes', async () => {
    const contact = await addContact()
    const openFirst = holdNextResponse()
    const pending = enrich(contact.id)
    await waitUntil(() => app.queue.pendingJobs.length > 0)
    const first = app.queue.drain()
    await waitUntil(() => countRequests(contact.email) === 1)

    await app.services.enrichment.sweep()
    expect(app.queue.pendingJobs).toEqual([])
    await endLease(contact.id)
    await app.services.enrichment.sweep()
    const openSecond = holdNextResponse()
    const second = app.queue.drain()
    await waitUntil(() => countRequests(contact.email) === 2)

    openFirst()
    await first
    expect(await stateOf(contact.id)).toEqual({
      enrichments: ['running 2'],
      ledger: ['enrich -1'],
      history: 0,
    })
    openSecond()
    await second
    expect((await pending).status).toBe(200)
    expect(await stateOf(contact.id)).toEqual({ ...ENRICHED_ONCE, enrichments: ['matched 2'] })
  })

  test('the sweep finds a job that the queue lost', async () => {
    const contact = await addContact()
    const pending = enrich(contact.id)
    await waitUntil(() => app.queue.pendingJobs.length > 0)
    ;(app.queue.pendingJobs as unknown[]).length = 0
    await app.services.enrichment.sweep()
    expect(app.queue.pendingJobs).toEqual([])
    await app.owner.run(
      `update enrichments set created_at = now() - interval '1 minute' where contact_id = $1`,
      [contact.id],
    )
    await app.services.enrichment.sweep()
    await app.queue.drain()
    expect((await pending).status).toBe(200)
    expect(await stateOf(contact.id)).toEqual(ENRICHED_ONCE)
  })

  test('an enrichment that stops every worker is given up after five attempts and refunded', async () => {
    const contact = await addContact()
    const open = holdNextResponse()
    const pending = enrich(contact.id)
    await waitUntil(() => app.queue.pendingJobs.length > 0)
    const stuckJob = app.queue.drain()
    await waitUntil(() => countRequests(contact.email) === 1)
    await app.owner.run('update enrichments set attempts = 5 where contact_id = $1', [contact.id])
    await endLease(contact.id)
    await app.services.enrichment.sweep()
    await app.queue.drain()
    expect((await pending).status).toBe(503)
    open()
    await stuckJob
    expect(await stateOf(contact.id)).toEqual({
      enrichments: ['failed 6'],
      ledger: ['enrich -1', 'refund 1'],
      history: 0,
    })
  })

  test('deleting a contact during its enrichment refunds the credit and stores nothing', async () => {
    const contact = await addContact()
    const balance = await balanceOf(app.owner, ann.organizationId)
    const open = holdNextResponse()
    const pending = withJobsRunning(app, enrich(contact.id))
    await waitUntil(() => countRequests(contact.email) === 1)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance - 1)
    expect((await ann.request('DELETE', `/api/contacts/${contact.id}`)).status).toBe(204)
    open()
    expect((await pending).status).toBeGreaterThanOrEqual(400)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance)
    expect((await ann.request('GET', `/api/contacts/${contact.id}`)).status).toBe(404)
    expect(await app.owner.rows('select 1 from signals where contact_id = $1', [contact.id])).toEqual([])
  })

  test('keeps edits made during an enrichment', async () => {
    const contact = await addContact()
    const open = holdNextResponse()
    const pending = withJobsRunning(app, enrich(contact.id))
    await waitUntil(() => countRequests(contact.email) === 1)
    const edits = { city: 'Aurora', email: 'changed@example.com' }
    expect((await ann.request('PATCH', `/api/contacts/${contact.id}`, edits)).status).toBe(200)
    open()
    expect((await pending).json).toMatchObject(edits)
  })

  test('no enrichment stays open, and every debit has a result or a refund', async () => {
    expect(
      await app.owner.rows(
        `select e.id, e.status from enrichments e
          where e.status in ('waiting', 'queued', 'running')
             or (e.charged <> exists (select from credit_ledger l where l.organization_id = e.organization_id
                   and l.idempotency_key = 'enrich:' || e.id))
             or ((e.status <> 'matched' and e.charged) <> exists (select from credit_ledger l
                   where l.organization_id = e.organization_id and l.idempotency_key = 'refund:' || e.id))`,
      ),
    ).toEqual([])
  })
})
