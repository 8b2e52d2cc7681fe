import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LogEntry } from '#contract/admin.ts'
import type { ListedOrganization, ManagedOrganization } from '#contract/admin-organizations.ts'
import { authJobs } from '#server/features/auth/jobs.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const CANARY = 'Quillfeather'
let now = new Date('2026-03-10T12:00:00Z')
let app: TestApp
let operator: Person
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now }, adminEmails: ['op@example.com'] })
  authJobs(app.queue, app.services.auth)
  operator = await app.signIn('op@example.com')
  ann = await app.subscriber('ann@example.com', 100)
  await app.owner.run(
    `insert into contacts (organization_id, first_name, last_name, email, phone, search, last_name_key)
     values ($1, $2, $2, $2 || '@example.com', '+16305550142', lower($2), lower($2))`,
    [ann.organizationId, CANARY],
  )
  await app.owner.run('update organization_counters set contacts = 1 where organization_id = $1', [
    ann.organizationId,
  ])
})
afterAll(() => app.close())

const manage = (person: Person) => `/api/admin/organizations/${person.organizationId}`
const managed = async (person: Person) =>
  (await operator.request('GET', manage(person))).json as ManagedOrganization
const act = (person: Person, action: string, body: object) =>
  operator.request('POST', `${manage(person)}/${action}`, { reason: 'As agreed by phone', ...body })
const actionsOn = async (person: Person) =>
  ((await operator.request('GET', `${manage(person)}/actions`)).json as { entries: LogEntry[] }).entries

test('A35 the owner of an organization and a visitor are refused every call of the operator', async () => {
  const calls = app.app.endpoints.filter(({ path }) => path.startsWith('/api/admin/'))
  expect(calls.length).toBeGreaterThanOrEqual(15)
  for (const { method, path, access } of calls) {
    const url = path.replace('{id}', ann.organizationId)
    expect([path, access]).toEqual([path, 'platform-admin'])
    expect([path, (await ann.request(method, url)).status]).toEqual([path, 403])
    expect([path, (await app.visitor(method, url)).status]).toEqual([path, 401])
  }
})

test('A31 credits are given and taken with a reason, never below zero, and each act stands in both audit logs', async () => {
  const bob = await app.subscriber('bob@example.com', 10)
  const given = await act(bob, 'credits', { amount: 25, requestId: randomUUID() })
  expect([given.status, (given.json as ManagedOrganization).credits]).toEqual([200, 35])
  expect((await act(bob, 'credits', { amount: -36, requestId: randomUUID() })).status).toBe(409)
  expect((await act(bob, 'credits', { amount: -35, requestId: randomUUID() })).status).toBe(200)
  expect((await managed(bob)).credits).toBe(0)
  for (const wrong of [{ amount: 0 }, { amount: 1.5 }, { amount: 1, reason: ' ' }, { amount: 1e9 }]) {
    expect((await act(bob, 'credits', { requestId: randomUUID(), ...wrong })).status).toBe(400)
  }
  const lines = (await actionsOn(bob)).map(({ action, details, actorEmail }) => [action, details, actorEmail])
  expect(lines).toEqual([
    ['operator.credits-adjusted', { amount: -35, reason: 'As agreed by phone' }, 'op@example.com'],
    ['operator.credits-adjusted', { amount: 25, reason: 'As agreed by phone' }, 'op@example.com'],
  ])
  const log = await operator.request('GET', '/api/admin/log?action=operator.credits&limit=1')
  expect((log.json as { entries: LogEntry[] }).entries).toMatchObject([
    { subject: bob.organizationId, organizationName: 'Company of bob@example.com', details: { amount: -35 } },
  ])
  const ledger = await bob.request('GET', `/api/organizations/${bob.organizationId}/credits`)
  expect((ledger.json as { entries: { operation: string }[] }).entries[0]).toMatchObject({
    operation: 'adjustment',
    amount: -35,
  })
})

