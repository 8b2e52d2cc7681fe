import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderSql } from '#server/features/contacts/store/orders.ts'
import { actAs } from '#server/platform/acting-member.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
let max: Person
let ed: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  max = await app.member('max@example.com', ann.organizationId, 'MEMBER')
  ed = await app.member('ed@example.com', ann.organizationId, 'MEMBER')
  await app.owner.run(`update memberships set access = 'own' where user_id = any($1)`, [
    [max.userId, ed.userId],
  ])
})
afterAll(() => app.close())

type Contact = { id: string }
const person = (fields: object = {}) => ({
  firstName: 'Iris',
  lastName: `Marsh${randomUUID().slice(0, 8)}`,
  ...fields,
})
const add = (member: Person, fields: object) => member.request('POST', '/api/contacts', fields)
const addedId = async (member: Person, fields: object) => ((await add(member, fields)).json as Contact).id
const ownerOf = (id: string) => app.owner.one('select owner_id, origin_id from contacts where id = $1', [id])
const idsSeenBy = async (member: Person, query = '') =>
  ((await member.request('GET', `/api/contacts?limit=100${query}`)).json as Contact[]).map(({ id }) => id)

describe('A40 a member with own records', () => {
  test('owns the contacts they add, and only they and members with access to all see them', async () => {
    const fields = person()
    const id = await addedId(ed, fields)
    expect(await ownerOf(id)).toEqual({ ownerId: ed.userId, originId: ed.userId })
    for (const query of ['', `&search=${fields.lastName}`, '&sort=name', '&sort=chance', '&hasEmail=false']) {
      expect([query, await idsSeenBy(ed, query)]).toEqual([query, expect.arrayContaining([id])])
      expect([query, await idsSeenBy(ann, query)]).toEqual([query, expect.arrayContaining([id])])
      expect([query, (await idsSeenBy(max, query)).includes(id)]).toEqual([query, false])
    }
    expect((await ed.request('GET', '/api/contacts')).headers['x-total-count']).toBe(
      String((await idsSeenBy(ed)).length),
    )
  })

  test('can add a person whom another member has, and the pair is listed for members with access to all', async () => {
    const fields = person({ email: `${randomUUID()}@example.com`, phone: '(512) 555-0147' })
    const first = await addedId(max, fields)
    const answer = await add(ed, fields)
    expect(answer.status).toBe(201)
    const second = (answer.json as Contact).id
    expect(JSON.stringify(answer.json)).not.toContain(first)
    expect((await add(ed, fields)).json).toMatchObject({ code: 'conflict', contactId: second })
    await app.queue.drain()
    const listed = async (member: Person) => (await member.request('GET', '/api/duplicates')).text
    expect(await listed(ann)).toContain(first)
    for (const member of [ed, max]) {
      expect(await listed(member)).not.toContain(first)
      expect(await listed(member)).not.toContain(second)
    }
    const rename = await ed.request('PATCH', `/api/contacts/${second}`, { city: 'Austin' })
    expect(rename.status).toBe(200)
  })

  test('adds a person once when two requests come at the same time', async () => {
    const fields = person({ email: `${randomUUID()}@example.com` })
    await addedId(max, fields)
    const answers = await Promise.all([add(ed, fields), add(ed, fields), add(ed, fields)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('gets the opt-outs of a person whom another member has', async () => {
    const fields = person({ email: `${randomUUID()}@example.com` })
    const theirs = await addedId(max, fields)
    await app.owner.run(`update contacts set opted_out_channels = '{email}' where id = $1`, [theirs])
    expect((await add(ed, fields)).json).toMatchObject({ optedOutChannels: ['email'] })
  })

  test('can import people whom another member has, and owns them', async () => {
    const fields = person({ email: `${randomUUID()}@example.com` })
    await addedId(max, fields)
    const csv = `First Name,Last Name,Email\n${fields.firstName},${fields.lastName},${(fields as { email?: string }).email}\n`
    const started = await ed.request('POST', '/api/contacts/import/csv?enrich=0', csv, {
      'content-type': 'text/csv',
      prefer: 'respond-async',
    })
    await app.queue.drain()
    const { importId } = started.json as { importId: string }
    const result = await ed.request('GET', `/api/imports/${importId}`)
    expect(result.json).toMatchObject({ status: 'done', imported: 1, skipped: 0 })
    const [id = ''] = await app.owner.column<string>('select id from contacts where import_id = $1', [
      importId,
    ])
    expect(await ownerOf(id)).toEqual({ ownerId: ed.userId, originId: ed.userId })
    expect((await max.request('GET', `/api/imports/${importId}`)).status).toBe(404)
  })

  test('deletes a contact with its traces in files, archives and conversations of others', async () => {
    const id = await addedId(ed, person())
    const archive = randomUUID()
    await app.owner.run(
      `insert into data_exports (organization_id, id, status, sha256, created_at, requested_by) values ($1, $2, 'ready', 'x', now(), $3)`,
      [ann.organizationId, archive, ann.userId],
    )
    const sid = await app.owner.value('select sid from sessions where user_id = $1 limit 1', [ann.userId])
    await app.owner.run(
      `insert into chat_messages (organization_id, sid, user_role, role, content, contact_ids)
       values ($1, $2, 'OWNER', 'assistant', 'About them', array[$3::uuid])`,
      [ann.organizationId, sid, id],
    )
    const counted = 'select contacts from organization_counters where organization_id = $1'
    const before = await app.owner.value<number>(counted, [ann.organizationId])
    expect((await ed.request('DELETE', `/api/contacts/${id}`)).status).toBe(204)
    expect(await app.owner.value('select status from data_exports where id = $1', [archive])).toBe('voided')
    expect(
      await app.owner.rows('select 1 from chat_messages where contact_ids && array[$1::uuid]', [id]),
    ).toEqual([])
    expect(await app.owner.value(counted, [ann.organizationId])).toBe(before - 1)
  })

  test('merges own contacts only, and undoes only their own merges', async () => {
    const [kept, other, hidden] = [
      await addedId(ed, person()),
      await addedId(ed, person()),
      // From the team, which Ann may give up.
      await addedId(ann, person()),
    ]
    await ann.request('PATCH', `/api/contacts/${hidden}/owner`, { to: max.userId })
    expect((await ed.request('POST', `/api/contacts/${kept}/merge`, { otherId: hidden })).status).toBe(404)
    expect((await ed.request('POST', `/api/contacts/${hidden}/merge`, { otherId: kept })).status).toBe(404)
    const merged = await ed.request('POST', `/api/contacts/${kept}/merge`, { otherId: other })
    expect(merged.status).toBe(200)
    const { mergeId } = merged.json as { mergeId: string }
    expect((await ed.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    const byAnn = await ann.request('POST', `/api/contacts/${kept}/merge`, { otherId: hidden })
    const { mergeId: annsMerge } = byAnn.json as { mergeId: string }
    expect((await ed.request('POST', `/api/merges/${annsMerge}/undo`)).status).toBe(403)
  })

  test('can’t change tags that others use', async () => {
    const { id } = (await ann.request('POST', '/api/tags', { name: randomUUID() })).json as Contact
    for (const [method, path, body] of [
      ['PATCH', `/api/tags/${id}`, { name: 'Mine' }],
      ['DELETE', `/api/tags/${id}`, undefined],
    ] as const)
      expect((await ed.request(method, path, body)).status).toBe(403)
  })

  test('can’t export contacts', async () => {
    expect((await ed.request('GET', '/api/contacts/export')).status).toBe(403)
  })

  test('gets live events about own contacts only', async () => {
    const [own, hidden] = [await addedId(ed, person()), await addedId(max, person())]
    await app.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.app.server.address() as AddressInfo
    const disconnect = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { cookie: ed.cookie },
      signal: disconnect.signal,
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (const id of [hidden, own])
      expect((await ann.request('PATCH', `/api/contacts/${id}`, { city: randomUUID() })).status).toBe(200)
    let received = ''
    while (!received.includes(own)) {
      const { value, done } = await reader.read()
      expect(done).toBe(false)
      received += value
    }
    disconnect.abort()
    expect(received).not.toContain(hidden)
  })

  test('follows a change of access at once', async () => {
    const hidden = await addedId(max, person())
    await app.owner.run(`update memberships set access = 'all' where user_id = $1`, [ed.userId])
    expect((await ed.request('GET', `/api/contacts/${hidden}`)).status).toBe(200)
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [ed.userId])
    expect((await ed.request('GET', `/api/contacts/${hidden}`)).status).toBe(404)
  })

  test('has an index by owner for each order of the list', async () => {
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, search, last_name_key, owner_id)
       select $1, 'Many', n::text, 'many', n::text, case when n % 100 = 0 then $2::uuid else $3::uuid end
         from generate_series(1, 20000) n`,
      [ann.organizationId, ed.userId, max.userId],
    )
    await app.owner.run('vacuum analyze contacts')
    const member = {
      organizationId: parseOrganizationId(ann.organizationId),
      userId: ed.userId,
      role: 'MEMBER',
      access: 'own',
    } as const
    const planOf = (sql: string) =>
      actAs(member, () =>
        app.db.tenant(member.organizationId, async (tx) =>
          (await tx.column<string>(`explain ${sql}`, [])).join(' '),
        ),
      )
    const own = `from contacts where organization_id = '${ann.organizationId}' and owner_id = '${ed.userId}'`
    for (const [order, index] of [
      ['score', 'contacts_owner'],
      ['chance', 'contacts_owner_chance'],
      ['name', 'contacts_owner_name'],
      ['enriched', 'contacts_owner_enriched'],
      ['task', 'contacts_owner_task'],
    ] as const) {
      const plan = await planOf(`select first_name ${own} order by ${orderSql(order)} limit 51`)
      expect([order, plan.includes(`using ${index} on`), /Sort/.test(plan)]).toEqual([order, true, false])
    }
  })
})
