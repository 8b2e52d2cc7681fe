import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PrivacyMatches, PrivacyRequest } from '#contract/privacy-requests.ts'
import { dumpRows } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let operator: Person
const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) }
beforeAll(async () => {
  app = await createTestApp({ clock, adminEmails: ['operator@example.com'] })
  ann = await app.subscriber('ann@example.com')
  operator = await app.signIn('operator@example.com')
})
afterAll(() => app.close())
beforeEach(() => app.owner.run('delete from rate_limits'))

const ADMIN = '/api/admin/privacy-requests'

async function submitConfirmedRequest(email: string, fields: object = {}): Promise<PrivacyRequest> {
  const form = { kind: 'erasure', name: 'Canary Oriole', email, ...fields }
  expect((await app.visitor('POST', '/api/privacy/requests', form)).status).toBe(201)
  await app.queue.drain()
  const emailText = app.mailer.outbox?.find(({ to }) => to === email)?.text ?? ''
  const token = /token=(\S+)/.exec(emailText)?.[1] ?? ''
  expect((await app.visitor('POST', '/api/privacy/confirm', { token })).status).toBe(200)
  const { items: requests } = (await operator.request('GET', `${ADMIN}?limit=100`)).json as {
    items: PrivacyRequest[]
  }
  return requests.find((request) => request.email === email && request.kind === form.kind)!
}
const closeRequest = (id: string, body: object) => operator.request('POST', `${ADMIN}/${id}/close`, body)
async function matchesOf(id: string, query = ''): Promise<PrivacyMatches> {
  const response = await operator.request('GET', `${ADMIN}/${id}/matches${query}`)
  expect(response.status).toBe(200)
  return response.json as PrivacyMatches
}

async function subscribe(email: string): Promise<void> {
  await app.services.newsletter.subscribe({ email }, '203.0.113.9')
  const { id } = (await app.owner.row<{ id: string }>('select id from newsletter_requests where email = $1', [
    email,
  ]))!
  await app.services.newsletter.answerRequest(id)
  await app.owner.run('update newsletter_subscriptions set confirmed_at = now() where email = $1', [email])
}

/** Adds a skipped row as imports store it. */
async function addSkippedRow(organizationId: string, raw: object): Promise<string> {
  const { id } = (await app.owner.row<{ id: string }>(
    `insert into imports (organization_id, kind, status) values ($1, 'csv', 'done') returning id`,
    [organizationId],
  ))!
  await app.owner.run(
    `insert into import_rows (organization_id, import_id, row, problem, raw) values ($1, $2, 1, 'Refused', $3)`,
    [organizationId, id, JSON.stringify(raw)],
  )
  return id
}

