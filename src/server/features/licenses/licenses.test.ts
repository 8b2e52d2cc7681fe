import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StoredLicense } from '#contract/licenses.ts'
import type { Member } from '#contract/organizations.ts'
import { addLicense, LICENSE } from '#test/builders/licenses.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let colleague: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  colleague = await app.member('colleague@example.com', ann.organizationId, 'MEMBER')
})
beforeEach(() => app.owner.run('delete from licenses'))
afterAll(() => app.close())

const list = async (person: Person): Promise<StoredLicense[]> =>
  (await person.request('GET', '/api/profile/licenses')).json

test('A40 a member has one license for each state, with empty optional fields as null', async () => {
  const illinois = await addLicense(ann, { licenseType: '  ', brokerName: ' Ben Roe ' })
  expect(illinois).toMatchObject({ ...LICENSE, licenseType: null, brokerName: 'Ben Roe', noticeUrl: null })
  const texas = await addLicense(ann, { state: 'TX', noticeUrl: 'https://example.com/iabs' })
  expect(await list(ann)).toEqual([illinois, texas])
  const response = await ann.request('POST', '/api/profile/licenses', { ...LICENSE, state: 'TX' })
  expect([response.status, response.json]).toMatchObject([
    409,
    { fields: { state: 'You already have a license for Texas' } },
  ])
})

test('A40 changes and deletes a license, and writes each change to the audit log without numbers', async () => {
  const { id } = await addLicense(ann)
  await addLicense(ann, { state: 'TX' })
  const path = `/api/profile/licenses/${id}`
  expect((await ann.request('PATCH', path, { ...LICENSE, licenseNumber: '475.9' })).json).toMatchObject({
    licenseNumber: '475.9',
  })
  expect((await ann.request('PATCH', path, { ...LICENSE, state: 'TX' })).status).toBe(409)
  expect((await ann.request('DELETE', path)).status).toBe(204)
  expect((await ann.request('DELETE', path)).status).toBe(404)
  expect((await list(ann)).map(({ state }) => state)).toEqual(['TX'])
  const entries = await app.owner.rows(
    `select action, details from audit_log where action ~ '^license' and actor = $1 order by created_at desc limit 2`,
    [`user:${ann.userId}`],
  )
  expect(entries).toEqual([
    { action: 'license.deleted', details: { state: 'IL' } },
    { action: 'license.changed', details: { state: 'IL' } },
  ])
})

test.each([
  [{ state: 'XX' }, 'state'],
  [{ licensedName: ' ' }, 'licensedName'],
  [{ licenseNumber: 'x'.repeat(41) }, 'licenseNumber'],
  [{ brokerageName: 'A\nB' }, 'brokerageName'],
  [{ noticeUrl: 'http://example.com' }, 'noticeUrl'],
  [{ noticeUrl: 'javascript:alert(1)' }, 'noticeUrl'],
])('A40 rejects a license with %j', async (fields, field) => {
  const response = await ann.request('POST', '/api/profile/licenses', { ...LICENSE, ...fields })
  expect([response.status, Object.keys((response.json as { fields: object }).fields)]).toEqual([400, [field]])
  expect(await list(ann)).toEqual([])
})

test('A40 keeps licenses apart by member and organization', async () => {
  const { id } = await addLicense(ann)
  const bob = await app.subscriber('bob@example.com')
  for (const other of [colleague, bob]) {
    expect(await list(other)).toEqual([])
    expect((await other.request('PATCH', `/api/profile/licenses/${id}`, LICENSE)).status).toBe(404)
    expect((await other.request('DELETE', `/api/profile/licenses/${id}`)).status).toBe(404)
  }
})

test('A40 owners and admins see who lacks a license, members do not', async () => {
  await addLicense(ann)
  await addLicense(ann, { state: 'CA' })
  const members = async (person: Person) =>
    (await person.request('GET', `/api/organizations/${ann.organizationId}/members`)).json as Member[]
  const states = Object.fromEntries((await members(ann)).map((each) => [each.email, each.licenseStates]))
  expect(states).toMatchObject({ 'ann@example.com': ['CA', 'IL'], 'colleague@example.com': [] })
  for (const member of await members(colleague)) expect(member.licenseStates).toBeUndefined()
})

test('A40 deletes the licenses of a member who leaves', async () => {
  const leaving = await app.member('leaving@example.com', ann.organizationId, 'MEMBER')
  await addLicense(leaving)
  await addLicense(ann)
  await ann.request('DELETE', `/api/organizations/${ann.organizationId}/members/${leaving.userId}`)
  expect(await app.owner.column('select user_id from licenses')).toEqual([ann.userId])
})
