import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogEntry } from '#contract/admin.ts'
import type { ListedOrganization, ManagedOrganization } from '#contract/admin-organizations.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { CANARY, type Console, openConsole } from '#test/workspaces/operator-console.ts'

let app: Console
beforeAll(async () => {
  app = await openConsole()
})
afterAll(() => app.close())

test('A35 refuses operator calls by an owner and by a visitor', async () => {
  const endpoints = app.app.endpoints.filter(({ path }) => path.startsWith('/api/admin/'))
  expect(endpoints.length).toBeGreaterThanOrEqual(15)
  for (const { method, path, access } of endpoints) {
    const url = path.replace('{id}', app.ann.organizationId)
    expect([path, access]).toEqual([path, 'platform-admin'])
    expect([path, (await app.ann.request(method, url)).status]).toEqual([path, 403])
    expect([path, (await app.visitor(method, url)).status]).toEqual([path, 401])
  }
})

test('A31 adds and removes credits with a reason, never below zero, and audits each twice', async () => {
  const bob = await app.subscriber('bob@example.com', 10)
  const response = await app.act(bob, 'credits', { amount: 25, requestId: randomUUID() })
  expect([response.status, (response.json as ManagedOrganization).credits]).toEqual([200, 35])
  expect((await app.act(bob, 'credits', { amount: -36, requestId: randomUUID() })).status).toBe(409)
  expect((await app.act(bob, 'credits', { amount: -35, requestId: randomUUID() })).status).toBe(200)
  expect((await app.readOrganization(bob)).credits).toBe(0)
  for (const invalidFields of [{ amount: 0 }, { amount: 1.5 }, { amount: 1, reason: ' ' }, { amount: 1e9 }]) {
    expect((await app.act(bob, 'credits', { requestId: randomUUID(), ...invalidFields })).status).toBe(400)
  }
  const entries = (await app.listActions(bob)).map(({ action, details, actorEmail }) => [
    action,
    details,
    actorEmail,
  ])
  expect(entries).toEqual([
    ['operator.credits-adjusted', { amount: -35, reason: 'As agreed by phone' }, 'op@example.com'],
    ['operator.credits-adjusted', { amount: 25, reason: 'As agreed by phone' }, 'op@example.com'],
  ])
  const logResponse = await app.operator.request('GET', '/api/admin/log?action=operator.credits&limit=1')
  expect((logResponse.json as { items: LogEntry[] }).items).toMatchObject([
    { subject: bob.organizationId, organizationName: 'Company of bob@example.com', details: { amount: -35 } },
  ])
  const ledgerResponse = await bob.request('GET', `/api/organizations/${bob.organizationId}/credits`)
  expect((ledgerResponse.json as { entries: { operation: string }[] }).entries[0]).toMatchObject({
    operation: 'adjustment',
    amount: -35,
  })
})

test('A31 counts and audits one of twenty concurrent grants with the same request id', async () => {
  const cal = await app.subscriber('cal@example.com', 10)
  const requestId = randomUUID()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => app.act(cal, 'credits', { amount: 5, requestId })),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await app.readOrganization(cal)).credits).toBe(15)
  expect(await app.listActions(cal)).toHaveLength(1)
})

test('A31 locks contacts at the next request after a suspension, but not sign-in', async () => {
  const dan = await app.subscriber('dan@example.com')
  const eve = await app.member('eve@example.com', dan.organizationId, 'MEMBER')
  expect((await eve.request('GET', '/api/contacts')).status).toBe(200)
  expect((await app.act(dan, 'suspend', {})).json).toMatchObject({
    suspendedAt: app.clock.time.toISOString(),
    suspendedReason: 'As agreed by phone',
  })
  for (const person of [dan, eve, await app.signIn('eve@example.com')]) {
    const response = await person.request('GET', '/api/contacts')
    expect([response.status, response.json]).toMatchObject([
      403,
      { message: 'Your organization is suspended. Please contact support.' },
    ])
    expect((await person.request('GET', '/api/auth/user')).json).toMatchObject({ isSuspended: true })
  }
  // A repeated suspension is audited once.
  await app.act(dan, 'suspend', { reason: 'Again' })
  expect((await app.listActions(dan)).map(({ action }) => action)).toEqual([
    'operator.organization-suspended',
  ])
  const listResponse = await app.operator.request('GET', '/api/admin/organizations?status=suspended')
  expect((listResponse.json as { items: ListedOrganization[] }).items).toMatchObject([
    { id: dan.organizationId },
  ])
  expect((await app.act(dan, 'lift', {})).json).toMatchObject({ suspendedAt: null, suspendedReason: null })
  expect((await eve.request('GET', '/api/contacts')).status).toBe(200)
  expect((await eve.request('GET', '/api/auth/user')).json).not.toHaveProperty('isSuspended')
})

