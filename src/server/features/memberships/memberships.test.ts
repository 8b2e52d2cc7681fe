import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

let personCount = 0
const newEmail = () => `person${personCount++}@example.com`

/** A person who owns one organization and is a MEMBER of another, which belongs to `host`. */
async function inTwo(): Promise<{ person: Person; host: Person; own: string; other: string }> {
  const email = newEmail()
  const person = await app.subscriber(email)
  const host = await app.subscriber(newEmail())
  await app.services.memberships.join(app.owner, {
    userId: person.userId,
    organizationId: host.organizationId,
    role: 'MEMBER',
  })
  return { person, host, own: person.organizationId, other: host.organizationId }
}

const switchTo = (person: Person, organizationId: string) =>
  person.request('POST', '/api/auth/organization', { organizationId })
const userOf = async (person: Person) => (await person.request('GET', '/api/auth/user')).json
const addContact = async (person: Person, firstName: string) =>
  (await person.request('POST', '/api/contacts', { firstName, lastName: 'Marsh' })).json as { id: string }
const namesOf = async (person: Person) =>
  ((await person.request('GET', '/api/contacts')).json as { firstName: string }[]).map(
    (each) => each.firstName,
  )
const homeOf = async (userId: string) =>
  app.owner.one('select organization_id, role from users where id = $1', [userId])

