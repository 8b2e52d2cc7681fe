import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactSort, ContactSummary } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
/** Thirty contacts with scores; every fifth is do not contact, and one opted out of every channel. */
const ids: string[] = []
const BLOCKED_INDEXES = [0, 5, 10, 15, 20, 25, 29]
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  for (let i = 0; i < 30; i++) {
    const { json } = await ann.request('POST', '/api/contacts', {
      firstName: `Person${i}`,
      lastName: i % 2 ? 'Odd' : 'Even',
      email: `person${i}@example.com`,
      phone: `63055501${i + 10}`,
      details: i === 3 ? { phones: [{ phone: '3125550103', kind: 'home' }] } : null,
    })
    ids.push((json as ContactSummary).id)
  }
  await ann.request('POST', `/api/contacts/${ids[3]}/notes`, { text: '=cmd' })
  const setPreference = (id: string | undefined, preference: object) =>
    ann.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true, ...preference })
  for (const index of BLOCKED_INDEXES.slice(0, -1)) await setPreference(ids[index], {})
  for (const channel of ['call', 'text', 'email', 'letter']) await setPreference(ids[29], { channel })
  await setPreference(ids[1], { channel: 'email' })
  await app.owner.run(
    `update contacts set nine_d_score = 90 - n, top_signal = case when n % 3 = 0 then 'debt'::nine_d_category end
       from (select id as numbered, row_number() over (order by created_at, id) as n from contacts) rows where id = numbered`,
  )
})
afterAll(() => app.close())

async function listAllPages(query: string, limit = 4): Promise<{ ids: string[]; totals: string[] }> {
  const allIds: string[] = []
  const totals: string[] = []
  let url = `/api/contacts?limit=${limit}&${query}`
  do {
    const response = await ann.request('GET', url)
    expect([response.status, query]).toEqual([200, query])
    allIds.push(...(response.json as ContactSummary[]).map(({ id }) => id))
    totals.push(String(response.headers['x-total-count']))
    url = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1] ?? ''
  } while (url)
  return { ids: allIds, totals }
}

describe('the list of people who can be contacted', () => {
  const blockedIds = () => new Set(BLOCKED_INDEXES.map((index) => ids[index]))
  const SORTS: ContactSort[] = ['score', 'chance', 'name', 'enriched', 'task']

  test.each(SORTS)('by %s excludes do-not-contact people from its pages and count', async (sort) => {
    const allIds = (await listAllPages(`sort=${sort}`)).ids
    expect(allIds).toHaveLength(30)
    for (const [filter, expected] of [
      ['doNotContact=false', allIds.filter((id) => !blockedIds().has(id))],
      ['doNotContact=true', allIds.filter((id) => blockedIds().has(id))],
    ] as const) {
      const pages = await listAllPages(`sort=${sort}&${filter}`)
      expect(pages.ids).toEqual(expected)
      expect(new Set(pages.totals)).toEqual(new Set([String(expected.length)]))
    }
  })

  test.each(SORTS)('by %s combines with a search and a signal', async (sort) => {
    for (const filter of ['search=odd', 'topSignal=debt', 'search=even&topSignal=debt', 'search=nobody']) {
      const allIds = (await listAllPages(`sort=${sort}&${filter}`)).ids
      const contactable = await listAllPages(`sort=${sort}&${filter}&doNotContact=false`)
      expect(contactable.ids).toEqual(allIds.filter((id) => !blockedIds().has(id)))
      expect(new Set(contactable.totals)).toEqual(new Set([String(contactable.ids.length)]))
      const blocked = await listAllPages(`sort=${sort}&${filter}&doNotContact=true`, 2)
      expect(blocked.ids).toEqual(allIds.filter((id) => blockedIds().has(id)))
    }
  })

  test('is used by bulk actions and saved views', async () => {
    const bulkResponse = await ann.request('POST', '/api/contacts/bulk', {
      action: 'delete',
      matching: { doNotContact: true, search: 'nobody' },
    })
    expect([bulkResponse.status, bulkResponse.json]).toEqual([200, expect.objectContaining({ done: 0 })])
    const viewResponse = await ann.request('POST', '/api/views', {
      name: 'Callable',
      sort: 'score',
      doNotContact: false,
    })
    expect([viewResponse.status, viewResponse.json]).toEqual([
      201,
      expect.objectContaining({ doNotContact: false }),
    ])
  })

  test('rejects an unknown filter', async () => {
    expect((await ann.request('GET', '/api/contacts?doNotContact=maybe')).status).toBe(400)
  })
})

