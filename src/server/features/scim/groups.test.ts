import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProvisioningChanges, ProvisioningSettings } from '#contract/provisioning.ts'
import { openScimClient, type ScimBody, type ScimClient } from '#test/builders/scim-client.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
let acme: ScimClient
let plain: ScimClient
beforeAll(async () => {
  app = await createTestApp()
  acme = await openScimClient(app, 'owner@acme.com', 'acme.com')
  plain = await openScimClient(app, 'owner@plain.com')
})
afterAll(() => app.close())

let count = 0
const newPerson = async (client = acme, domain = 'acme.com') => {
  const email = `person${count++}@${domain}`
  return { email, id: await client.addUser(email) }
}
const patchGroup = (client: ScimClient, id: string, ...Operations: object[]) =>
  client.send('PATCH', `/Groups/${id}`, { Operations })
const add = (group: string, ...ids: string[]) =>
  patchGroup(acme, group, { op: 'add', path: 'members', value: ids.map((value) => ({ value })) })
const remove = (group: string, id: string) =>
  patchGroup(acme, group, { op: 'remove', path: `members[value eq "${id}"]` })
const setUp = (client: ScimClient, changes: ProvisioningChanges | object) =>
  client.owner.request('PATCH', `/api/organizations/${client.owner.organizationId}/provisioning`, changes)
const maps = async (id: string, role: string | null, access = 'all', client = acme) => {
  const response = await setUp(client, { groups: [{ id, role, access }] })
  expect(response.status).toBe(200)
  return response.json as ProvisioningSettings
}
const membershipOf = (email: string) =>
  app.owner.row(
    `select m.role, m.access from memberships m join users u on u.id = m.user_id where u.email = $1 and m.organization_id = $2`,
    [email, acme.owner.organizationId],
  )

/** Adds an answer of the assistant to a session of a member, which counts contacts but names none. */
async function addAnswer(email: string): Promise<() => Promise<number>> {
  const sid = await app.owner.value(
    'select sid from sessions s join users u on u.id = s.user_id where u.email = $1',
    [email],
  )
  await app.owner.run(
    `insert into chat_messages (organization_id, sid, user_role, role, content)
     values ($1, $2, 'MEMBER', 'assistant', 'You have 120 contacts')`,
    [acme.owner.organizationId, sid],
  )
  return () => app.owner.value('select count(*)::int from chat_messages where sid = $1', [sid])
}

describe('A40 less access', () => {
  test('by groups deletes what the assistant answered before', async () => {
    const ann = await newPerson()
    await app.signIn(ann.email)
    const countAnswers = await addAnswer(ann.email)
    const group = (await acme.send('POST', '/Groups', { displayName: 'Own only' })).json as ScimBody
    await maps(group.id, 'MEMBER', 'own')
    expect(await countAnswers()).toBe(1)
    await add(group.id, ann.id)
    expect(await membershipOf(ann.email)).toEqual({ role: 'MEMBER', access: 'own' })
    expect(await countAnswers()).toBe(0)
  })

  test('after coming back does not show answers from before, though the session goes on elsewhere', async () => {
    const email = 'elsewhere@other.com'
    const person = await app.subscriber(email, 0)
    await app.owner.run(
      `insert into memberships (user_id, organization_id, role) values ($1, $2, 'MEMBER')`,
      [person.userId, acme.owner.organizationId],
    )
    const countAnswers = await addAnswer(email)
    const members = `/api/organizations/${acme.owner.organizationId}/members`
    expect((await acme.owner.request('DELETE', `${members}/${person.userId}`)).status).toBe(204)
    expect(await countAnswers()).toBe(0)
  })
})

