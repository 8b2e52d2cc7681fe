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
  // Raised, because so many sign-ins from one network would be refused.
  await app.owner.run('delete from rate_limits')
  owner = await app.subscriber(`${randomUUID()}@example.com`)
  member = await app.member(`${randomUUID()}@example.com`, owner.organizationId, 'MEMBER')
  const { status, json } = await member.request('POST', '/api/contacts', person('Ada'))
  expect(status).toBe(201)
  id = (json as { id: string }).id
  // The session is cached from here on.
  expect((await member.request('GET', '/api/contacts')).status).toBe(200)
})

const person = (firstName: string) => ({
  firstName,
  lastName: 'Lovelace',
  email: `${randomUUID()}@example.com`,
})

const CALLS: Record<string, () => Promise<number>> = {
  list: async () => (await member.request('GET', '/api/contacts')).status,
  'list, narrowed': async () => (await member.request('GET', '/api/contacts?search=ada')).status,
  'one contact': async () => (await member.request('GET', `/api/contacts/${id}`)).status,
  create: async () => (await member.request('POST', '/api/contacts', person('Grace'))).status,
  change: async () => (await member.request('PATCH', `/api/contacts/${id}`, { firstName: 'Grace' })).status,
}

const OUT: Record<string, [change: () => Promise<unknown>, status: number]> = {
  'whose session was ended': [
    () => app.owner.run('delete from sessions where user_id = $1', [member.userId]),
    401,
  ],
  'whose account is gone': [() => app.owner.run('delete from users where id = $1', [member.userId]), 401],
  'who was removed from the organization': [
    () => app.owner.run('update users set organization_id = null where id = $1', [member.userId]),
    403,
  ],
  'whose organization does not pay any more': [
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

const contacts = () =>
  app.owner.rows<{ firstName: string }>(
    'select first_name from contacts where organization_id = $1 order by id',
    [owner.organizationId],
  )

describe.each(Object.entries(OUT))(
  'Trust 9 refuses the next request of a user who is %s',
  (_, [change, status]) => {
    test.each(Object.keys(CALLS))('%s', async (call) => {
      await change()
      expect(await CALLS[call]?.()).toBe(status)
      expect(await contacts()).toEqual([{ firstName: 'Ada' }])
    })
  },
)

describe('Trust 1 moves a user to another organization with the next request', () => {
  let other: Person
  beforeEach(async () => {
    other = await app.subscriber(`${randomUUID()}@example.com`)
    await app.owner.run('update users set organization_id = $2 where id = $1', [
      member.userId,
      other.organizationId,
    ])
  })

  test('for reads', async () => {
    expect((await member.request('GET', '/api/contacts')).json).toEqual([])
    expect((await member.request('GET', `/api/contacts/${id}`)).status).toBe(404)
  })

  test('for writes, once', async () => {
    expect(await CALLS.create?.()).toBe(201)
    expect(await contacts()).toEqual([{ firstName: 'Ada' }])
    expect((await other.request('GET', '/api/contacts')).json).toHaveLength(1)
  })
})
