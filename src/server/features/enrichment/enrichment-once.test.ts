import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { createSampleProviders } from '#server/platform/providers/sample/sample-provider.ts'
import { balanceOf, whileJobsRun } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

// Sample records depend on the date, and some people have none.
const clock = { now: () => new Date('2026-03-10T12:00:00Z') }
const sample = createSampleProviders(clock.now)
const [known] = samplePeople(1, 'demo')
/** Email addresses that the provider was asked about, in order. */
const requestedEmails: (string | null)[] = []
/** Called before the provider answers. */
let beforeAnswer: () => Promise<unknown> = async () => {}

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({
    clock,
    providers: {
      async person(query, signal) {
        requestedEmails.push(query.email)
        await beforeAnswer()
        return sample.person(known!, signal)
      },
    },
  })
  expect(await sample.person(known!, AbortSignal.timeout(1000))).toMatchObject({ status: 'match' })
  ann = await app.subscriber('ann@example.com', 1000)
})
afterAll(() => app.close())

let people = 0
async function add(person = ann): Promise<ContactDetail> {
  const name = `person${++people}`
  const contact = { firstName: 'Ada', lastName: name, email: `${name}@example.com`, phone: '6305550151' }
  const added: ContactDetail = (await person.request('POST', '/api/contacts', contact)).json
  await app.queue.drain() // its verification
  return added
}

const ask = (id: string, person = ann) => person.request('POST', `/api/contacts/${id}/enrich`)
const countAsked = (email: string | null) => requestedEmails.filter((each) => each === email).length

