import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShownApiKey } from '#contract/api-keys.ts'
import type { Scope } from '#contract/endpoint.ts'
import type { ApiContact, BatchResult } from '#contract/v1/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let owner: Person
let key: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
  key = await createKey('contacts:read', 'contacts:write', 'contacts:delete')
})
afterAll(() => app.close())

async function createKey(...scopes: Scope[]): Promise<string> {
  const path = `/api/organizations/${owner.organizationId}/api-keys`
  const created: ShownApiKey = (await owner.request('POST', path, { name: 'Test', scopes })).json
  return created.key
}

const call = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.visitor(method, `/api/v1${url}`, body, { authorization: `Bearer ${key}`, ...headers })

async function add(fields: object): Promise<ApiContact> {
  const response = await call('POST', '/contacts', {
    firstName: 'A',
    lastName: crypto.randomUUID(),
    ...fields,
  })
  expect(response.status).toBe(201)
  return response.json
}

describe('A40 contacts of the API', () => {
  test('are added, changed, read and deleted, without signals and scores', async () => {
    const added = await add({ email: 'ann@example.org', city: 'Austin' })
    const changed = await call('PATCH', `/contacts/${added.id}`, { city: null, phone: '(512) 555-0142' })
    expect(changed.json).toEqual({
      ...added,
      ...{ city: null, phone: '+15125550142', updatedAt: expect.any(String) },
    })
    expect((await call('GET', `/contacts/${added.id}`)).json).toEqual(changed.json)
    expect(Object.keys(added).filter((name) => /score|signal|chance|risk/i.test(name))).toEqual([])
    expect((await call('DELETE', `/contacts/${added.id}`)).status).toBe(204)
    expect((await call('GET', `/contacts/${added.id}`)).json).toMatchObject({
      ...{ type: '/documentation/api-errors#not-found', title: 'Not found', status: 404 },
      ...{ detail: 'Contact not found', instance: `/api/v1/contacts/${added.id}`, code: 'not_found' },
    })
  })

  test('come in pages that follow each other without gaps, while others are added', async () => {
    const ids = new Set<string>()
    for (let i = 0; i < 7; i++) ids.add((await add({})).id)
    const seen: string[] = []
    let cursor = ''
    do {
      const page: { data: ApiContact[]; next: string | null } = (
        await call('GET', `/contacts?limit=3${cursor && `&cursor=${cursor}`}`)
      ).json
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next ?? ''
      if (seen.length === 3) ids.add((await add({})).id)
    } while (cursor)
    expect(new Set(seen)).toEqual(ids)
    expect(seen).toHaveLength(ids.size)
  })

  test('are found by address, by number, and by the time of their change', async () => {
    const found = await add({ email: 'Find.Me@example.org', phone: '512-555-0199' })
    const idsFor = async (query: string) => {
      const page: { data: ApiContact[] } = (await call('GET', `/contacts?${query}`)).json
      return page.data.map(({ id }) => id)
    }
    expect(await idsFor('email=find.me@example.org')).toEqual([found.id])
    expect(await idsFor('phone=%2B1%20512%20555%200199')).toEqual([found.id])
    expect(await idsFor('email=no@example.org')).toEqual([])
    expect(await idsFor(`updatedSince=${encodeURIComponent(found.updatedAt)}`)).toEqual([found.id])
  })

  test('name the contact that is already there', async () => {
    const first = await add({ email: 'twice@example.org', lastName: 'Same' })
    const second = await call('POST', '/contacts', {
      ...{ firstName: 'A', lastName: 'Same', email: 'twice@example.org' },
    })
    expect([second.status, second.json]).toMatchObject([409, { contactId: first.id, code: 'conflict' }])
  })

  test('have a clear error for each invalid field', async () => {
    const response = await call('POST', '/contacts', { firstName: '', score: 99 })
    expect([response.status, response.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    expect(response.json).toMatchObject({
      errors: expect.arrayContaining([
        { field: 'firstName', message: 'Required' },
        { field: 'lastName', message: 'Required' },
      ]),
    })
  })
})

describe("A40 contacts by another program's id", () => {
  const put = (externalId: string, body: object) =>
    call('PUT', `/contacts/external/my-crm/${encodeURIComponent(externalId)}`, body)

  test('are added once and then changed; fields left out stay', async () => {
    const first = await put('a/1 ü', { firstName: 'Ida', lastName: 'Ext', city: 'Waco' })
    expect(first.status).toBe(201)
    const second = await put('a/1 ü', { state: 'TX' })
    expect(second.status).toBe(200)
    expect(second.json).toMatchObject({
      ...{ id: (first.json as ApiContact).id, firstName: 'Ida', city: 'Waco', state: 'TX' },
      externalIds: [{ source: 'my-crm', externalId: 'a/1 ü' }],
    })
    const read = await call('GET', `/contacts/external/my-crm/${encodeURIComponent('a/1 ü')}`)
    expect(read.json).toEqual(second.json)
  })

  test('take over a person who is already there', async () => {
    const existing = await add({ email: 'there@example.org', lastName: 'There' })
    const saved = await put('b2', { firstName: 'A', lastName: 'There', email: 'there@example.org' })
    expect([saved.status, saved.json]).toMatchObject([200, { id: existing.id }])
  })

  test('make one contact when 20 calls come at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => put('c3', { firstName: 'Once', lastName: 'Only' })),
    )
    expect(new Set(answers.map(({ json }) => (json as ApiContact).id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })

  test('need both names to add one', async () => {
    const refusal = await put('d4', { email: 'nameless@example.org' })
    expect([refusal.status, refusal.json]).toMatchObject([400, { errors: [{ field: 'firstName' }] }])
  })

  test('follow a contact that is merged into another', async () => {
    const kept = await add({})
    const gone = (await put('e5', { firstName: 'Gone', lastName: 'Soon' })).json as ApiContact
    const merged = await owner.request('POST', `/api/contacts/${kept.id}/merge`, { otherId: gone.id })
    expect(merged.status).toBe(200)
    expect((await call('GET', '/contacts/external/my-crm/e5')).json).toMatchObject({ id: kept.id })
  })
})

test('A40 a batch saves each item on its own, in order', async () => {
  const existing = await add({})
  const response = await call('POST', '/contacts/batch', {
    items: [
      { firstName: 'New', lastName: 'One' },
      { id: existing.id, city: 'Reno' },
      { id: crypto.randomUUID(), city: 'Nowhere' },
      { firstName: 'Ext', lastName: 'Two', source: 'my-crm', externalId: 'batch-2' },
      { lastName: 'Nameless' },
    ],
  })
  const { results }: { results: BatchResult[] } = response.json
  expect(results.map(({ status }) => status)).toEqual([201, 200, 404, 201, 400])
  expect(results[1]).toEqual({ status: 200, id: existing.id, error: null })
  expect(results[4]?.error).toEqual({
    ...{ code: 'invalid', detail: 'Required' },
    errors: [{ field: 'firstName', message: 'Required' }],
  })
})

describe('A40 an Idempotency-Key', () => {
  const countNamed = async (lastName: string) =>
    (await app.owner.rows('select 1 from contacts where last_name = $1', [lastName])).length

  test('makes one contact of 50 calls at once, and later calls get the same answer', async () => {
    const body = { firstName: 'Fifty', lastName: 'Times' }
    const headers = { 'idempotency-key': 'once-1' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call('POST', '/contacts', body, headers)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    expect(await countNamed('Times')).toBe(1)
    const [firstId] = answers
      .filter(({ status }) => status === 201)
      .map(({ json }) => (json as ApiContact).id)
    const again = await call('POST', '/contacts', body, headers)
    expect([again.status, again.headers['idempotency-replayed'], (again.json as ApiContact).id]).toEqual([
      ...[201, 'true', firstId],
    ])
  })

  test('is refused with another body, and free again after an error', async () => {
    const headers = { 'idempotency-key': 'once-2' }
    expect((await call('POST', '/contacts', { firstName: 'Only' }, headers)).status).toBe(400)
    const body = { firstName: 'Only', lastName: 'Once' }
    expect((await call('POST', '/contacts', body, headers)).status).toBe(201)
    const other = await call('POST', '/contacts', { ...body, city: 'Reno' }, headers)
    expect([other.status, other.json]).toMatchObject([422, { code: 'unprocessable' }])
    expect(await countNamed('Once')).toBe(1)
  })

  test('keeps ids only, so that no answer with personal data is stored', async () => {
    await call(
      'POST',
      '/contacts',
      { firstName: 'Secret', lastName: 'Name' },
      { 'idempotency-key': 'once-3' },
    )
    const rows = await app.owner.rows('select * from idempotent_requests')
    expect(JSON.stringify(rows)).not.toMatch(/Secret|Name|once-3/)
  })

  test.each(['', 'ü', 'x'.repeat(256), 'a b'])('of another form is refused: %.10s', async (text) => {
    const headers = { 'idempotency-key': text }
    const response = await call('POST', '/contacts', { firstName: 'A', lastName: 'B' }, headers)
    expect([response.status, response.json]).toMatchObject([400, { errors: [{ field: 'Idempotency-Key' }] }])
  })
})
