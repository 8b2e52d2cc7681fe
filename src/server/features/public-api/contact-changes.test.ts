import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiContact, BatchResult } from '#contract/v1/contacts.ts'
import { createKey } from '#test/builders/mcp-client.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
let key: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
  key = (await createKey(owner, ['contacts:read', 'contacts:write', 'events:read'])).key
})
afterAll(() => app.close())
beforeEach(() => app.owner.run('delete from events'))

const call = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.visitor(method, `/api/v1${url}`, body, { authorization: `Bearer ${key}`, ...headers })
const add = async (fields: object = {}): Promise<ApiContact> =>
  (await call('POST', '/contacts', { firstName: 'A', lastName: crypto.randomUUID(), ...fields })).json
const changedFields = () =>
  app.owner.column<string[]>(`select changed from events where type = 'contact.updated'`)

/** Lets statements that add a contact of a name fail like a database that can't be used. */
async function refuseName(name: string, code: string): Promise<void> {
  await app.owner.run(`create or replace function refuse_name() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = '${code}'; end $$;
    create or replace trigger refuse_name before insert on contacts for each row when (new.last_name = '${name}')
      execute function refuse_name()`)
}
const acceptNames = () => app.owner.run('drop trigger refuse_name on contacts')

describe('A40 a change of a contact', () => {
  test('with the stored values changes and tells nothing', async () => {
    const contact = await add({ city: 'Austin', phone: '(512) 555-0142' })
    const same = { city: 'Austin', phone: '512-555-0142', lastName: contact.lastName }
    const changed = await call('PATCH', `/contacts/${contact.id}`, same)
    expect([changed.status, changed.json]).toEqual([200, contact])
    expect(await changedFields()).toEqual([])
    const audited = `select 1 from audit_log where action = 'contact.changed' and subject = $1`
    expect(await app.owner.rows(audited, [contact.id])).toEqual([])
  })

  test('tells only the fields whose stored value differs', async () => {
    const { id } = await add({ city: 'Austin', state: 'TX' })
    await call('PATCH', `/contacts/${id}`, { city: 'Waco', state: 'TX', address: null })
    expect(await changedFields()).toEqual([['city']])
  })
})

describe('A40 an id of another program', () => {
  test('that another contact has is told from other conflicts', async () => {
    const put = (externalId: string, body: object) =>
      call('PUT', `/contacts/external/crm/${externalId}`, body)
    await app.owner.run(`create function refuse_key() returns trigger language plpgsql as $$
        begin raise exception 'refused' using errcode = '23505', table = 'contact_keys'; end $$;
      create trigger refuse_key before insert on contact_keys for each row execute function refuse_key()`)
    const conflict = await put('other', { firstName: 'A', lastName: 'Conflicting', email: 'c@example.org' })
    await app.owner.run('drop trigger refuse_key on contact_keys')
    expect([conflict.status, conflict.text.includes('Another contact has this id')]).toEqual([409, false])
    const member = await app.member('own@example.com', owner.organizationId, 'MEMBER')
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [member.userId])
    await put('hidden', { firstName: 'Hidden', lastName: 'Owner' })
    const refused = await member.request('PUT', '/api/v1/contacts/external/crm/hidden', {
      ...{ firstName: 'Someone', lastName: 'Else' },
    })
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { errors: [{ field: 'externalId', message: 'Another contact has this id' }] },
    ])
  })
})

describe('A40 a batch', () => {
  const items = [
    { firstName: 'Batch', lastName: 'First', email: 'first@example.org' },
    { firstName: 'Batch', lastName: 'Transient', email: 'transient@example.org' },
  ]

  test('fails as a whole when the database does, and can be sent again', async () => {
    const send = () => call('POST', '/contacts/batch', { items }, { 'idempotency-key': 'batch-1' })
    await refuseName('Transient', '53100')
    expect((await send()).status).toBe(503)
    await acceptNames()
    const again = await send()
    const { results }: { results: BatchResult[] } = again.json
    expect([again.status, results.map(({ status }) => status)]).toEqual([200, [200, 201]])
  })

  test('refuses an item with an id of ours and one of another program', async () => {
    const { id } = await add()
    const item = { id, source: 'crm', externalId: 'x', city: 'Reno' }
    const { results }: { results: BatchResult[] } = (await call('POST', '/contacts/batch', { items: [item] }))
      .json
    expect(results).toMatchObject([{ status: 400, error: { errors: [{ field: 'id' }] } }])
  })
})

test.each([
  'email=a@example.org&phone=5125550142',
  'email=a@example.org&updatedSince=2026-11-01T00:00:00Z',
  'phone=5125550142&cursor=MQ',
])('A40 the list refuses filters that it would ignore: %s', async (query) => {
  expect((await call('GET', `/contacts?${query}`)).status).toBe(400)
})
