import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { openScimClient, type ScimBody, type ScimClient } from '#test/builders/scim-client.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { needsSync } from './store/users.ts'

const URN = 'urn:ietf:params:scim:schemas:core:2.0:User'
const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let app: TestApp
let acme: ScimClient
let plain: ScimClient
beforeAll(async () => {
  app = await createTestApp()
  acme = await openScimClient(app, 'owner@acme.com', 'acme.com')
  plain = await openScimClient(app, 'owner@plain.com')
})
afterAll(() => app.close())

const rolesIn = (client: ScimClient, email: string) =>
  app.owner.rows<{ role: string; access: string }>(
    `select m.role, m.access from memberships m join users u on u.id = m.user_id
      where u.email = $1 and m.organization_id = $2`,
    [email, client.owner.organizationId],
  )
const find = async (client: ScimClient, filter: string) => {
  const response = await client.send('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  return response.json as { totalResults: number; Resources: ScimBody[] }
}
const patch = (client: ScimClient, id: string, ...Operations: object[]) =>
  client.send('PATCH', `/Users/${id}`, { schemas: [PATCH_URN], Operations })
const readUser = async (client: ScimClient, id: string) =>
  (await client.send('GET', `/Users/${id}`)).json as ScimBody

describe('A40 the way Okta provisions a person', () => {
  test('searches by user name, creates, updates by PUT, and deactivates by a PATCH without a path', async () => {
    const name = 'ines.vega@acme.com'
    const search = `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}&startIndex=1&count=100`
    expect((await acme.send('GET', search)).json).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      ...{ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    })
    const body = {
      schemas: [URN],
      userName: name,
      name: { givenName: 'Ines', familyName: 'Vega' },
      emails: [{ primary: true, value: name, type: 'work' }],
      displayName: 'Ines Vega',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const created = await acme.send('POST', '/Users', body)
    expect([created.status, created.headers['content-type']]).toEqual([
      201,
      'application/scim+json; charset=utf-8',
    ])
    const user = created.json as ScimBody
    expect(user).toMatchObject({ userName: name, active: true, externalId: body.externalId, name: body.name })
    expect(created.text).not.toContain('1mz050nq')
    expect(created.headers.location).toBe(`http://localhost:3000/scim/v2/Users/${user.id}`)
    expect(await rolesIn(acme, name)).toEqual([{ role: 'MEMBER', access: 'all' }])

    const renamed = {
      ...body,
      id: user.id,
      name: { givenName: 'Ines', familyName: 'Vega Ruiz' },
      displayName: undefined,
    }
    expect((await acme.send('PUT', `/Users/${user.id}`, renamed)).json).toMatchObject({
      displayName: 'Ines Vega Ruiz',
    })
    const account = await app.owner.row('select first_name, last_name from users where email = $1', [name])
    expect(account).toEqual({ firstName: 'Ines', lastName: 'Vega Ruiz' })

    const off = await patch(acme, user.id, { op: 'replace', value: { active: false } })
    expect([off.status, (off.json as { active: boolean }).active]).toEqual([200, false])
    expect(await rolesIn(acme, name)).toEqual([])
    expect((await find(acme, `userName eq "${name}"`)).Resources).toMatchObject([
      { id: user.id, active: false },
    ])
    const on = await acme.send('PUT', `/Users/${user.id}`, { ...renamed, active: true })
    expect(on.json).toMatchObject({ id: user.id, active: true })
    expect(await rolesIn(acme, name)).toEqual([{ role: 'MEMBER', access: 'all' }])
  })
})

describe('A40 the way Entra ID provisions a person', () => {
  test('creates with the enterprise schema, patches with capitalized verbs and texts, and deletes', async () => {
    const name = 'bo.lind@acme.com'
    const created = await acme.send('POST', '/Users', {
      schemas: [URN, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: 'bolind',
      userName: name,
      active: true,
      emails: [{ primary: true, type: 'work', value: name }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Bo Lind', familyName: 'Lind', givenName: 'Bo' },
      roles: [],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    })
    expect(created.status).toBe(201)
    const { id } = created.json as ScimBody
    expect((await find(acme, 'externalId eq "bolind"')).Resources).toMatchObject([{ id }])
    const changed = await patch(
      acme,
      id,
      { op: 'Replace', path: 'name.familyName', value: 'Lindt' },
      { op: 'Add', path: 'title', value: 'Agent' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'BO.LIND@acme.com' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'East',
      },
    )
    expect(changed.json).toMatchObject({ name: { familyName: 'Lindt', givenName: 'Bo' } })
    const off = await patch(acme, id, { op: 'Replace', path: 'active', value: 'False' })
    expect(off.json).toMatchObject({ active: false })
    expect((await patch(acme, id, { op: 'Add', path: 'active', value: 'True' })).json).toMatchObject({
      active: true,
    })
    expect((await acme.send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect(await rolesIn(acme, name)).toEqual([])
    expect((await acme.send('GET', `/Users/${id}`)).status).toBe(404)
  })
})

describe('A40 a person without a proven domain', () => {
  test('is invited instead, and becomes a member by accepting', async () => {
    const id = await plain.addUser('guest@elsewhere.com')
    expect(await rolesIn(plain, 'guest@elsewhere.com')).toEqual([])
    expect(await readUser(plain, id)).toMatchObject({ active: true })
    const guest = await app.signIn('guest@elsewhere.com')
    const [invitation] = (await guest.request('GET', '/api/invitations')).json as {
      id: string
      invitedBy: string
    }[]
    expect(invitation?.invitedBy).toBe('Ada Okafor')
    await guest.request('POST', `/api/invitations/${invitation?.id}/accept`)
    expect(await find(plain, 'emails.value eq "guest@elsewhere.com"')).toMatchObject({
      totalResults: 1,
      Resources: [{ id, active: true }],
    })
    await patch(plain, id, { op: 'replace', value: { active: false } })
    expect(await rolesIn(plain, 'guest@elsewhere.com')).toEqual([])
    await patch(plain, id, { op: 'replace', value: { active: true } })
    expect(await rolesIn(plain, 'guest@elsewhere.com')).toHaveLength(1)
  })

  test('sees from the first request only what provisioning allows', async () => {
    const { owner } = plain
    const path = `/api/organizations/${owner.organizationId}/provisioning`
    await owner.request('PATCH', path, { defaultAccess: 'own' })
    await plain.addUser('own@elsewhere.com')
    const id = await plain.addUser('grouped@elsewhere.com')
    const group = (
      await plain.send('POST', '/Groups', { displayName: 'Team agents', members: [{ value: id }] })
    ).json as ScimBody
    await owner.request('PATCH', path, { groups: [{ id: group.id, role: 'MEMBER', access: 'team' }] })
    for (const [email, access] of [
      ['own@elsewhere.com', 'own'],
      ['grouped@elsewhere.com', 'team'],
    ] as const) {
      const guest = await app.signIn(email)
      const [invitation] = (await guest.request('GET', '/api/invitations')).json as { id: string }[]
      await guest.request('POST', `/api/invitations/${invitation?.id}/accept`)
      expect(await rolesIn(plain, email)).toEqual([{ role: 'MEMBER', access }])
    }
    await owner.request('PATCH', path, { defaultAccess: 'all' })
  })

  test('has no invitation anymore after a deactivation', async () => {
    const id = await plain.addUser('late@elsewhere.com')
    expect((await patch(plain, id, { op: 'replace', value: { active: false } })).json).toMatchObject({
      active: false,
    })
    const guest = await app.signIn('late@elsewhere.com')
    expect((await guest.request('GET', '/api/invitations')).json).toEqual([])
    const renamed = await patch(plain, id, {
      op: 'replace',
      value: { userName: 'new@elsewhere.com', active: true },
    })
    expect(renamed.json).toMatchObject({ emails: [{ value: 'new@elsewhere.com' }], active: true })
  })

  test('gets the same answer whether or not the address has an account elsewhere', async () => {
    await app.subscriber('known@elsewhere.com', 0)
    const shapeOf = async (client: ScimClient, email: string) => {
      const { status, text } = await client.send('POST', '/Users', { userName: email, active: true })
      const { id, meta } = JSON.parse(text) as ScimBody & {
        meta: { version: string; created: string; lastModified: string }
      }
      return [
        status,
        text
          .replaceAll(id, 'id')
          .replaceAll(email, 'email')
          .replace(/"meta":.*/, ''),
        Object.keys(meta),
      ]
    }
    expect(await shapeOf(plain, 'known@elsewhere.com')).toEqual(await shapeOf(plain, 'fresh@elsewhere.com'))
    await app.subscriber('known@acme.com', 0)
    expect(await shapeOf(acme, 'known@acme.com')).toEqual(await shapeOf(acme, 'fresh@acme.com'))
    const names = await app.owner.row(`select first_name from users where email = 'known@acme.com'`)
    expect(names).toEqual({ firstName: 'Ada' })
  })
})

describe('A40 members', () => {
  test('who joined in another way are listed too', async () => {
    const member = await app.member('byhand@acme.com', acme.owner.organizationId, 'ADMIN')
    const { Resources } = await find(acme, 'userName eq "ByHand@acme.com" and active eq true')
    expect(Resources).toMatchObject([{ active: true, emails: [{ value: member.email }] }])
    const again = await acme.send('POST', '/Users', { userName: 'BYHAND@acme.com' })
    expect([again.status, again.json]).toMatchObject([409, { status: '409', scimType: 'uniqueness' }])
  })

  test('whose address is the user name of someone else are listed too, and only the first read adds them', async () => {
    await acme.addUser('shared@acme.com', { emails: [{ value: 'alias@acme.com', primary: true }] })
    const member = await app.member('shared@acme.com', acme.owner.organizationId, 'MEMBER')
    const search = 'emails.value eq "shared@acme.com"'
    expect((await find(acme, search)).Resources).toMatchObject([{ userName: member.userId, active: true }])
    const organizationId = parseOrganizationId(acme.owner.organizationId)
    expect(await app.db.read(organizationId, needsSync)).toBe(false)
  })

  test('of another organization stay there when provisioning ends their membership here', async () => {
    const person = await app.subscriber('two@acme.com', 0)
    const id = await acme.addUser('two@acme.com', { name: { givenName: 'Other', familyName: 'Name' } })
    expect((await patch(acme, id, { op: 'replace', path: 'active', value: false })).status).toBe(200)
    const user = (await person.request('GET', '/api/auth/user')).json
    expect(user).toMatchObject({ organizationId: person.organizationId, role: 'OWNER', firstName: 'Ada' })
  })

  test('A35 the last owner stays', async () => {
    const [owner] = (await find(acme, 'userName eq "owner@acme.com"')).Resources
    const detail =
      'An organization needs an owner. Make another member an owner first, or delete the organization.'
    for (const response of [
      await patch(acme, owner?.id ?? '', { op: 'replace', path: 'active', value: false }),
      await acme.send('DELETE', `/Users/${owner?.id}`),
    ])
      expect([response.status, response.json]).toMatchObject([409, { detail }])
    expect(await rolesIn(acme, 'owner@acme.com')).toHaveLength(1)
  })

  test('come back with their role, also as an owner', async () => {
    await app.member('second@acme.com', acme.owner.organizationId, 'OWNER')
    const [user] = (await find(acme, 'userName eq "second@acme.com"')).Resources
    for (const active of [false, true])
      await patch(acme, user?.id ?? '', { op: 'replace', value: { active } })
    expect(await rolesIn(acme, 'second@acme.com')).toEqual([{ role: 'OWNER', access: 'all' }])
  })

  test('who were removed by hand come back as a member without their old role', async () => {
    const admin = await app.member('removed@acme.com', acme.owner.organizationId, 'ADMIN')
    const [user] = (await find(acme, 'userName eq "removed@acme.com"')).Resources
    const members = `/api/organizations/${acme.owner.organizationId}/members`
    await acme.owner.request('DELETE', `${members}/${admin.userId}`)
    expect(await readUser(acme, user?.id ?? '')).toMatchObject({ active: false })
    await patch(acme, user?.id ?? '', { op: 'replace', value: { active: true } })
    expect(await rolesIn(acme, 'removed@acme.com')).toEqual([{ role: 'MEMBER', access: 'all' }])
  })

  test('keep their email address', async () => {
    const id = await acme.addUser('fixed@acme.com')
    const response = await patch(acme, id, { op: 'replace', path: 'emails.value', value: 'moved@acme.com' })
    expect([response.status, response.json]).toMatchObject([400, { scimType: 'mutability' }])
    const renamed = await patch(acme, id, { op: 'replace', path: 'userName', value: 'fixed.name' })
    expect(renamed.json).toMatchObject({ userName: 'fixed.name', emails: [{ value: 'fixed@acme.com' }] })
  })
})

test('Trust 24 of two creations of a user name at once, one succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const userName = `race${round}@acme.com`
    const statuses = await Promise.all(
      [1, 2].map(async () => (await acme.send('POST', '/Users', { userName })).status),
    )
    expect(statuses.sort()).toEqual([201, 409])
  }
})

test('Trust 1 users of one organization do not exist for the token of another', async () => {
  const id = await acme.addUser('mine@acme.com')
  const body = { userName: 'mine@acme.com', active: false }
  for (const response of [
    await plain.send('GET', `/Users/${id}`),
    await plain.send('PUT', `/Users/${id}`, body),
    await patch(plain, id, { op: 'replace', value: { active: false } }),
    await plain.send('DELETE', `/Users/${id}`),
    await plain.send('GET', `/Users/${randomUUID()}`),
  ])
    expect([response.status, (response.json as { detail: string }).detail]).toEqual([
      404,
      'There is no user with this id',
    ])
  expect((await find(plain, `id eq "${id}"`)).totalResults).toBe(0)
  const other = await openScimClient(app, 'owner@third.com')
  await other.send('POST', '/Users', { userName: 'mine@acme.com' })
  expect(await rolesIn(other, 'mine@acme.com')).toEqual([])
  expect(await rolesIn(acme, 'mine@acme.com')).toHaveLength(1)
})