describe('A40 a person in two organizations', () => {
  test('sees each with the role there, and only the data of the one that the session works in', async () => {
    const { person, host, own, other } = await inTwo()
    await addContact(person, 'Own')
    await addContact(host, 'Hosted')
    expect(await namesOf(person)).toEqual(['Own'])

    const switched = await switchTo(person, other)
    expect([switched.status, switched.json]).toMatchObject([200, { organizationId: other, role: 'MEMBER' }])
    expect(await namesOf(person)).toEqual(['Hosted'])
    expect((await person.request('GET', `/api/organizations/${own}/members`)).status).toBe(404)
    expect((await person.request('POST', `/api/organizations/${other}/invitations`, {})).status).toBe(403)

    const list = (await person.request('GET', '/api/auth/organizations')).json as object[]
    expect(list).toHaveLength(2)
    expect(list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: own, role: 'OWNER', isActive: false, isHome: true }),
        expect.objectContaining({ id: other, role: 'MEMBER', isActive: true, isHome: false }),
      ]),
    )
  })

  test('has one active organization per session', async () => {
    const { person, own, other } = await inTwo()
    const secondSession = await app.signIn(person.email)
    await switchTo(secondSession, other)
    expect(await userOf(person)).toMatchObject({ organizationId: own, role: 'OWNER' })
    expect(await userOf(secondSession)).toMatchObject({ organizationId: other, role: 'MEMBER' })
  })

  test('gets no data for a page of another organization than the active one', async () => {
    const { person, own, other } = await inTwo()
    const contact = await addContact(person, 'Own')
    for (const headers of [{ 'x-organization-id': own }, { 'x-organization-id': own.toUpperCase() }])
      expect((await person.request('GET', '/api/contacts', undefined, headers)).status).toBe(200)
    await switchTo(person, other)
    const refused = { status: 409, json: { code: 'organization_changed' } }
    const header = { 'x-organization-id': own }
    expect(await person.request('GET', '/api/contacts', undefined, header)).toMatchObject(refused)
    expect(await person.request('GET', `/api/contacts/${contact.id}`, undefined, header)).toMatchObject(
      refused,
    )
    expect(
      await person.request('POST', '/api/contacts', { firstName: 'A', lastName: 'B' }, header),
    ).toMatchObject(refused)
    for (const path of ['/api/events', `/api/organizations/${other}/credits.csv`])
      expect(await person.request('GET', `${path}?organizationId=${own}`)).toMatchObject(refused)
    expect(await namesOf(person)).toEqual([])
  })

  test('keeps the session of a page that names an organization while the user is read', async () => {
    const { person, own, other } = await inTwo()
    await switchTo(person, other)
    const user = await person.request('GET', '/api/auth/user', undefined, { 'x-organization-id': own })
    expect([user.status, user.json]).toMatchObject([200, { organizationId: other }])
  })

  test('can switch only to organizations they belong to', async () => {
    const { person, host, other } = await inTwo()
    const stranger = await app.subscriber(newEmail())
    for (const id of [stranger.organizationId, randomUUID()]) {
      const refused = await switchTo(person, id)
      expect(refused).toMatchObject({
        status: 404,
        json: { message: 'You are not a member of this organization' },
      })
    }
    await host.request('DELETE', `/api/organizations/${other}/members/${person.userId}`)
    expect((await switchTo(person, other)).status).toBe(404)
  })

  test('goes on in the home organization when removed from the active one', async () => {
    const { person, host, own, other } = await inTwo()
    await switchTo(person, other)
    expect(
      (await host.request('DELETE', `/api/organizations/${other}/members/${person.userId}`)).status,
    ).toBe(204)
    expect(await userOf(person)).toMatchObject({ organizationId: own, role: 'OWNER' })
    const refused = await person.request('GET', '/api/contacts', undefined, { 'x-organization-id': other })
    expect(refused).toMatchObject({ status: 409, json: { code: 'organization_changed' } })
  })

  test('gets another home organization when leaving the home organization', async () => {
    const { person, host, own, other } = await inTwo()
    await app.services.memberships.join(app.owner, {
      userId: host.userId,
      organizationId: own,
      role: 'OWNER',
    })
    expect((await person.request('POST', `/api/organizations/${own}/leave`)).status).toBe(204)
    expect(await homeOf(person.userId)).toEqual({ organizationId: other, role: 'MEMBER' })
    expect(await userOf(person)).toMatchObject({ organizationId: other, role: 'MEMBER' })
  })

  test('has the home role in step with the membership', async () => {
    const { person, host, own, other } = await inTwo()
    await app.services.memberships.join(app.owner, {
      userId: host.userId,
      organizationId: own,
      role: 'OWNER',
    })
    await switchTo(host, own)
    const change = (organizationId: string, role: string) =>
      host.request('PATCH', `/api/organizations/${organizationId}/members/${person.userId}`, { role })
    expect((await change(own, 'ADMIN')).status).toBe(200)
    expect(await homeOf(person.userId)).toEqual({ organizationId: own, role: 'ADMIN' })
    await switchTo(host, other)
    expect((await change(other, 'ADMIN')).status).toBe(200)
    expect(await homeOf(person.userId)).toEqual({ organizationId: own, role: 'ADMIN' })
    expect(await userOf(person)).toMatchObject({ role: 'ADMIN' })
  })
})

describe('A40 joining and creating organizations', () => {
  test('an invitation adds an organization, and the session goes on there', async () => {
    const person = await app.subscriber(newEmail())
    const host = await app.subscriber(newEmail())
    const invitation = { email: person.email, role: 'ADMIN' }
    await host.request('POST', `/api/organizations/${host.organizationId}/invitations`, invitation)
    const [received] = (await person.request('GET', '/api/invitations')).json as {
      id: string
      obstacle: null
    }[]
    expect(received?.obstacle).toBeNull()
    const accepted = await person.request('POST', `/api/invitations/${received?.id}/accept`)
    expect(accepted.json).toMatchObject({ organizationId: host.organizationId, role: 'ADMIN' })
    expect(await homeOf(person.userId)).toEqual({ organizationId: person.organizationId, role: 'OWNER' })
  })

  test('a person can create another organization and owns it', async () => {
    const person = await app.subscriber(newEmail())
    const created = await person.request('POST', '/api/auth/organizations', { companyName: 'Second Realty' })
    expect([created.status, created.json]).toMatchObject([201, { role: 'OWNER' }])
    const { organizationId } = created.json as { organizationId: string }
    expect(organizationId).not.toBe(person.organizationId)
    expect(await userOf(person)).toMatchObject({ organizationId })
    expect((await person.request('GET', '/api/contacts')).status).toBe(402)
  })

  test('a person belongs to 50 organizations at most', async () => {
    const person = await app.subscriber(newEmail())
    for (let count = 1; count < 50; count++) {
      const id = randomUUID()
      await app.owner.run('insert into organizations (id, name, slug) values ($1, $2, $2)', [id, id])
      await app.owner.run('insert into memberships (user_id, organization_id) values ($1, $2)', [
        person.userId,
        id,
      ])
    }
    const refused = await person.request('POST', '/api/auth/organizations', { companyName: 'One too many' })
    expect(refused).toMatchObject({
      status: 409,
      json: { message: 'You can belong to up to 50 organizations. Leave one first.' },
    })
  })
})

