import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dumpRows } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let bob: Person
let operator: Person
const clock = { time: Date.parse('2026-11-21T12:00:00Z'), now: () => new Date(clock.time) }
beforeAll(async () => {
  app = await createTestApp({ clock, adminEmails: ['operator@example.com'] })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  operator = await app.signIn('operator@example.com')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.owner.run('delete from privacy_requests')
  await app.owner.run('delete from rate_limits')
})

const DAY = 86_400_000
const ADMIN = '/api/admin/privacy-requests'
const emailsTo = (address: string) => app.mailer.outbox!.filter(({ to }) => to === address)

type RequestItem = {
  id: string
  status: string
  kind: string
  dueAt: string
  overdue: boolean
  contactsTouched: number
}
async function listRequests(state = 'open'): Promise<RequestItem[]> {
  return ((await operator.request('GET', `${ADMIN}?state=${state}`)).json as { items: RequestItem[] }).items
}

const submitRequest = (fields: object) =>
  app.visitor('POST', '/api/privacy/requests', {
    kind: 'erasure',
    name: 'Pat Wren',
    email: 'pat@example.com',
    ...fields,
  })

function tokenOf(email: string): string {
  return /token=(\S+)/.exec(emailsTo(email)[0]?.text ?? '')?.[1] ?? ''
}

async function submitConfirmedRequest(fields: {
  email: string
  kind?: string
  phone?: string
}): Promise<RequestItem> {
  expect((await submitRequest(fields)).status).toBe(201)
  await app.queue.drain()
  const response = await app.visitor('POST', '/api/privacy/confirm', { token: tokenOf(fields.email) })
  expect(response.status).toBe(200)
  return (await listRequests()).at(-1)!
}

const addContact = async (person: Person, contact: object) => {
  const response = await person.request('POST', '/api/contacts', {
    firstName: 'Pat',
    lastName: 'Wren',
    ...contact,
  })
  return { status: response.status, id: (response.json as { id: string }).id }
}