describe('Trust 25 a person who is not a contact', () => {
  test('is found and erased wherever their data is', async () => {
    const email = 'canary.oriole@example.com'
    const phone = '(630) 555-0123'
    await addSkippedRow(ann.organizationId, {
      firstName: 'Canary',
      lastName: '',
      email: 'Canary.Oriole@Example.com',
    })
    await addSkippedRow(ann.organizationId, { firstName: 'C', lastName: '', phone: '+1 630-555-0123' })
    const contactPoints = {
      emails: [{ email, kind: 'home' }],
      phones: [{ phone: '+16305550123', kind: 'home' }],
    }
    await addSkippedRow(ann.organizationId, {
      email: 'spouse@example.com',
      details: { emails: [], phones: [], notes: null },
    })
    await addSkippedRow(ann.organizationId, {
      email: 'spouse@example.com',
      details: { ...contactPoints, phones: [], notes: 'Oriole likes gardens' },
    })
    await addSkippedRow(ann.organizationId, {
      details: { ...contactPoints, emails: [], notes: 'Oriole at work' },
    })
    await app.owner.run(
      `insert into data_exports (organization_id, status, sha256, created_at, finished_at)
       values ($1, 'ready', 'x', now(), now())`,
      [ann.organizationId],
    )
    await ann.request('POST', `/api/organizations/${ann.organizationId}/invitations`, {
      email,
      role: 'MEMBER',
    })
    const message = { firstName: 'Canary', lastName: 'Oriole', subject: 'Oriole', message: 'I am Oriole.' }
    await app.visitor('POST', '/api/contact/submit', { ...message, email })
    await app.visitor('POST', '/api/contact/submit', {
      ...message,
      email: 'other@example.com',
      phone: '630.555.0123',
    })
    await subscribe(email)
    await app.visitor('POST', '/api/auth/magic-link', { email })
    const earlierRequest = await submitConfirmedRequest(email, {
      kind: 'access',
      details: 'Oriole asks',
      company: 'Oriole Inc',
    })
    await closeRequest(earlierRequest.id, { action: 'answer', text: 'We hold this of you, Oriole.' })
    await app.visitor('POST', '/api/privacy/requests', { kind: 'access', name: 'Oriole', email })
    const bystander = await addSkippedRow(ann.organizationId, { email: 'not.canary.oriole@example.com' })
    const request = await submitConfirmedRequest(email, { phone, details: 'Oriole again' })
    // A second subscription request whose email is not sent yet.
    await app.owner.run(
      `insert into newsletter_requests (email, created_at, next_mail_at) values ($1, now(), now() + interval '1 day')`,
      [email],
    )

    const matches = await matchesOf(request.id, '?byPhone=1')
    expect(matches).toMatchObject({
      items: [{ id: ann.organizationId, contacts: 0, importRows: 4, invitations: 1 }],
      totals: { organizations: 1, contacts: 0, importRows: 4, invitations: 1 },
      elsewhere: { messages: 2, newsletter: 2, requests: 2, account: false },
    })
    expect((await matchesOf(request.id)).elsewhere.messages).toBe(1)

    expect((await closeRequest(request.id, { action: 'erase', byPhone: true })).status).toBe(200)
    await app.queue.drain()
    const pattern = /oriole|555.?0123/i
    const remaining = (await dumpRows(app.owner)).split('\n').filter((line) => pattern.test(line))
    expect(remaining.filter((line) => !line.includes('not.canary.oriole'))).toEqual([])
    expect(remaining).toHaveLength(1)
    expect(
      await app.owner.row('select raw from import_rows where import_id = $1', [bystander]),
    ).toMatchObject({
      raw: { email: 'not.canary.oriole@example.com' },
    })
    const archives = await app.owner.rows('select status from data_exports where organization_id = $1', [
      ann.organizationId,
    ])
    expect(archives).toEqual([{ status: 'voided' }])
    const closedRequests = (await operator.request('GET', `${ADMIN}?state=closed`)).json as {
      items: object[]
    }
    expect(closedRequests.items).toContainEqual(
      expect.objectContaining({ id: request.id, status: 'erased', name: null, email: null, details: null }),
    )
    expect((await operator.request('GET', `${ADMIN}/${request.id}/matches`)).status).toBe(404)
    const auditEntry = await app.owner.row<{ details: object }>(
      `select details from audit_log where action = 'privacy-request.traces-erased' and subject = $1`,
      [request.id],
    )
    expect(auditEntry?.details).toEqual({ messages: 2, newsletter: 2, requests: 2 })
  })

  test('is erased from a merge into a contact with another address', async () => {
    const email = 'merged.dunlin@example.com'
    const addContact = async (fields: object) => {
      const response = await ann.request('POST', '/api/contacts', { firstName: 'Pat', ...fields })
      return (response.json as { id: string }).id
    }
    const keptContact = await addContact({ lastName: 'Kept', email: 'pat.kept@example.com' })
    const other = await addContact({ lastName: 'Dunlin', email })
    const { id } = (await app.owner.row<{ id: string }>(
      'insert into merges (organization_id, kept_id, other_id) values ($1, $2, $3) returning id',
      [ann.organizationId, keptContact, other],
    ))!
    await app.owner.run(
      `insert into merge_snapshots (organization_id, id, contact_id, rows)
       select $1, $2, $3, jsonb_build_array(to_jsonb(c)) from contacts c where c.id = $4`,
      [ann.organizationId, id, keptContact, other],
    )
    await app.owner.run('delete from contacts where id = $1', [other])
    expect(await dumpRows(app.owner)).toMatch(/dunlin/i)
    const request = await submitConfirmedRequest(email)
    await closeRequest(request.id, { action: 'erase', byPhone: false })
    await app.queue.drain()
    expect(await dumpRows(app.owner)).not.toMatch(/dunlin/i)
  })

  test('is skipped by an import in progress when the erasure starts, and nothing is stored', async () => {
    const email = 'waiting.siskin@example.com'
    const request = await submitConfirmedRequest(email)
    const csv = `First Name,Last Name,Email\nWaiting,Siskin,${email}\nKim,Stays,kim.stays@example.com\n`
    const response = await ann.request('POST', '/api/contacts/import/csv?enrich=0', csv, {
      'content-type': 'text/csv',
      prefer: 'respond-async',
    })
    const { importId } = response.json as { importId: string }
    expect(await dumpRows(app.owner)).toContain(`"${email}"`)
    await closeRequest(request.id, { action: 'erase', byPhone: false })
    await app.services.privacyRequests.work(request.id)
    await app.queue.drain()
    expect((await ann.request('GET', `/api/imports/${importId}`)).json).toMatchObject({
      imported: 1,
      skipped: 1,
    })
    expect(await dumpRows(app.owner)).not.toMatch(/siskin/i)
  })

  test('an objection also ends the newsletter; the address remains suppressed', async () => {
    const email = 'objecting.crane@example.com'
    await subscribe(email)
    const request = await submitConfirmedRequest(email, { kind: 'objection' })
    await closeRequest(request.id, { action: 'object', byPhone: false })
    await app.queue.drain()
    const subscription = await app.owner.row(
      'select subscribed from newsletter_subscriptions where email = $1',
      [email],
    )
    expect(subscription).toEqual({ subscribed: false })
  })
})

