import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
let member: Person
/** A contact of the user's organization. */
let id: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

beforeEach(async () => {
  // The limits of a network are reset, because the tests sign in more often than they allow.
  await app.owner.run('delete from rate_limits')
  owner = await app.subscriber(`${randomUUID()}@example.com`)
  member = await app.member(`${randomUUID()}@example.com`, owner.organizationId, 'MEMBER')
  const { status, json } = await member.request('POST', '/api/contacts', contactInput('Ada'))
  expect(status).toBe(201)
  id = (json as { id: string }).id
  // The session is cached from here on.
  expect((await member.request('GET', '/api/contacts')).status).toBe(200)
})

const contactInput = (firstName: string) => ({
  firstName,
  lastName: 'Lovelace',
  email: `${randomUUID()}@example.com`,
})

const REQUEST_BY_NAME: Record<string, () => Promise<number>> = {
  list: async () => (await member.request('GET', '/api/contacts')).status,
  'filtered list': async () => (await member.request('GET', '/api/contacts?search=ada')).status,
  'one contact': async () => (await member.request('GET', `/api/contacts/${id}`)).status,
  create: async () => (await member.request('POST', '/api/contacts', contactInput('Grace'))).status,
  change: async () => (await member.request('PATCH', `/api/contacts/${id}`, { firstName: 'Grace' })).status,
}

const REVOCATIONS: Record<string, [change: () => Promise<unknown>, status: number]> = {
  'whose session was ended': [
    () => app.owner.run('delete from sessions where user_id = $1', [member.userId]),
    401,
  ],
  'whose account was deleted': [() => app.owner.run('delete from users where id = $1', [member.userId]), 401],
  'who was removed from the organization': [
    () => app.owner.run('update users set organization_id = null where id = $1', [member.userId]),
    403,
  ],
  'whose organization has no subscription any more': [
    () =>
      app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
        member.organizationId,
      ]),
    402,
  ],
  'whose organization was suspended': [
    () =>
      app.owner.run(
        `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
        [member.organizationId],
      ),
    403,
  ],
}

const listContacts = () =>
  app.owner.rows<{ firstName: string }>(
    'select first_name from contacts where organization_id = $1 order by id',
    [owner.organizationId],
  )

describe.each(Object.entries(REVOCATIONS))(
  'Trust 9 refuses the next request of a user who is %s',
  (_, [revoke, status]) => {
    test.each(Object.keys(REQUEST_BY_NAME))('%s', async (name) => {
      await revoke()
      expect(await REQUEST_BY_NAME[name]?.()).toBe(status)
      expect(await listContacts()).toEqual([{ firstName: 'Ada' }])
    })
  },
)

describe('Trust 1 moves a user to another organization with the next request', () => {
  let newOwner: Person
  beforeEach(async () => {
    newOwner = await app.subscriber(`${randomUUID()}@example.com`)
    await app.owner.run('update users set organization_id = $2 where id = $1', [
      member.userId,
      newOwner.organizationId,
    ])
  })

  test('for reads', async () => {
    expect((await member.request('GET', '/api/contacts')).json).toEqual([])
    expect((await member.request('GET', `/api/contacts/${id}`)).status).toBe(404)
  })

  test('for writes, once', async () => {
    expect(await REQUEST_BY_NAME.create?.()).toBe(201)
    expect(await listContacts()).toEqual([{ firstName: 'Ada' }])
    expect((await newOwner.request('GET', '/api/contacts')).json).toHaveLength(1)
  })
})