test('removes open automatic tasks when the last channel is blocked, also by a merge', async () => {
  const addContact = async (firstName: string) => {
    const response = await ann.request('POST', '/api/contacts', { firstName, lastName: 'Bychannel' })
    return (response.json as ContactSummary).id
  }
  const optOut = async (id: string, ...channels: string[]) => {
    for (const channel of channels)
      await ann.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true, channel })
  }
  const addTask = (id: string) =>
    app.owner.run(
      `insert into tasks (organization_id, contact_id, title, metadata)
       values ($1, $2, 'Call', '{"autoGenerated": true}')`,
      [ann.organizationId, id],
    )
  const countTasks = async (id: string) =>
    (await app.owner.rows('select id from tasks where contact_id = $1', [id])).length
  const [keptId, otherId] = [await addContact('One'), await addContact('Other')]
  await addTask(keptId)
  await optOut(keptId, 'call', 'text')
  expect(await countTasks(keptId)).toBe(1)
  await optOut(otherId, 'email', 'letter')
  await ann.request('POST', `/api/contacts/${keptId}/merge`, { otherId, fields: [] })
  expect(await countTasks(keptId)).toBe(0)
  const singleId = await addContact('Single')
  await addTask(singleId)
  await optOut(singleId, 'call', 'text', 'email', 'letter')
  expect(await countTasks(singleId)).toBe(0)
  for (const id of [keptId, singleId]) await ann.request('DELETE', `/api/contacts/${id}`)
})

test('adds no task or playbook for a person who opted out of every channel, and suppresses them after deletion', async () => {
  const id = ids[29]
  const task = await ann.request('POST', '/api/tasks', { contactId: id, title: 'Call', priority: 'low' })
  expect(task.status).toBe(409)
  const suggestions = await ann.request('GET', `/api/contacts/${id}/playbook-suggestions`)
  expect(JSON.stringify(suggestions.json)).toContain('marked do not contact')
  const { json } = await ann.request('POST', '/api/contacts', {
    firstName: 'Si',
    lastName: 'Lent',
    email: 'si@lent.example',
  })
  const contact = json as ContactSummary
  for (const channel of ['call', 'text', 'email', 'letter']) {
    await ann.request('PATCH', `/api/contacts/${contact.id}/do-not-contact`, { doNotContact: true, channel })
  }
  await ann.request('DELETE', `/api/contacts/${contact.id}`)
  const duplicate = { firstName: 'Si', lastName: 'Lent', email: 'si@lent.example' }
  expect((await ann.request('POST', '/api/contacts', duplicate)).status).toBe(409)
})

describe('an export', () => {
  const readExport = async (query = '') => {
    const { text } = await ann.request('GET', `/api/contacts/export${query}`)
    const [header = '', ...dataLines] = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    const labels = header.split(',')
    return dataLines.map((line) => {
      const cells = line.split(',')
      return Object.fromEntries(labels.map((label, i) => [label, cells[i] ?? '']))
    })
  }

  test('marks do-not-contact people and opted-out channels', async () => {
    const rows = await readExport()
    expect(rows).toHaveLength(30)
    const flagged = rows.filter((line) => line['Do Not Contact'] === 'Yes').map((line) => line['First Name'])
    expect(flagged.sort()).toEqual(
      BLOCKED_INDEXES.slice(0, -1)
        .map((i) => `Person${i}`)
        .sort(),
    )
    expect(rows.find((line) => line['First Name'] === 'Person1')).toMatchObject({
      'Do Not Email': 'Yes',
      'Do Not Call': '',
    })
    expect(rows.find((line) => line['First Name'] === 'Person29')).toMatchObject({
      'Do Not Call': 'Yes',
      'Do Not Text': 'Yes',
      'Do Not Email': 'Yes',
      'Do Not Mail': 'Yes',
    })
  })

  test('for outreach excludes people who opted out of every channel', async () => {
    const names = (await readExport('?purpose=outreach')).map((line) => line['First Name'])
    expect(names).toHaveLength(30 - BLOCKED_INDEXES.length)
    expect(names).toContain('Person1')
    for (const index of BLOCKED_INDEXES) expect(names).not.toContain(`Person${index}`)
  })

  test('has columns for all alternates, also for a selection of contacts', async () => {
    const [row] = await readExport(`?ids=${ids[4]}`)
    expect(row).toMatchObject({ 'Phone 2': '', 'Phone 2 - Type': '' })
    const [rowWithAlternates] = await readExport(`?ids=${ids[3]}`)
    expect(rowWithAlternates).toMatchObject({
      'Phone 2': '(312) 555-0103',
      'Phone 2 - Type': 'Home',
      Notes: "'=cmd",
    })
    expect(await readExport('?doNotContact=true')).toHaveLength(BLOCKED_INDEXES.length)
  })
})