test('A31 of twenty grants with one request id at once, one counts and one is noted', async () => {
  const cal = await app.subscriber('cal@example.com', 10)
  const requestId = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => act(cal, 'credits', { amount: 5, requestId })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await managed(cal)).credits).toBe(15)
  expect(await actionsOn(cal)).toHaveLength(1)
})

test('A31 a suspension keeps members from contacts at their next request, and they can still sign in', async () => {
  const dan = await app.subscriber('dan@example.com')
  const eve = await app.member('eve@example.com', dan.organizationId, 'MEMBER')
  expect((await eve.request('GET', '/api/contacts')).status).toBe(200)
  expect((await act(dan, 'suspend', {})).json).toMatchObject({
    suspendedAt: now.toISOString(),
    suspendedReason: 'As agreed by phone',
  })
  for (const person of [dan, eve, await app.signIn('eve@example.com')]) {
    const refused = await person.request('GET', '/api/contacts')
    expect([refused.status, refused.json]).toMatchObject([
      403,
      { message: 'Your organization is suspended. Please contact support.' },
    ])
    expect((await person.request('GET', '/api/auth/user')).json).toMatchObject({ isSuspended: true })
  }
  // Told once however often it is asked for.
  await act(dan, 'suspend', { reason: 'Again' })
  expect((await actionsOn(dan)).map(({ action }) => action)).toEqual(['operator.organization-suspended'])
  const found = await operator.request('GET', '/api/admin/organizations?status=suspended')
  expect((found.json as { organizations: ListedOrganization[] }).organizations).toMatchObject([
    { id: dan.organizationId },
  ])
  expect((await act(dan, 'lift', {})).json).toMatchObject({ suspendedAt: null, suspendedReason: null })
  expect((await eve.request('GET', '/api/contacts')).status).toBe(200)
  expect((await eve.request('GET', '/api/auth/user')).json).not.toHaveProperty('isSuspended')
})

test('A31 look-ups that wait spend nothing while the organization is suspended, and go on afterwards', async () => {
  const hal = await app.subscriber('hal@example.com', 10)
  const added = await hal.request('POST', '/api/contacts', { firstName: 'Hal', lastName: 'Finch' })
  await app.queue.drain()
  await app.owner.run(
    `insert into enrichments (organization_id, contact_id, status) values ($1, $2, 'waiting')`,
    [hal.organizationId, (added.json as { id: string }).id],
  )
  const waiting = () => app.owner.rows('select id from organizations_with_waiting_enrichments() as id')
  const due = () => app.owner.rows('select id from organizations_with_due_verifications() as id')
  await app.owner.run(`update contacts set verification_due_at = now() where organization_id = $1`, [
    hal.organizationId,
  ])
  const own = { id: hal.organizationId }
  expect([await waiting(), await due()]).toEqual([
    expect.arrayContaining([own]),
    expect.arrayContaining([own]),
  ])
  await act(hal, 'suspend', {})
  expect(await waiting()).not.toContainEqual(own)
  expect(await due()).not.toContainEqual(own)
  // Also when a job was sent before.
  await app.services.enrichment.runWaiting(mintOrganizationId(hal.organizationId))
  const held = await app.owner.rows('select status from enrichments where organization_id = $1', [
    hal.organizationId,
  ])
  expect(held).toContainEqual({ status: 'waiting' })
  await act(hal, 'lift', {})
  await app.services.enrichment.runWaiting(mintOrganizationId(hal.organizationId))
  expect(await waiting()).not.toContainEqual(own)
})