test('A31 pauses waiting enrichments without spending credits during a suspension', async () => {
  const hal = await app.subscriber('hal@example.com', 10)
  const contactResponse = await hal.request('POST', '/api/contacts', { firstName: 'Hal', lastName: 'Finch' })
  await app.queue.drain()
  await app.owner.run(
    `insert into enrichments (organization_id, contact_id, status) values ($1, $2, 'waiting')`,
    [hal.organizationId, (contactResponse.json as { id: string }).id],
  )
  const listWaiting = () => app.owner.rows('select id from organizations_with_waiting_enrichments() as id')
  const listDue = () => app.owner.rows('select id from organizations_with_due_verifications() as id')
  await app.owner.run(`update contacts set verification_due_at = now() where organization_id = $1`, [
    hal.organizationId,
  ])
  const organization = { id: hal.organizationId }
  expect([await listWaiting(), await listDue()]).toEqual([
    expect.arrayContaining([organization]),
    expect.arrayContaining([organization]),
  ])
  await app.act(hal, 'suspend', {})
  expect(await listWaiting()).not.toContainEqual(organization)
  expect(await listDue()).not.toContainEqual(organization)
  // The same holds for a job queued earlier.
  await app.services.enrichment.runWaiting(parseOrganizationId(hal.organizationId))
  const enrichments = await app.owner.rows('select status from enrichments where organization_id = $1', [
    hal.organizationId,
  ])
  expect(enrichments).toContainEqual({ status: 'waiting' })
  await app.act(hal, 'lift', {})
  await app.services.enrichment.runWaiting(parseOrganizationId(hal.organizationId))
  expect(await listWaiting()).not.toContainEqual(organization)
})

test('A31 erases an organization after its name was typed and logs the reason for the platform', async () => {
  const ivy = await app.subscriber('ivy@example.com')
  const name = 'Company of ivy@example.com'
  expect((await app.act(ivy, 'erase', { name: 'Company' })).status).toBe(400)
  expect((await app.act(ivy, 'erase', { name })).status).toBe(202)
  expect((await ivy.request('GET', '/api/contacts')).status).toBeGreaterThanOrEqual(401)
  const logResponse = await app.operator.request('GET', '/api/admin/log?action=operator.organization-erased')
  expect((logResponse.json as { items: LogEntry[] }).items).toMatchObject([
    { subject: ivy.organizationId, details: { reason: 'As agreed by phone' } },
  ])
  await app.services.erasure.continue(parseOrganizationId(ivy.organizationId))
  expect((await app.operator.request('GET', app.manage(ivy))).status).toBe(404)
})

test('A31 returns no contact data to the operator', async () => {
  const paths = app.app.endpoints
    .filter(
      ({ method, path }) =>
        method === 'GET' && /^\/api\/admin\/(?!privacy-requests\/|brokerages\/)/.test(path),
    )
    .map(({ path }) => path.replace('{id}', app.ann.organizationId))
  expect(paths.length).toBeGreaterThanOrEqual(8)
  for (const path of paths) {
    const { status, text } = await app.operator.request('GET', path)
    expect([path, status]).toEqual([path, 200])
    expect(text.toLowerCase()).not.toContain(CANARY.toLowerCase())
    expect(text).not.toContain('5550142')
  }
  expect(await app.readOrganization(app.ann)).toMatchObject({ contacts: 1, members: 1 })
})