describe('A40 groups', () => {
  test('are pushed the way Okta does: created, renamed, filled, emptied and deleted', async () => {
    const [ann, bo] = [await newPerson(), await newPerson()]
    const created = await acme.send('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Listing agents',
      members: [{ value: ann.id, display: ann.email }],
    })
    expect(created.status).toBe(201)
    const group = created.json as ScimBody
    expect(group).toMatchObject({ displayName: 'Listing agents', members: [{ value: ann.id, type: 'User' }] })
    const renamed = await patchGroup(acme, group.id, {
      op: 'replace',
      value: { id: group.id, displayName: 'Listers' },
    })
    expect(renamed.json).toMatchObject({ displayName: 'Listers', members: [{ value: ann.id }] })
    const changed = await patchGroup(
      acme,
      group.id,
      { op: 'remove', path: `members[value eq "${ann.id}"]` },
      { op: 'add', path: 'members', value: [{ value: bo.id, display: bo.email }] },
    )
    expect(changed.json).toMatchObject({ members: [{ value: bo.id }] })
    expect((await acme.send('GET', `/Users/${bo.id}`)).json).toMatchObject({
      groups: [{ value: group.id, display: 'Listers' }],
    })
    expect((await acme.send('DELETE', `/Groups/${group.id}`)).status).toBe(204)
    expect((await acme.send('GET', `/Groups/${group.id}`)).status).toBe(404)
  })

  test('are pushed the way Entra ID does: found without members, and changed by lists of references', async () => {
    const [ann, bo] = [await newPerson(), await newPerson()]
    const created = await acme.send('POST', '/Groups', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:Group',
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Buyer agents',
      meta: { resourceType: 'Group' },
    })
    const { id } = created.json as ScimBody
    const search = encodeURIComponent('displayName eq "Buyer agents"')
    const found = (await acme.send('GET', `/Groups?excludedAttributes=members&filter=${search}`)).json
    expect(found).toMatchObject({ totalResults: 1, Resources: [{ id }] })
    expect((found as { Resources: object[] }).Resources[0]).not.toHaveProperty('members')
    await patchGroup(acme, id, {
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: ann.id },
        { $ref: null, value: bo.id },
      ],
    })
    const membership = encodeURIComponent(`id eq "${id}" and members eq "${ann.id}"`)
    expect((await acme.send('GET', `/Groups?filter=${membership}`)).json).toMatchObject({ totalResults: 1 })
    await patchGroup(acme, id, { op: 'Remove', path: 'members', value: [{ $ref: null, value: ann.id }] })
    expect((await acme.send('GET', `/Groups?filter=${membership}`)).json).toMatchObject({ totalResults: 0 })
    expect((await acme.send('GET', `/Groups/${id}`)).json).toMatchObject({ members: [{ value: bo.id }] })
  })

  test('refuse unknown people, those of another organization, and a taken name', async () => {
    const stranger = await newPerson(plain, 'elsewhere.com')
    const group = await acme.addGroup('Unique')
    for (const value of [stranger.id, randomUUID(), 'x']) {
      const response = await add(group, value)
      expect([response.status, response.json]).toMatchObject([
        400,
        { scimType: 'invalidValue', detail: `There is no user with the id ${value}` },
      ])
    }
    expect((await acme.send('POST', '/Groups', { displayName: 'UNIQUE' })).json).toMatchObject({
      scimType: 'uniqueness',
    })
    for (const method of ['GET', 'DELETE'])
      expect((await plain.send(method, `/Groups/${group}`)).status).toBe(404)
    expect((await patchGroup(plain, group, { op: 'remove', path: 'members' })).status).toBe(404)
    expect((await setUp(plain, { groups: [{ id: group, role: 'ADMIN' }] })).status).toBe(404)
  })
})