test('A31 an added organization has its owner, who is mailed a sign-in link', async () => {
  const body = { name: 'Fern & Sons', ownerEmail: 'Fern@Example.com' }
  const added = await operator.request('POST', '/api/admin/organizations', body)
  expect([added.status, added.json]).toMatchObject([
    201,
    {
      name: 'Fern & Sons',
      slug: 'fern-sons',
      ownerEmail: 'fern@example.com',
      status: 'incomplete',
      members: 1,
    },
  ])
  await app.queue.drain()
  const mail = app.mailer.outbox?.find(({ to }) => to === 'fern@example.com')
  expect(mail?.text).toContain('/auth/verify?token=')
  const fern = await app.signIn('fern@example.com')
  expect(fern.organizationId).toBe((added.json as ManagedOrganization).id)
  expect((await actionsOn(fern)).map(({ action }) => action)).toEqual(['operator.organization-added'])

  const again = await operator.request('POST', '/api/admin/organizations', body)
  expect([again.status, again.json]).toMatchObject([
    409,
    { fields: { ownerEmail: 'This person belongs to an organization already' } },
  ])
  expect((await operator.request('POST', '/api/admin/organizations', { ...body, name: ' ' })).status).toBe(
    400,
  )
})

test('A31 an agreed plan opens the contacts without card until its last day is over', async () => {
  const body = { name: 'Gale', ownerEmail: 'gale@example.com' }
  await operator.request('POST', '/api/admin/organizations', body)
  const gale = await app.signIn('gale@example.com')
  expect((await gale.request('GET', '/api/contacts')).status).toBe(402)
  expect(
    (await act(gale, 'plan', { plan: 'enterprise', until: '2026-03-09', requestId: randomUUID() })).status,
  ).toBe(400)
  const requestId = randomUUID()
  const wish = { plan: 'enterprise', until: '2026-04-30', requestId }
  await Promise.all([1, 2, 3, 4].map(() => act(gale, 'plan', wish)))
  expect(await managed(gale)).toMatchObject({
    status: 'active',
    plan: 'enterprise',
    credits: 1000,
    agreement: { plan: 'enterprise', until: '2026-05-01T00:00:00.000Z' },
  })
  expect((await gale.request('GET', '/api/contacts')).status).toBe(200)
  expect((await actionsOn(gale)).filter(({ action }) => action === 'operator.plan-agreed')).toHaveLength(1)
  // Another one takes its place.
  await act(gale, 'plan', { plan: 'professional', until: '2026-03-31', requestId: randomUUID() })
  expect(await managed(gale)).toMatchObject({
    plan: 'professional',
    agreement: { until: '2026-04-01T00:00:00.000Z' },
  })

  now = new Date('2026-03-31T23:59:59Z')
  await app.services.admin.sweep()
  expect((await managed(gale)).status).toBe('active')
  now = new Date('2026-04-01T00:00:00Z')
  await app.services.admin.sweep()
  expect(await managed(gale)).toMatchObject({ status: 'canceled', agreement: null })
  expect((await gale.request('GET', '/api/contacts')).status).toBe(402)
  now = new Date('2026-03-10T12:00:00Z')
  await operator.request('POST', '/api/admin/system/money')
  await app.queue.drain()
  const system = await operator.request('GET', '/api/admin/system')
  expect((system.json as { check: object }).check).toMatchObject({
    broken: expect.not.arrayContaining([expect.objectContaining({ subject: gale.organizationId })]),
  })
})

test('A31 who pays for a subscription is not given another plan; an agreement ends when the operator says so', async () => {
  const hal = await app.subscriber('hal@example.com')
  const subscribe = (provider: string, status: string) =>
    app.owner.run(
      `insert into subscriptions (organization_id, provider, subscription_id, customer_id, plan, period, status, period_end,
         event_at, created_at) values ($1, $2, 'sub_hal', 'cus_hal', 'professional', 'monthly', $3, $4, $5, $5)
       on conflict (organization_id, provider, subscription_id) do update set status = excluded.status`,
      [hal.organizationId, provider, status, '2026-04-01', '2026-03-01'],
    )
  const wish = () => ({ plan: 'enterprise', until: '2026-12-31', requestId: randomUUID() })
  await subscribe('stripe', 'past_due')
  expect((await act(hal, 'plan', wish())).status).toBe(409)
  await subscribe('stripe', 'canceled')
  expect((await act(hal, 'plan', wish())).json).toMatchObject({ status: 'active', plan: 'enterprise' })
  expect((await act(hal, 'plan/end', {})).json).toMatchObject({ status: 'canceled', agreement: null })
  expect((await act(hal, 'plan/end', {})).status).toBe(409)
})

