import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const PROFILE = { firstName: 'Ada', lastName: 'Okafor', companyName: 'Müller & Söhne, Inc.' }

const listOrganizations = (ids: readonly string[]) =>
  app.owner.rows<{ id: string; name: string; slug: string; status: string; credits: number; seats: number }>(
    `select id, name, slug, subscription_status as status, credits, seats from organizations
      where id = any($1) order by created_at`,
    [ids],
  )

test('A23 the profile makes the user OWNER of a new organization without a subscription', async () => {
  const ann = await app.signIn('ann@example.com')
  const response = await ann.request('POST', '/api/profile/complete', PROFILE)

  expect(response.status).toBe(200)
  const user: { organizationId: string } = response.json
  expect(user).toMatchObject({
    email: 'ann@example.com',
    firstName: 'Ada',
    lastName: 'Okafor',
    role: 'OWNER',
  })
  expect(await listOrganizations([user.organizationId])).toEqual([
    {
      id: user.organizationId,
      name: 'Müller & Söhne, Inc.',
      slug: 'muller-sohne-inc',
      status: 'incomplete',
      credits: 0,
      seats: 1,
    },
  ])
  expect((await ann.request('GET', '/api/auth/user')).json).toEqual(user)

  await ann.request('POST', '/api/profile/complete', { ...PROFILE, lastName: 'Eze' })
  const entries = await app.owner.rows<{ action: string; actor: string }>(
    'select action, actor from audit_log where organization_id = $1 order by created_at',
    [user.organizationId],
  )
  expect(entries.map(({ action }) => action)).toEqual(['organization.created', 'profile.updated'])
  expect(entries.every(({ actor }) => actor.startsWith('user:'))).toBe(true)
})

test.each([
  ['firstName', '', 'First name is required'],
  ['firstName', '   ', 'First name is required'],
  ['firstName', undefined, 'First name is required'],
  ['firstName', 'x'.repeat(101), 'First name is too long'],
  ['lastName', '\t', 'Last name is required'],
  ['lastName', 5, 'Last name is required'],
  ['lastName', 'x'.repeat(101), 'Last name is too long'],
  ['companyName', '', 'Company name is required'],
  ['companyName', null, 'Company name is required'],
  ['companyName', 'x'.repeat(201), 'Company name is too long'],
])('A23 the profile rejects %s = %j: %s', async (field, value, message) => {
  const bo = await app.signIn('bo@example.com')
  const response = await bo.request('POST', '/api/profile/complete', { ...PROFILE, [field]: value })
  expect(response.status).toBe(400)
  expect(response.json).toMatchObject({ message, code: 'invalid', fields: { [field]: message } })
  expect((await bo.request('GET', '/api/auth/user')).json).toMatchObject({
    organizationId: null,
    firstName: null,
  })
})

test('A23 accepts names of the maximum length and trims spaces', async () => {
  const cy = await app.signIn('cy@example.com')
  const response = await cy.request('POST', '/api/profile/complete', {
    firstName: ` ${'f'.repeat(100)} `,
    lastName: 'l'.repeat(100),
    companyName: ` ${'c'.repeat(200)} `,
  })
  expect(response.json).toMatchObject({ firstName: 'f'.repeat(100), lastName: 'l'.repeat(100) })
  const [organization] = await listOrganizations([
    (response.json as { organizationId: string }).organizationId,
  ])
  expect(organization!.name).toBe('c'.repeat(200))
  expect(organization!.slug.length).toBeLessThanOrEqual(80)
})

test('A23 twenty concurrent calls make one organization', async () => {
  const di = await app.signIn('di@example.com')
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      di.request('POST', '/api/profile/complete', { ...PROFILE, companyName: `Parallel ${i}` }),
    ),
  )
  const ids = new Set(responses.map(({ json }) => (json as { organizationId: string }).organizationId))
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(ids.size).toBe(1)
  expect(
    await app.owner.row(`select count(*)::int as made from organizations where name like 'Parallel %'`),
  ).toEqual({ made: 1 })
})

test('A34 companies with the same name get different slugs, even when created concurrently', async () => {
  const users = await Promise.all(['e1', 'e2', 'e3', 'e4'].map((name) => app.signIn(`${name}@example.com`)))
  const responses = await Promise.all(
    users.map((person) =>
      person.request('POST', '/api/profile/complete', { ...PROFILE, companyName: 'Same Realty' }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const ids = responses.map(({ json }) => (json as { organizationId: string }).organizationId)
  const slugs = (await listOrganizations(ids)).map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(4)
  for (const slug of slugs) expect(slug).toMatch(/^same-realty(-[0-9a-f]{8})?$/)
})

test('A34 a company name without Latin letters gets a slug', async () => {
  const fay = await app.signIn('fay@example.com')
  const response = await fay.request('POST', '/api/profile/complete', { ...PROFILE, companyName: '不動産' })
  const [organization] = await listOrganizations([
    (response.json as { organizationId: string }).organizationId,
  ])
  expect(organization!.slug).toBe('organization')
})

test('A35 OWNER and ADMIN rename the organization; MEMBER changes only their own name', async () => {
  const owner = await app.subscriber('gus@example.com')
  const admin = await app.member('hal@example.com', owner.organizationId, 'ADMIN')
  const member = await app.member('ida@example.com', owner.organizationId, 'MEMBER')
  const rename = async (person: typeof owner, companyName: string) => {
    const response = await person.request('POST', '/api/profile/complete', { ...PROFILE, companyName })
    expect(response.status).toBe(200)
    return (await listOrganizations([owner.organizationId]))[0]!.name
  }

  expect(await rename(owner, 'By the owner')).toBe('By the owner')
  expect(await rename(admin, 'By the admin')).toBe('By the admin')
  expect(await rename(member, 'By the member')).toBe('By the admin')
  expect((await member.request('GET', '/api/auth/user')).json).toMatchObject({
    firstName: 'Ada',
    role: 'MEMBER',
    organizationId: owner.organizationId,
  })
})

test('A35 a renamed organization keeps its slug, subscription and credits', async () => {
  const owner = await app.subscriber('jo@example.com', 7)
  const [organization] = await listOrganizations([owner.organizationId])
  await owner.request('POST', '/api/profile/complete', { ...PROFILE, companyName: 'Another name' })
  expect(await listOrganizations([owner.organizationId])).toEqual([{ ...organization, name: 'Another name' }])
})

test.each(['organizationId', 'role', 'email', 'id', 'isAdmin'])(
  'Trust 5 the profile rejects the key %s',
  async (key) => {
    const kim = await app.signIn('kim@example.com')
    const response = await kim.request('POST', '/api/profile/complete', { ...PROFILE, [key]: 'OWNER' })
    expect(response.status).toBe(400)
    expect((await kim.request('GET', '/api/auth/user')).json).toMatchObject({
      organizationId: null,
      role: 'MEMBER',
    })
  },
)
