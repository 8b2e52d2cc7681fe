import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { dumpRows, withJobsRunning } from '#test/checks.ts'
import { createObjects } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) }
beforeAll(async () => {
  app = await createTestApp({ clock })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const DAY = 86_400_000
const CSV = { 'content-type': 'text/csv' }

async function addContact(person: Person, contact: object): Promise<string> {
  const response = await person.request('POST', '/api/contacts', contact)
  expect(response.status).toBe(201)
  return (response.json as { id: string }).id
}

async function importCsv(person: Person, text: string) {
  const response = person.request('POST', '/api/contacts/import/csv?enrich=0', text, {
    ...CSV,
    prefer: 'respond-async',
  })
  const { importId } = (await response).json as { importId: string }
  await app.queue.drain()
  return (await person.request('GET', `/api/imports/${importId}`)).json as {
    imported: number
    skipped: number
    errors: string[]
  }
}

describe('Trust 25 one contact', () => {
  const PERSON = {
    firstName: 'Canary',
    lastName: 'Birdsong',
    email: 'canary.birdsong@example.com',
    phone: '6305550177',
  }
  const LINE = 'First Name,Last Name,Email\nCanary,Birdsong,canary.birdsong@example.com\n'

  test('leaves no trace in the whole database, including skipped import rows', async () => {
    const id = await addContact(ann, PERSON)
    const result = await importCsv(ann, LINE)
    expect(result).toMatchObject({ imported: 0, skipped: 1 })
    expect(await dumpRows(app.owner)).toContain('Birdsong')
    await ann.request('DELETE', `/api/contacts/${id}`)
    const remaining = (await dumpRows(app.owner)).split('\n').filter((line) => /birdsong|5550177/i.test(line))
    expect(remaining).toEqual([])
  })

  test('can be imported again unless suppressed', async () => {
    expect(await importCsv(ann, LINE)).toMatchObject({ imported: 1 })
    const [contact] = (await ann.request('GET', '/api/contacts?search=birdsong')).json as [{ id: string }]
    expect((await ann.request('DELETE', `/api/contacts/${contact.id}?suppress=1`)).status).toBe(204)
    expect(await importCsv(ann, LINE)).toMatchObject({ imported: 0, skipped: 1 })
    expect((await ann.request('POST', '/api/contacts', PERSON)).status).toBe(409)
  })
})

describe('suppression list', () => {
  const url = () => `/api/organizations/${ann.organizationId}/suppressions`

  test('adds an email and a number, stores only hashes, and removes them with a reason', async () => {
    for (const body of [{ email: 'Never.Again@Example.com' }, { phone: '(630) 555-0188' }]) {
      expect((await ann.request('POST', url(), body)).status).toBe(201)
      expect((await ann.request('POST', url(), body)).status).toBe(409)
    }
    expect(await dumpRows(app.owner)).not.toMatch(/never\.again|5550188/i)
    for (const contact of [{ email: 'never.again@example.com' }, { phone: '+1 630 555 0188' }]) {
      const response = await ann.request('POST', '/api/contacts', {
        firstName: 'Any',
        lastName: 'One',
        ...contact,
      })
      expect(response.status).toBe(409)
    }
    const id = await addContact(ann, { firstName: 'Was', lastName: 'Other' })
    expect(
      (await ann.request('PATCH', `/api/contacts/${id}`, { email: 'never.again@example.com' })).status,
    ).toBe(409)

    const response = await ann.request('POST', `${url()}/check`, { email: 'never.again@example.com' })
    const { suppression } = response.json as { suppression: { id: string; kinds: string[]; reason: string } }
    expect(suppression).toMatchObject({ kinds: ['email'], reason: 'added-by-hand' })
    expect((await ann.request('DELETE', `${url()}/${suppression.id}`)).status).toBe(400)
    expect((await ann.request('DELETE', `${url()}/${suppression.id}?reason=mistake`)).status).toBe(204)
    expect(
      (await ann.request('PATCH', `/api/contacts/${id}`, { email: 'never.again@example.com' })).status,
    ).toBe(200)
    const { total, items } = (await ann.request('GET', url())).json as {
      total: number
      items: { reason: string }[]
    }
    expect([total, items.map(({ reason }) => reason)]).toEqual([2, ['added-by-hand', 'deleted']])
  })
})

describe('Trust 25 a whole organization', () => {
  const subscribe = (organizationId: string, status: string, canceledAt: Date | null) =>
    app.owner.run(
      `insert into subscriptions (organization_id, provider, subscription_id, customer_id, plan, period, status,
         period_end, event_at, created_at, canceled_at)
       values ($1::uuid, 'test', 'sub_' || $1::uuid, 'cus_' || $1::uuid, 'professional', 'monthly', $2, $3, $3, $3, $4)`,
      [organizationId, status, clock.now(), canceledAt],
    )
  const linesWith = async (mark: RegExp) =>
    (await dumpRows(app.owner)).split('\n').filter((line) => mark.test(line))

  test('is erased by its owner; only ids in the audit log are left', async () => {
    const owner = await app.subscriber('zebrafinch@example.com')
    const bystander = await createObjects(app, ann, 'Bystander')
    await createObjects(app, owner, 'ZebraFinch')
    // The owner of a brokerage would keep the account.
    await app.owner.run('update brokerages set owner_id = null where owner_id = $1', [owner.userId])
    const contact = await addContact(owner, {
      firstName: 'ZebraFinch',
      lastName: 'Two',
      email: 'zebrafinch2@example.com',
    })
    await withJobsRunning(app, owner.request('POST', `/api/contacts/${contact}/enrich`))
    await owner.request('POST', `/api/organizations/${owner.organizationId}/exports`)
    await app.queue.drain()
    await subscribe(owner.organizationId, 'canceled', clock.now())
    await app.owner.run(
      `insert into webhook_events (provider, event_id, type, payload, created_at)
       values ('test', 'evt_1', 'x', jsonb_build_object('email', 'zebrafinch@example.com', 'organization', $1::text), now()),
              ('test', 'evt_2', 'x', '{"organization": "other"}', now())`,
      [owner.organizationId],
    )
    const url = `/api/organizations/${owner.organizationId}/erase`
    expect((await owner.request('POST', url, { name: 'Another' })).status).toBe(400)
    const admin = await app.member('admin.zebrafinch@example.com', owner.organizationId, 'ADMIN')
    expect((await admin.request('POST', url, { name: 'Company of zebrafinch@example.com' })).status).toBe(403)
    expect((await owner.request('POST', url, { name: 'Company of zebrafinch@example.com' })).status).toBe(202)
    for (const person of [owner, admin])
      expect((await person.request('GET', '/api/auth/user')).status).toBe(401)

    await app.queue.drain()
    expect(await linesWith(/zebrafinch/i)).toEqual([])
    const tables = (await dumpRows(app.owner))
      .split(/\n(?=[a-z_]+\n)/)
      .filter((table) => table.includes(owner.organizationId))
    expect(tables.map((table) => table.split('\n')[0])).toEqual([
      'audit_log',
      'brokerage_moves',
      'erasure_log',
      'erasures',
    ])
    const events = await app.owner.rows('select event_id, payload from webhook_events order by 1')
    expect(events).toEqual([
      { eventId: 'evt_1', payload: {} },
      { eventId: 'evt_2', payload: { organization: 'other' } },
    ])
    expect((await ann.request('GET', `/api/contacts/${bystander.contact}`)).status).toBe(200)
    expect(
      await app.owner.row('select count(*)::int as n from erasures where finished_at is not null'),
    ).toEqual({ n: 1 })
    const actions = await app.owner.rows<{ action: string }>(
      `select action from audit_log where organization_id = $1 and action like 'organization.eras%' order by created_at`,
      [owner.organizationId],
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'organization.erasure-started',
      'organization.erased',
    ])
  })

  test('resumes where it stopped, with all billing rules intact in between', async () => {
    const owner = await app.subscriber('siskin@example.com')
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, search, last_name_key)
       select $1, 'Siskin', 'N' || n, '', '' from generate_series(1, 6000) n`,
      [owner.organizationId],
    )
    await app.owner.run(
      `with matched as (
         insert into enrichments (organization_id, contact_id, status, charged)
         select organization_id, id, 'matched', true from contacts where organization_id = $1 order by id limit 900
         returning organization_id, id, contact_id)
       insert into credit_ledger (organization_id, amount, operation, contact_id, idempotency_key)
       select organization_id, -1, 'enrich', contact_id, 'enrich:' || id from matched`,
      [owner.organizationId],
    )
    await app.owner.run('update organizations set credits = credits - 900 where id = $1', [
      owner.organizationId,
    ])
    const name = 'Company of siskin@example.com'
    await owner.request('POST', `/api/organizations/${owner.organizationId}/erase`, { name })
    const id = parseOrganizationId(owner.organizationId)
    const eraseSlice = () =>
      app.db.tenant(id, (tx) => tx.row<{ n: number }>('select erase_organization_slice(1500) as n'))
    const brokenRules = () => app.owner.rows(`select * from broken_money_rules() where subject = $1`, [id])
    await eraseSlice()
    expect(await brokenRules()).toEqual([])
    await eraseSlice()
    expect(await brokenRules()).toEqual([])
    const remaining = await app.owner.row<{ n: number }>(
      'select count(*)::int as n from contacts where organization_id = $1',
      [id],
    )
    expect(remaining!.n).toBeGreaterThan(1000)
    await app.queue.drain()
    expect(await linesWith(/siskin/i)).toEqual([])
  })

  test('no slice erases an organization without a started erasure', async () => {
    await expect(
      app.db.tenant(parseOrganizationId(ann.organizationId), (tx) =>
        tx.row('select erase_organization_slice(10)'),
      ),
    ).rejects.toThrow('No erasure')
  })

  test('happens 90 days after cancellation with notices 14 and 3 days before, unless reactivated', async () => {
    const [canceled, reactivated] = [
      await app.subscriber('linnet@example.com'),
      await app.subscriber('redpoll@example.com'),
    ]
    for (const { organizationId } of [canceled, reactivated]) {
      await subscribe(organizationId, 'canceled', clock.now())
      await app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
        organizationId,
      ])
    }
    const subjects = () =>
      app.mailer.outbox!.filter(({ to }) => to === 'linnet@example.com').map(({ subject }) => subject)
    const review = async () => {
      for (let i = 0; i < 2; i++) {
        await app.services.erasure.reviewCanceled()
        await app.services.erasure.sweep()
        await app.queue.drain()
      }
    }
    clock.time += 75 * DAY
    await review()
    expect(subjects()).toEqual([])
    clock.time += 1.5 * DAY
    await review()
    expect(subjects()).toEqual(['Your Ninefold data will be deleted in 14 days'])
    clock.time += 11 * DAY
    await review()
    expect(subjects()[0]).toBe('Your Ninefold data will be deleted in 3 days')
    expect(subjects()).toHaveLength(2)
    clock.time += 2 * DAY
    await review()
    clock.time += DAY
    // Reactivated between the check and the lock.
    await app.owner.run(
      `update subscriptions set status = 'active', canceled_at = null where organization_id = $1`,
      [reactivated.organizationId],
    )
    await review()
    expect(await linesWith(/linnet/i)).toEqual([])
    expect(await linesWith(/redpoll/i)).not.toEqual([])
    expect(subjects()).toHaveLength(2)
  })

  test('happens only three days after a notice, even after a long downtime', async () => {
    const owner = await app.subscriber('serin@example.com')
    await subscribe(owner.organizationId, 'canceled', new Date(clock.time - 400 * DAY))
    await app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
      owner.organizationId,
    ])
    await app.services.erasure.reviewCanceled()
    await app.services.erasure.reviewCanceled()
    await app.queue.drain()
    expect(await linesWith(/serin/i)).not.toEqual([])
    await app.services.erasure.sweep()
    expect(app.mailer.outbox!.filter(({ to }) => to === 'serin@example.com')).toHaveLength(1)
    clock.time += 3 * DAY
    await app.services.erasure.reviewCanceled()
    await app.queue.drain()
    expect(await linesWith(/serin/i)).toEqual([])
  })
})