test('A31 an organization is erased when its name was typed, and the log of the platform keeps why', async () => {
  const ivy = await app.subscriber('ivy@example.com')
  const name = 'Company of ivy@example.com'
  expect((await act(ivy, 'erase', { name: 'Company' })).status).toBe(400)
  expect((await act(ivy, 'erase', { name })).status).toBe(202)
  expect((await ivy.request('GET', '/api/contacts')).status).toBeGreaterThanOrEqual(401)
  const log = await operator.request('GET', '/api/admin/log?action=operator.organization-erased')
  expect((log.json as { entries: LogEntry[] }).entries).toMatchObject([
    { subject: ivy.organizationId, details: { reason: 'As agreed by phone' } },
  ])
  await app.services.erasure.continue(mintOrganizationId(ivy.organizationId))
  expect((await operator.request('GET', manage(ivy))).status).toBe(404)
})

test('A31 organizations are found by name, slug and owner, page by page, newest first', async () => {
  const find = async (query: string) =>
    (await operator.request('GET', `/api/admin/organizations?${query}`)).json as {
      organizations: ListedOrganization[]
      next: string | null
    }
  const [one] = (await find('search=FERN%40EXAMPLE')).organizations
  expect(one).toMatchObject({ name: 'Fern & Sons' })
  expect((await find('search=fern-s')).organizations).toHaveLength(1)
  expect((await find('search=n%20%26%20s')).organizations).toHaveLength(1)
  expect((await find('search=%25')).organizations).toEqual([])
  expect((await find('status=incomplete')).organizations.map(({ name }) => name)).toEqual(['Fern & Sons'])

  const all = (await find('limit=100')).organizations.map(({ id }) => id)
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await find(`limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.organizations.map(({ id }) => id))
    cursor = page.next
  }
  expect(paged).toEqual(all)
  expect((await operator.request('GET', '/api/admin/organizations?cursor=nonsense')).status).toBe(400)
  const nowhere = `/api/admin/organizations/${randomUUID()}`
  expect((await operator.request('GET', nowhere)).status).toBe(404)
  expect((await operator.request('POST', `${nowhere}/suspend`, { reason: 'Why' })).status).toBe(404)
})

test('A31 no answer to the operator holds anything of a contact', async () => {
  const paths = app.app.endpoints
    .filter(({ method, path }) => method === 'GET' && /^\/api\/admin\/(?!privacy-requests\/)/.test(path))
    .map(({ path }) => path.replace('{id}', ann.organizationId))
  expect(paths.length).toBeGreaterThanOrEqual(8)
  for (const path of paths) {
    const { status, text } = await operator.request('GET', path)
    expect([path, status]).toEqual([path, 200])
    expect(text.toLowerCase()).not.toContain(CANARY.toLowerCase())
    expect(text).not.toContain('5550142')
  }
  expect(await managed(ann)).toMatchObject({ contacts: 1, members: 1 })
})

test('A31 who deletes the account while the operator makes them an owner leaves no organization without one', async () => {
  const gone = await app.signIn('going@example.com')
  const { auth } = app.services
  const { ensureUser } = auth
  vi.spyOn(auth, 'ensureUser').mockImplementationOnce(async (email) => {
    const user = await ensureUser(email)
    expect((await gone.request('POST', '/api/profile/delete', { email })).status).toBe(204)
    return user
  })
  const wish = { name: 'Nobody at home', ownerEmail: gone.email }
  expect((await operator.request('POST', '/api/admin/organizations', wish)).status).toBe(409)
  expect(await app.owner.rows(`select 1 from organizations where name = 'Nobody at home'`)).toEqual([])
  expect((await operator.request('POST', '/api/admin/organizations', wish)).status).toBe(201)
})