test('matches of 250 organizations are paged, and the erasure covers them all', async () => {
  const email = 'everywhere.lapwing@example.com'
  await app.owner.run(
    `with o as (insert into organizations (id, name, slug)
       select gen_random_uuid(), 'Lot ' || n, 'lot-' || n from generate_series(1, 250) n returning id),
     k as (insert into organization_counters (organization_id, contacts) select id, 1 from o)
     insert into contacts (organization_id, id, first_name, last_name, email, search, last_name_key)
     select id, gen_random_uuid(), 'Every', 'Lapwing', $1, 'every lapwing', 'lapwing' from o`,
    [email],
  )
  const request = await submitConfirmedRequest(email)
  const organizationIds = new Set<string>()
  const sizes: number[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: PrivacyMatches = await matchesOf(request.id, cursor && `?cursor=${cursor}`)
    expect(page.totals).toMatchObject({ organizations: 250, contacts: 250 })
    sizes.push(page.items.length)
    for (const { id } of page.items) organizationIds.add(id)
    cursor = page.next
  }
  expect([sizes, organizationIds.size]).toEqual([[100, 100, 50], 250])
  expect((await operator.request('GET', `${ADMIN}/${request.id}/matches?cursor=x`)).status).toBe(400)
  await closeRequest(request.id, { action: 'erase', byPhone: false })
  await app.queue.drain()
  expect(await dumpRows(app.owner)).not.toMatch(/lapwing/i)
  const { items: requests } = (await operator.request('GET', `${ADMIN}?state=closed`)).json as {
    items: PrivacyRequest[]
  }
  expect(requests.find(({ id }) => id === request.id)?.contactsTouched).toBe(250)
}, 30_000)

test('an objection that runs twice counts each contact once', async () => {
  const email = 'twice.plover@example.com'
  for (const lastName of ['Plover', 'Plovers', 'Ploverson'])
    await ann.request('POST', '/api/contacts', { firstName: 'Pat', lastName, email })
  const request = await submitConfirmedRequest(email, { kind: 'objection' })
  await closeRequest(request.id, { action: 'object', byPhone: false })
  await app.services.privacyRequests.work(request.id)
  // Interrupted before it was closed, so the sweep repeats it.
  await app.owner.run(
    `update privacy_requests set status = 'working', closed_at = null, next_work_at = $2 where id = $1`,
    [request.id, clock.now()],
  )
  await app.services.privacyRequests.work(request.id)
  const row = await app.owner.row('select contacts_touched from privacy_requests where id = $1', [request.id])
  expect(row).toEqual({ contactsTouched: 3 })
})

describe('platform suppressions', () => {
  const checkSuppression = async (contactPoint: object) =>
    (
      (await operator.request('POST', '/api/admin/suppressions/check', contactPoint)).json as {
        keptOut: unknown
      }
    ).keptOut
  const liftSuppression = (body: object) => operator.request('POST', '/api/admin/suppressions/lift', body)
  const addContact = (fields: object) =>
    ann.request('POST', '/api/contacts', { firstName: 'Back', lastName: 'Bunting', ...fields })

  test('are lifted by an operator with a reason, including keys of the request', async () => {
    const email = 'back.bunting@example.com'
    const phone = '+16305550199'
    expect((await addContact({ email, phone })).status).toBe(201)
    const request = await submitConfirmedRequest(email, { phone })
    await closeRequest(request.id, { action: 'erase', byPhone: true })
    await app.queue.drain()
    expect(await checkSuppression({ email: 'Back.Bunting@example.com' })).toMatchObject({
      kind: 'email',
      requestId: request.id,
    })
    expect((await addContact({ email })).status).toBe(409)
    expect((await liftSuppression({ email })).status).toBe(400)
    expect((await liftSuppression({ email: 'nobody@example.com', reason: 'A mistake' })).status).toBe(404)

    expect((await liftSuppression({ email, reason: 'A namesake asked' })).json).toEqual({ organizations: 0 })
    expect(await checkSuppression({ email })).toBeNull()
    // The number is still suppressed by the same request.
    expect((await addContact({ email })).status).toBe(409)
    expect((await liftSuppression({ phone: '630 555 0199', reason: 'A namesake asked' })).json).toEqual({
      organizations: 1,
    })
    expect((await addContact({ email, phone })).status).toBe(201)
    expect((await liftSuppression({ email, reason: 'Again' })).status).toBe(404)
    const auditEntries = await app.owner.rows<{ details: object }>(
      `select details from audit_log where action = 'operator.suppression-lifted' and subject = $1
        order by created_at`,
      [request.id],
    )
    expect(auditEntries.map(({ details }) => details)).toEqual([
      { kind: 'email', organizations: 0, reason: 'A namesake asked' },
      { kind: 'phone', organizations: 1, reason: 'A namesake asked' },
    ])
  })

  test("can't be read or changed by customers", async () => {
    for (const path of ['check', 'lift']) {
      const body = { email: `${randomUUID()}@example.com`, ...(path === 'lift' ? { reason: 'Mine' } : {}) }
      expect((await ann.request('POST', `/api/admin/suppressions/${path}`, body)).status).toBe(403)
    }
  })
})