describe('a privacy request', () => {
  test('is due 30 days after its link was confirmed', async () => {
    expect((await submitRequest({ email: 'Once@Example.com' })).status).toBe(201)
    await app.queue.drain()
    expect(await listRequests()).toEqual([])
    const token = tokenOf('once@example.com')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await dumpRows(app.owner)).not.toContain(token)
    expect(emailsTo('once@example.com')[0]?.text).not.toContain('Pat')
    for (let i = 0; i < 2; i++)
      expect((await app.visitor('POST', '/api/privacy/confirm', { token })).status).toBe(200)
    const [request] = await listRequests()
    expect(request).toMatchObject({ kind: 'erasure', status: 'open', overdue: false })
    expect(Date.parse(request!.dueAt)).toBe(clock.time + 30 * DAY)
  })

  test('its link expires after seven days, and unconfirmed requests are deleted after thirty', async () => {
    await submitRequest({ email: 'slow@example.com' })
    await app.queue.drain()
    clock.time += 7 * DAY + 1000
    const response = await app.visitor('POST', '/api/privacy/confirm', { token: tokenOf('slow@example.com') })
    expect(response.status).toBe(404)
    clock.time += 24 * DAY
    await app.services.privacyRequests.removeOld()
    expect(await dumpRows(app.owner)).not.toContain('slow@example.com')
  })

  test('responds the same to a bot and stores nothing; limits requests per network', async () => {
    expect((await submitRequest({ email: 'bot@example.com', website: 'x' })).status).toBe(201)
    await app.queue.drain()
    expect(await dumpRows(app.owner)).not.toContain('bot@example.com')
    for (let i = 0; i < 4; i++) expect((await submitRequest({ email: `n${i}@example.com` })).status).toBe(201)
    const limited = await submitRequest({ email: 'n9@example.com' })
    expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('erasure removes contacts with the address everywhere and suppresses them', async () => {
    const first = await addContact(ann, { email: 'wren@example.com', phone: '6305550111' })
    const second = await addContact(bob, { email: 'wren@example.com' })
    const household = await addContact(bob, {
      firstName: 'Kim',
      email: 'kim@example.com',
      phone: '6305550111',
    })
    const request = await submitConfirmedRequest({ email: 'wren@example.com', phone: '(630) 555-0111' })
    const matches = async (byPhone: string) =>
      (await operator.request('GET', `${ADMIN}/${request.id}/matches?byPhone=${byPhone}`)).json as {
        totals: { contacts: number }
        items: object[]
      }
    expect((await matches('1')).totals.contacts).toBe(3)
    const counts = await matches('0')
    expect(counts.totals.contacts).toBe(2)
    expect(counts.items).toContainEqual({
      id: ann.organizationId,
      name: 'Company of ann@example.com',
      contacts: 1,
      importRows: 0,
      invitations: 0,
    })

    const closeRequest = () =>
      operator.request('POST', `${ADMIN}/${request.id}/close`, { action: 'erase', byPhone: false })
    expect((await Promise.all([closeRequest(), closeRequest()])).map(({ status }) => status).sort()).toEqual([
      200, 409,
    ])
    await app.queue.drain()
    expect((await ann.request('GET', `/api/contacts/${first.id}`)).status).toBe(404)
    expect((await bob.request('GET', `/api/contacts/${second.id}`)).status).toBe(404)
    expect((await bob.request('GET', `/api/contacts/${household.id}`)).status).toBe(200)
    expect(await dumpRows(app.owner)).not.toContain('wren@example.com')
    expect((await listRequests('closed'))[0]).toMatchObject({
      id: request.id,
      status: 'erased',
      contactsTouched: 2,
    })
    expect(emailsTo('wren@example.com')[0]?.text).toContain('we erased all contacts')
    expect(emailsTo('wren@example.com')[0]?.text).toContain(
      'what we did for 24 months, without your name and address',
    )

    const carl = await app.subscriber('carl@example.com')
    for (const person of [ann, carl]) {
      const response = await person.request('POST', '/api/contacts', {
        firstName: 'Another',
        lastName: 'Spelling',
        email: 'WREN@example.com',
      })
      expect(response.status).toBe(409)
    }
    const auditEntry = await app.owner.row<{ details: object }>(
      `select details from audit_log where organization_id = $1 and action = 'contact.erased' and subject = $2`,
      [ann.organizationId, first.id],
    )
    expect(auditEntry?.details).toEqual({ request: request.id })
  })

  test('erasure affects no similar addresses or namesakes', async () => {
    const keptContact = await addContact(ann, {
      firstName: 'Jo',
      lastName: 'Heron',
      email: 'joheron@example.com',
    })
    const { id: mergedId } = await addContact(ann, {
      firstName: 'Jo',
      lastName: 'Heron',
      email: 'egret-heron@example.com',
    })
    const { json } = await ann.request('POST', `/api/contacts/${keptContact.id}/merge`, { otherId: mergedId })
    const { mergeId } = json as { mergeId: string }
    const contact = await addContact(ann, { lastName: 'Heron', email: 'heron@example.com' })
    const rows = [
      { firstName: 'PAT', lastName: 'heron', email: 'other@example.com' },
      { firstName: 'Pat', lastName: 'Heron', phone: '6305550177' },
      { firstName: 'Pat', lastName: 'Heron', email: '' },
      { firstName: 'Patrick', email: 'Heron@Example.com' },
    ]
    const importRow = await app.owner.row<{ id: string }>(
      `insert into imports (organization_id, kind, status) values ($1, 'csv', 'done') returning id`,
      [ann.organizationId],
    )
    await app.owner.run(
      `insert into import_rows (organization_id, import_id, row, problem, raw)
       select $1, $2, n, 'Refused', r from jsonb_array_elements($3::jsonb) with ordinality as t(r, n)`,
      [ann.organizationId, importRow!.id, JSON.stringify(rows)],
    )

    const request = await submitConfirmedRequest({ email: 'heron@example.com' })
    await operator.request('POST', `${ADMIN}/${request.id}/close`, { action: 'erase', byPhone: false })
    await app.queue.drain()
    expect((await ann.request('GET', `/api/contacts/${contact.id}`)).status).toBe(404)
    const remaining = await app.owner.rows<{ raw: object }>(
      'select raw from import_rows where import_id = $1 and raw is not null order by row',
      [importRow!.id],
    )
    expect(remaining.map(({ raw }) => raw)).toEqual(rows.slice(0, 2))
    expect((await ann.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
  })

  test('objection marks contacts as do not contact', async () => {
    const newContact = await addContact(ann, { email: 'robin@example.com' })
    const request = await submitConfirmedRequest({ email: 'robin@example.com', kind: 'objection' })
    await operator.request('POST', `${ADMIN}/${request.id}/close`, { action: 'object', byPhone: false })
    await app.queue.drain()
    const contact = (await ann.request('GET', `/api/contacts/${newContact.id}`)).json as {
      doNotContact: boolean
    }
    expect(contact.doNotContact).toBe(true)
    expect((await addContact(bob, { email: 'robin@example.com' })).status).toBe(409)
    expect((await listRequests('closed'))[0]).toMatchObject({ status: 'objected', contactsTouched: 1 })
    expect(emailsTo('robin@example.com')[0]?.text).toContain('no one can add this address again')
  })

  test('emails answers and reasons and audits each step', async () => {
    const request = await submitConfirmedRequest({ email: 'lark@example.com', kind: 'access' })
    const response = await operator.request('POST', `${ADMIN}/${request.id}/close`, {
      action: 'answer',
      text: ' ',
    })
    expect(response.status).toBe(400)
    await operator.request('POST', `${ADMIN}/${request.id}/close`, {
      action: 'reject',
      reason: 'You are not known here.',
    })
    await app.queue.drain()
    expect(emailsTo('lark@example.com')[0]?.text).toContain('You are not known here.')
    const auditEntries = await app.owner.rows<{ action: string; actor: string }>(
      `select action, actor from audit_log where subject = $1 order by created_at`,
      [request.id],
    )
    expect(auditEntries).toEqual([
      { action: 'privacy-request.confirmed', actor: 'visitor' },
      { action: 'privacy-request.decided', actor: `user:${operator.userId}` },
    ])
  })

  test('reminds operators at ten days, at three and when overdue, once each', async () => {
    await submitConfirmedRequest({ email: 'tern@example.com' })
    const remind = async () => {
      for (let i = 0; i < 2; i++) await app.services.privacyRequests.remind()
      return emailsTo('operator@example.com').map(({ subject }) => subject)
    }
    expect(await remind()).toEqual([])
    clock.time += 20 * DAY + 1000
    expect(await remind()).toHaveLength(1)
    clock.time += 7 * DAY
    expect(await remind()).toHaveLength(2)
    clock.time += 4 * DAY
    const subjects = await remind()
    expect([subjects.length, subjects[0]]).toEqual([3, 'Ninefold: Privacy requests are overdue'])
    expect(emailsTo('operator@example.com')[0]?.text).not.toContain('tern@example.com')
    expect((await listRequests())[0]?.overdue).toBe(true)
  })

  test('the sweep resumes a stopped erasure, and a mail outage loses no email', async () => {
    await addContact(ann, { email: 'stork@example.com' })
    const request = await submitConfirmedRequest({ email: 'stork@example.com' })
    await app.owner.run(
      `update privacy_requests set status = 'working', work = 'erase', next_work_at = $2 where id = $1`,
      [request.id, clock.now()],
    )
    vi.spyOn(app.mailer, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    await app.services.privacyRequests.sweep()
    await expect(app.queue.drain()).rejects.toThrow('ECONNREFUSED')
    clock.time += 60_000
    await app.services.privacyRequests.sweep()
    await app.queue.drain()
    expect(emailsTo('stork@example.com')[0]?.text).toContain('we erased')
  })
})