describe('A40 erasing an organization', () => {
  test('removes users only where it was their last, and gives others a new home', async () => {
    const { person, host, own, other } = await inTwo()
    const onlyHere = await app.member(newEmail(), own, 'MEMBER')
    const erasure = await person.request('POST', `/api/organizations/${own}/erase`, {
      name: `Company of ${person.email}`,
    })
    expect(erasure.status).toBe(202)
    expect((await onlyHere.request('GET', '/api/auth/user')).status).toBe(401)
    expect(await userOf(person)).toMatchObject({ organizationId: other, role: 'MEMBER' })
    await app.queue.drain()
    const left = await app.owner.column('select id from users where id = any($1)', [
      [person.userId, onlyHere.userId, host.userId],
    ])
    expect(left.sort()).toEqual([person.userId, host.userId].sort())
    expect(await homeOf(person.userId)).toEqual({ organizationId: other, role: 'MEMBER' })
  })

  test('deleting an account needs another owner in each organization, and then leaves all', async () => {
    const { person, host, own, other } = await inTwo()
    const remove = () => person.request('POST', '/api/profile/delete', { email: person.email })
    expect((await remove()).status).toBe(409)
    expect(
      (await app.owner.rows('select 1 from memberships where user_id = $1', [person.userId])).length,
    ).toBe(2)
    await app.services.memberships.join(app.owner, {
      userId: host.userId,
      organizationId: own,
      role: 'OWNER',
    })
    expect((await remove()).status).toBe(204)
    expect(await app.owner.rows('select 1 from memberships where user_id = $1', [person.userId])).toEqual([])
    expect(
      await app.owner.rows('select 1 from organizations where id = any($1)', [[own, other]]),
    ).toHaveLength(2)
  })
})

test('A40 a name that an identity provider does not give stays', async () => {
  const person = await app.subscriber(newEmail())
  const names = { firstName: 'Adele', lastName: null }
  await app.db.tenant(parseOrganizationId(person.organizationId), (tx) =>
    app.services.organizations.followNames(tx, person.userId, names),
  )
  expect(await userOf(person)).toMatchObject({ firstName: 'Adele', lastName: 'Okafor' })
})

test('Trust 24 memberships follow what a process of the previous release wrote to users', async () => {
  const host = await app.subscriber(newEmail())
  const [joined, left] = [
    await app.signIn(newEmail()),
    await app.member(newEmail(), host.organizationId, 'ADMIN'),
  ]
  await app.owner.run(`update users set organization_id = $2, role = 'ADMIN' where id = $1`, [
    joined.userId,
    host.organizationId,
  ])
  await app.owner.run(`update users set organization_id = null, role = 'MEMBER' where id = $1`, [left.userId])
  expect(await app.services.memberships.repair()).toBe(2)
  const members = await app.owner.rows(
    'select user_id, role from memberships where organization_id = $1 and user_id <> $2',
    [host.organizationId, host.userId],
  )
  expect(members).toEqual([{ userId: joined.userId, role: 'ADMIN' }])
  expect(await app.services.memberships.repair()).toBe(0)
})
