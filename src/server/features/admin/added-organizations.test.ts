import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListedOrganization, ManagedOrganization } from '#contract/admin-organizations.ts'
import { CONSOLE_START, type Console, openConsole } from '#test/workspaces/operator-console.ts'

let app: Console
beforeAll(async () => {
  app = await openConsole()
})
afterAll(() => app.close())

test('A31 adds an organization with its owner and emails the owner a sign-in link', async () => {
  const body = { name: 'Fern & Sons', ownerEmail: 'Fern@Example.com' }
  const response = await app.operator.request('POST', '/api/admin/organizations', body)
  expect([response.status, response.json]).toMatchObject([
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
  const message = app.mailer.outbox?.find(({ to }) => to === 'fern@example.com')
  expect(message?.text).toContain('/auth/verify?token=')
  const fern = await app.signIn('fern@example.com')
  expect(fern.organizationId).toBe((response.json as ManagedOrganization).id)
  expect((await app.listActions(fern)).map(({ action }) => action)).toEqual(['operator.organization-added'])

  const repeatResponse = await app.operator.request('POST', '/api/admin/organizations', body)
  expect([repeatResponse.status, repeatResponse.json]).toMatchObject([
    409,
    { message: 'An organization with this name and owner exists already' },
  ])
  expect(
    (await app.operator.request('POST', '/api/admin/organizations', { ...body, name: ' ' })).status,
  ).toBe(400)
})

test('A31 unlocks contacts with a custom plan until its last day', async () => {
  const body = { name: 'Gale', ownerEmail: 'gale@example.com' }
  await app.operator.request('POST', '/api/admin/organizations', body)
  const gale = await app.signIn('gale@example.com')
  expect((await gale.request('GET', '/api/contacts')).status).toBe(402)
  expect(
    (await app.act(gale, 'plan', { plan: 'enterprise', until: '2026-03-09', requestId: randomUUID() }))
      .status,
  ).toBe(400)
  const requestId = randomUUID()
  const request = { plan: 'enterprise', until: '2026-04-30', requestId }
  await Promise.all([1, 2, 3, 4].map(() => app.act(gale, 'plan', request)))
  expect(await app.readOrganization(gale)).toMatchObject({
    status: 'active',
    plan: 'enterprise',
    credits: 1000,
    agreement: { plan: 'enterprise', until: '2026-05-01T00:00:00.000Z' },
  })
  expect((await gale.request('GET', '/api/contacts')).status).toBe(200)
  expect(
    (await app.listActions(gale)).filter(({ action }) => action === 'operator.plan-agreed'),
  ).toHaveLength(1)
  // A new custom plan replaces it.
  await app.act(gale, 'plan', { plan: 'professional', until: '2026-03-31', requestId: randomUUID() })
  expect(await app.readOrganization(gale)).toMatchObject({
    plan: 'professional',
    agreement: { until: '2026-04-01T00:00:00.000Z' },
  })

  app.clock.time = new Date('2026-03-31T23:59:59Z')
  await app.services.admin.sweep()
  expect((await app.readOrganization(gale)).status).toBe('active')
  app.clock.time = new Date('2026-04-01T00:00:00Z')
  await app.services.admin.sweep()
  expect(await app.readOrganization(gale)).toMatchObject({ status: 'canceled', agreement: null })
  expect((await gale.request('GET', '/api/contacts')).status).toBe(402)
  app.clock.time = new Date(CONSOLE_START)
  await app.operator.request('POST', '/api/admin/system/money')
  await app.queue.drain()
  const systemResponse = await app.operator.request('GET', '/api/admin/system')
  expect((systemResponse.json as { check: object }).check).toMatchObject({
    broken: expect.not.arrayContaining([expect.objectContaining({ subject: gale.organizationId })]),
  })
})

test('A31 refuses a custom plan while a subscription is paid; ends a plan on request', async () => {
  const hal = await app.subscriber('hal@example.com')
  const subscribe = (provider: string, status: string) =>
    app.owner.run(
      `insert into subscriptions (organization_id, provider, subscription_id, customer_id, plan, period, status, period_end,
         event_at, created_at) values ($1, $2, 'sub_hal', 'cus_hal', 'professional', 'monthly', $3, $4, $5, $5)
       on conflict (organization_id, provider, subscription_id) do update set status = excluded.status`,
      [hal.organizationId, provider, status, '2026-04-01', '2026-03-01'],
    )
  const request = () => ({ plan: 'enterprise', until: '2026-12-31', requestId: randomUUID() })
  await subscribe('stripe', 'past_due')
  expect((await app.act(hal, 'plan', request())).status).toBe(409)
  await subscribe('stripe', 'canceled')
  expect((await app.act(hal, 'plan', request())).json).toMatchObject({ status: 'active', plan: 'enterprise' })
  expect((await app.act(hal, 'plan/end', {})).json).toMatchObject({ status: 'canceled', agreement: null })
  expect((await app.act(hal, 'plan/end', {})).status).toBe(409)
})

test('A31 finds organizations by name, slug and owner, page by page, newest first', async () => {
  const listOrganizations = async (query: string) =>
    (await app.operator.request('GET', `/api/admin/organizations?${query}`)).json as {
      items: ListedOrganization[]
      next: string | null
    }
  const [organization] = (await listOrganizations('search=FERN%40EXAMPLE')).items
  expect(organization).toMatchObject({ name: 'Fern & Sons' })
  expect((await listOrganizations('search=fern-s')).items).toHaveLength(1)
  expect((await listOrganizations('search=n%20%26%20s')).items).toHaveLength(1)
  expect((await listOrganizations('search=%25')).items).toEqual([])
  expect((await listOrganizations('status=incomplete')).items.map(({ name }) => name)).toEqual([
    'Fern & Sons',
  ])

  const allIds = (await listOrganizations('limit=100')).items.map(({ id }) => id)
  const pagedIds: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await listOrganizations(`limit=2${cursor && `&cursor=${cursor}`}`)
    pagedIds.push(...page.items.map(({ id }) => id))
    cursor = page.next
  }
  expect(pagedIds).toEqual(allIds)
  expect((await app.operator.request('GET', '/api/admin/organizations?cursor=nonsense')).status).toBe(400)
  const unknownUrl = `/api/admin/organizations/${randomUUID()}`
  expect((await app.operator.request('GET', unknownUrl)).status).toBe(404)
  expect((await app.operator.request('POST', `${unknownUrl}/suspend`, { reason: 'Why' })).status).toBe(404)
})

test('A31 creates no organization without an owner when the account is deleted at the same time', async () => {
  const departedUser = await app.signIn('going@example.com')
  const { auth } = app.services
  const { ensureUser } = auth
  vi.spyOn(auth, 'ensureUser').mockImplementationOnce(async (email) => {
    const user = await ensureUser(email)
    expect((await departedUser.request('POST', '/api/profile/delete', { email })).status).toBe(204)
    return user
  })
  const request = { name: 'Empty house', ownerEmail: departedUser.email }
  expect((await app.operator.request('POST', '/api/admin/organizations', request)).status).toBe(409)
  expect(await app.owner.rows(`select 1 from organizations where name = 'Empty house'`)).toEqual([])
  expect((await app.operator.request('POST', '/api/admin/organizations', request)).status).toBe(201)
})