/** Resolves once a running change has happened. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await yieldToEventLoop()
}

async function waitingForLocks(connections: number): Promise<void> {
  for (;;) {
    const waiting = await app.owner.rows(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (waiting.length >= connections) return
  }
}

/** Holds the next enrichment before its response until `open` is called. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  beforeAnswer = () => {
    beforeAnswer = async () => {}
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

const ONCE = { enrichments: ['matched 1'], ledger: ['enrich -1'], history: 1 }

describe('Trust 18 concurrent requests', () => {
  test('50 requests for one contact make one charge', async () => {
    const contact = await add()
    const before = await balanceOf(app.owner, ann.organizationId)
    const answers = await whileJobsRun(app, Promise.all(Array.from({ length: 50 }, () => ask(contact.id))), 4)
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses.has(200)).toBe(true)
    expect([...statuses].filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(before - 1)
    expect((await stateOf(contact.id)).ledger).toEqual(['enrich -1'])
  })

  test('200 requests with 10 credits enrich and charge exactly 10 contacts', async () => {
    const poor = await app.subscriber('ten@example.com', 10)
    const contacts = []
    for (let i = 0; i < 200; i++) contacts.push(await add(poor))
    const before = requestedEmails.length
    const answers = await whileJobsRun(app, Promise.all(contacts.map(({ id }) => ask(id, poor))), 4)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(190)
    expect(requestedEmails.length - before).toBe(10)
    expect(await balanceOf(app.owner, poor.organizationId)).toBe(0)
  })

  test('a second request during the first one gets 409 and no charge', async () => {
    const contact = await add()
    const open = gate()
    const first = ask(contact.id)
    const answered = whileJobsRun(app, first)
    await until(() => countAsked(contact.email) === 1)
    const second = await ask(contact.id)
    expect(second.status).toBe(409)
    expect(second.json).toMatchObject({ message: 'This contact is already being enriched' })
    open()
    expect((await answered).status).toBe(200)
    expect(await stateOf(contact.id)).toEqual(ONCE)
  })

  test('a second request just as the first one ends is free', async () => {
    const contact = await add()
    const open = gate()
    const first = whileJobsRun(app, ask(contact.id))
    await until(() => countAsked(contact.email) === 1)
    const [second] = await app.owner.transaction(async (tx) => {
      // Holds the first one between result and commit, and the second one before it can see that.
      await tx.run('lock table audit_log in access exclusive mode')
      open()
      await waitingForLocks(1)
      const request = ask(contact.id)
      await waitingForLocks(2)
      return [request] // in an array, so that the transaction does not await the response
    })
    expect((await first).status).toBe(200)
    expect((await whileJobsRun(app, second!)).status).toBe(200)
    expect((await stateOf(contact.id)).ledger).toEqual(['enrich -1'])
  })

  test('no transaction is open while a provider is queried', async () => {
    const contact = await add()
    const open: unknown[] = []
    beforeAnswer = async () => {
      beforeAnswer = async () => {}
      open.push(
        ...(await app.owner.rows(
          `select query from pg_stat_activity
            where datname = current_database() and application_name = 'ninefold' and pid <> pg_backend_pid()
              and xact_start is not null`,
        )),
      )
    }
    expect((await whileJobsRun(app, ask(contact.id))).status).toBe(200)
    expect(countAsked(contact.email)).toBe(1)
    expect(open).toEqual([])
  })

  test('running a job five times, in a row and at once, has one effect', async () => {
    const contact = await add()
    const pending = ask(contact.id)
    await until(() => app.queue.waiting.length > 0)
    const { data } = app.queue.waiting[0]! as { data: { enrichmentId: string } }
    const organizationId = mintOrganizationId(ann.organizationId)
    const run = () => app.services.enrichment.run(organizationId, data.enrichmentId)
    await Promise.all([run(), run(), run(), run(), run()])
    for (let i = 0; i < 5; i++) await run()
    await app.queue.drain()
    expect((await pending).status).toBe(200)
    expect(await stateOf(contact.id)).toEqual(ONCE)
    expect(countAsked(contact.email)).toBe(1)
  })
})

describe('Trust 17 Trust 19 stopped processes', () => {
  const endLease = (contactId: string) =>
    app.owner.run(`update enrichments set lease_until = now() - interval '1 second' where contact_id = $1`, [
      contactId,
    ])

  test('a stopped worker is replaced, and changes nothing when it resumes', async () => {
    const contact = await add()
    const openFirst = gate()
    const pending = ask(contact.id)
    await until(() => app.queue.waiting.length > 0)
    const first = app.queue.drain()
    await until(() => countAsked(contact.email) === 1)

    await app.services.enrichment.sweep()
    expect(app.queue.waiting).toEqual([])
    await endLease(contact.id)
    await app.services.enrichment.sweep()
    const openSecond = gate()
    const second = app.queue.drain()
    await until(() => countAsked(contact.email) === 2)

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
    expect(await stateOf(contact.id)).toEqual({ ...ONCE, enrichments: ['matched 2'] })
  })

  test('the sweep finds a job that the queue lost', async () => {
    const contact = await add()
    const pending = ask(contact.id)
    await until(() => app.queue.waiting.length > 0)
    ;(app.queue.waiting as unknown[]).length = 0
    await app.services.enrichment.sweep()
    expect(app.queue.waiting).toEqual([])
    await app.owner.run(
      `update enrichments set created_at = now() - interval '1 minute' where contact_id = $1`,
      [contact.id],
    )
    await app.services.enrichment.sweep()
    await app.queue.drain()
    expect((await pending).status).toBe(200)
    expect(await stateOf(contact.id)).toEqual(ONCE)
  })

  test('an enrichment that stops every worker is given up after five attempts and refunded', async () => {
    const contact = await add()
    const open = gate()
    const pending = ask(contact.id)
    await until(() => app.queue.waiting.length > 0)
    const stuck = app.queue.drain()
    await until(() => countAsked(contact.email) === 1)
    await app.owner.run('update enrichments set attempts = 5 where contact_id = $1', [contact.id])
    await endLease(contact.id)
    await app.services.enrichment.sweep()
    await app.queue.drain()
    expect((await pending).status).toBe(503)
    open()
    await stuck
    expect(await stateOf(contact.id)).toEqual({
      enrichments: ['failed 6'],
      ledger: ['enrich -1', 'refund 1'],
      history: 0,
    })
  })

  test('deleting a contact during its enrichment refunds the credit and stores nothing', async () => {
    const contact = await add()
    const balance = await balanceOf(app.owner, ann.organizationId)
    const open = gate()
    const answered = whileJobsRun(app, ask(contact.id))
    await until(() => countAsked(contact.email) === 1)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance - 1)
    expect((await ann.request('DELETE', `/api/contacts/${contact.id}`)).status).toBe(204)
    open()
    expect((await answered).status).toBeGreaterThanOrEqual(400)
    expect(await balanceOf(app.owner, ann.organizationId)).toBe(balance)
    expect((await ann.request('GET', `/api/contacts/${contact.id}`)).status).toBe(404)
    expect(await app.owner.rows('select 1 from signals where contact_id = $1', [contact.id])).toEqual([])
  })

  test('edits made during an enrichment stay', async () => {
    const contact = await add()
    const open = gate()
    const answered = whileJobsRun(app, ask(contact.id))
    await until(() => countAsked(contact.email) === 1)
    const typed = { city: 'Aurora', email: 'changed@example.com' }
    expect((await ann.request('PATCH', `/api/contacts/${contact.id}`, typed)).status).toBe(200)
    open()
    expect((await answered).json).toMatchObject(typed)
  })

  test('in the end no enrichment is open, and every debit has a result or a refund', async () => {
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
