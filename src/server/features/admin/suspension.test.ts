import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let operator: Person
let ann: Person
let organizationUrl: string
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'] })
  operator = await app.signIn('operator@example.com')
  ann = await app.subscriber('ann@example.com')
  organizationUrl = `/api/organizations/${ann.organizationId}`
})
afterAll(() => app.close())

const runAction = async (action: 'suspend' | 'lift') => {
  const url = `/api/admin/organizations/${ann.organizationId}/${action}`
  expect((await operator.request('POST', url, { reason: 'A test' })).status).toBe(200)
}
const listRows = (sql: string) => app.owner.rows(sql, [ann.organizationId])
const countEmailsTo = (email: string) => app.mailer.outbox?.filter(({ to }) => to === email).length

/** Runs the scheduled jobs and sweeps of a worker. */
async function runBackgroundWork(): Promise<void> {
  const { imports, enrichment, verification, dataExport, invitations, notifications } = app.services
  for (const service of [imports, enrichment, verification, dataExport, invitations]) await service.sweep()
  await notifications.notifyAllOverdue()
  for (const job of ['rescore-all', 'rescreen-all']) await app.queue.send(job, {})
  await app.queue.drain()
}

const readState = async () => ({
  imports: await listRows('select status from imports where organization_id = $1 order by id'),
  enrichments: await listRows('select status from enrichments where organization_id = $1 order by id'),
  exports: await listRows('select status from data_exports where organization_id = $1 order by id'),
  due: await listRows(
    'select count(*)::int as n from contacts where organization_id = $1 and verification_due_at is not null',
  ),
  notifications: await listRows('select kind from notifications where organization_id = $1 order by id'),
  tasks: await listRows('select count(*)::int as n from tasks where organization_id = $1'),
  ledger: await listRows('select count(*)::int as n from credit_ledger where organization_id = $1'),
  audit: await listRows(
    `select action from audit_log where organization_id = $1 and action not like 'operator.%' order by created_at`,
  ),
  invited: countEmailsTo('guest@example.com'),
})

test('pauses background work while the organization is suspended', async () => {
  const contactResponse = await ann.request('POST', '/api/contacts', {
    firstName: 'Hal',
    lastName: 'Finch',
    email: 'hal@example.com',
  })
  const { id: contactId } = contactResponse.json as { id: string }
  await app.queue.drain()
  const taskResponse = await ann.request('POST', '/api/tasks', { contactId, title: 'Call Hal' })
  await app.owner.run(`update tasks set due_date = now() - interval '1 hour' where id = $1`, [
    (taskResponse.json as { id: string }).id,
  ])
  // All work below started just before the suspension, and none of its jobs has run.
  await app.owner.run(
    `insert into enrichments (organization_id, contact_id, status, charged, created_at)
     values ($1, $2, 'queued', false, now() - interval '1 hour')`,
    [ann.organizationId, contactId],
  )
  await app.owner.run('update contacts set verification_due_at = now() where id = $1', [contactId])
  await ann.request('POST', `${organizationUrl}/invitations`, { email: 'guest@example.com', role: 'MEMBER' })
  await app.owner.run(
    `update invitations set created_at = now() - interval '1 hour' where organization_id = $1`,
    [ann.organizationId],
  )
  await ann.request('POST', `${organizationUrl}/exports`)
  await app.owner.run(
    `update data_exports set created_at = now() - interval '1 hour' where organization_id = $1`,
    [ann.organizationId],
  )
  const csv = 'First Name,Last Name\nNew,Person\n'
  const headers = { 'content-type': 'text/plain', prefer: 'respond-async' }
  expect((await ann.request('POST', '/api/contacts/import/csv', csv, headers)).status).toBe(202)

  await runAction('suspend')
  const before = await readState()
  await runBackgroundWork()
  expect(await readState()).toEqual(before)
  // A job for named contacts starts nothing either.
  await app.services.verification.verify(parseOrganizationId(ann.organizationId), [contactId])
  expect((await readState()).due).toEqual(before.due)

  await runAction('lift')
  await runBackgroundWork()
  const after = await readState()
  expect(after).toMatchObject({ imports: [{ status: 'done' }], exports: [{ status: 'ready' }], invited: 1 })
  expect(after.notifications).toContainEqual({ kind: 'task_overdue' })
  expect(after.enrichments).not.toContainEqual({ status: 'queued' })
})

test('ends a running download when the organization is suspended', async () => {
  const { items: exports } = (await ann.request('GET', `${organizationUrl}/exports`)).json as {
    items: { id: string }[]
  }
  const context = {
    organizationId: parseOrganizationId(ann.organizationId),
    actor: { kind: 'user', userId: ann.userId, role: 'OWNER' },
    requestId: 'r',
  } as const
  const { chunks } = await app.services.dataExport.download(context, exports[0]!.id)
  await runAction('suspend')
  let sentBytes = 0
  const readDownload = async () => {
    for await (const piece of chunks) sentBytes += piece.length
  }
  await readDownload().catch(() => {})
  expect(sentBytes).toBe(0)
  await runAction('lift')
})

test('ends live streams when the organization is suspended and opens no new ones', async () => {
  const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
  const openStream = () => fetch(`${base}/api/events`, { headers: { cookie: ann.cookie } })
  const reader = (await openStream()).body!.pipeThrough(new TextDecoderStream()).getReader()
  await reader.read()
  await runAction('suspend')
  expect(await reader.read()).toEqual({ done: true, value: undefined })
  const response = await openStream()
  expect([response.status, await response.json()]).toMatchObject([403, { code: 'suspended' }])
  await runAction('lift')
})

test('lets no one join a suspended organization until the suspension is lifted', async () => {
  const guest = await app.signIn('guest@example.com')
  const listInvitations = async () =>
    (await guest.request('GET', '/api/invitations')).json as { id: string }[]
  const [{ id } = { id: '' }] = await listInvitations()
  await runAction('suspend')
  expect(await listInvitations()).toMatchObject([
    { obstacle: 'This organization is suspended. You can join when the suspension is lifted.' },
  ])
  const response = await guest.request('POST', `/api/invitations/${id}/accept`)
  expect([response.status, response.json]).toMatchObject([403, { code: 'suspended' }])
  await runAction('lift')
  expect((await guest.request('POST', `/api/invitations/${id}/accept`)).status).toBe(200)
})

test('lets members leave a suspended organization, and its owner erase it', async () => {
  const guest = await app.signIn('guest@example.com')
  await runAction('suspend')
  expect((await guest.request('POST', `${organizationUrl}/leave`)).status).toBe(204)
  const name = 'Company of ann@example.com'
  expect((await ann.request('POST', `${organizationUrl}/erase`, { name })).status).toBe(202)
})

test('lets an operator work while their own organization is suspended', async () => {
  const ownOrganizationOperator = await app.member(
    'operator@example.com',
    (await app.subscriber('bo@example.com')).organizationId,
    'OWNER',
  )
  await app.owner.run(
    `update organizations set suspended_at = now(), suspended_reason = 'x' where id = (
    select organization_id from users where id = $1)`,
    [ownOrganizationOperator.userId],
  )
  expect((await ownOrganizationOperator.request('GET', '/api/admin/overview')).status).toBe(200)
  expect((await ownOrganizationOperator.request('GET', '/api/contacts')).json).toMatchObject({
    code: 'suspended',
  })
})