describe('A40 a group that gives a role', () => {
  test('changes its members at once, those who join it, and those who leave it', async () => {
    const [ann, bo] = [await newPerson(), await newPerson()]
    const group = await acme.addGroup('Admins', [ann.id])
    const settings = await maps(group, 'ADMIN')
    expect(settings.groups).toContainEqual({
      id: group,
      name: 'Admins',
      members: 1,
      role: 'ADMIN',
      access: 'all',
    })
    expect(await membershipOf(ann.email)).toEqual({ role: 'ADMIN', access: 'all' })
    await add(group, bo.id)
    expect(await membershipOf(bo.email)).toEqual({ role: 'ADMIN', access: 'all' })
    await remove(group, ann.id)
    expect(await membershipOf(ann.email)).toEqual({ role: 'MEMBER', access: 'all' })
    await maps(group, null)
    expect(await membershipOf(bo.email)).toEqual({ role: 'MEMBER', access: 'all' })
    await maps(group, 'ADMIN')
    await acme.send('DELETE', `/Groups/${group}`)
    expect(await membershipOf(bo.email)).toEqual({ role: 'MEMBER', access: 'all' })
  })

  test('gives the highest role and the widest access of several groups', async () => {
    const ann = await newPerson()
    const [own, team] = [await acme.addGroup('Own', [ann.id]), await acme.addGroup('Team', [ann.id])]
    await maps(own, 'MEMBER', 'own')
    expect(await membershipOf(ann.email)).toEqual({ role: 'MEMBER', access: 'own' })
    await maps(team, 'MEMBER', 'team')
    expect(await membershipOf(ann.email)).toEqual({ role: 'MEMBER', access: 'team' })
    await maps(own, 'ADMIN', 'own')
    expect(await membershipOf(ann.email)).toEqual({ role: 'ADMIN', access: 'team' })
  })

  test('leaves people without such a group the default access', async () => {
    const group = await acme.addGroup('Narrow')
    await maps(group, 'MEMBER', 'own')
    const ann = await newPerson()
    await add(group, ann.id)
    await setUp(acme, { defaultAccess: 'team' })
    await remove(group, ann.id)
    expect(await membershipOf(ann.email)).toEqual({ role: 'MEMBER', access: 'team' })
    expect(await membershipOf((await newPerson()).email)).toEqual({ role: 'MEMBER', access: 'team' })
    await setUp(acme, { defaultAccess: 'all' })
  })

  test('never makes or changes an owner', async () => {
    const group = await acme.addGroup('Bosses')
    expect((await setUp(acme, { groups: [{ id: group, role: 'OWNER' }] })).status).toBe(400)
    await app.member('boss@acme.com', acme.owner.organizationId, 'OWNER')
    const search = encodeURIComponent('userName eq "boss@acme.com"')
    const [boss] = ((await acme.send('GET', `/Users?filter=${search}`)).json as { Resources: ScimBody[] })
      .Resources
    await maps(group, 'MEMBER', 'own')
    await add(group, boss?.id ?? '')
    expect(await membershipOf('boss@acme.com')).toEqual({ role: 'OWNER', access: 'all' })
  })

  test('decides the role of people who are invited, or who come back', async () => {
    const guest = await newPerson(plain, 'elsewhere.com')
    const group = await plain.addGroup('Admins', [guest.id])
    await maps(group, 'ADMIN', 'all', plain)
    const invitation = await app.owner.row('select role from invitations where email = $1', [guest.email])
    expect(invitation).toEqual({ role: 'ADMIN' })

    const ann = await newPerson()
    const agents = await acme.addGroup('Comeback', [ann.id])
    const activate = (active: boolean) =>
      acme.send('PATCH', `/Users/${ann.id}`, { Operations: [{ op: 'replace', value: { active } }] })
    await activate(false)
    await maps(agents, 'ADMIN', 'team')
    await activate(true)
    expect(await membershipOf(ann.email)).toEqual({ role: 'ADMIN', access: 'team' })
  })
})

test('A40 people who accept an invitation get the access of their groups', async () => {
  const guest = await newPerson(plain, 'elsewhere.com')
  const group = await plain.addGroup('Narrow', [guest.id])
  await maps(group, 'MEMBER', 'own', plain)
  const person = await app.signIn(guest.email)
  const [invitation] = (await person.request('GET', '/api/invitations')).json as { id: string }[]
  await person.request('POST', `/api/invitations/${invitation?.id}/accept`)
  await plain.send('GET', '/Users')
  const access = await app.owner.value('select access from memberships where user_id = $1', [person.userId])
  expect(access).toBe('own')
})
