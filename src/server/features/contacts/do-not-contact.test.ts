import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactSort, ContactSummary } from '#contract/contacts.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
/** Thirty contacts with scores; every fifth is do not contact, and one refuses every single channel. */
const ids: string[] = []
const BLOCKED = [0, 5, 10, 15, 20, 25, 29]
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
  for (const index of BLOCKED.slice(0, -1)) await setPreference(ids[index], {})
  for (const channel of ['call', 'text', 'email', 'letter']) await setPreference(ids[29], { channel })
  await setPreference(ids[1], { channel: 'email' })
  await app.owner.run(
    `update contacts set nine_d_score = 90 - n, top_signal = case when n % 3 = 0 then 'debt'::nine_d_category end
       from (select id as numbered, row_number() over (order by created_at, id) as n from contacts) rows where id = numbered`,
  )
})
afterAll(() => app.close())

async function pages(query: string, limit = 4): Promise<{ ids: string[]; totals: string[] }> {
  const all: string[] = []
  const totals: string[] = []
  let url = `/api/contacts?limit=${limit}&${query}`
  do {
    const answer = await ann.request('GET', url)
    expect([answer.status, query]).toEqual([200, query])
    all.push(...(answer.json as ContactSummary[]).map(({ id }) => id))
    totals.push(String(answer.headers['x-total-count']))
    url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1] ?? ''
  } while (url)
  return { ids: all, totals }
}

describe('the list of people who can be contacted', () => {
  const blocked = () => new Set(BLOCKED.map((index) => ids[index]))
  const SORTS: ContactSort[] = ['score', 'chance', 'name', 'enriched', 'task']

  test.each(SORTS)('by %s has everyone else, page by page, with the count', async (sort) => {
    const whole = (await pages(`sort=${sort}`)).ids
    expect(whole).toHaveLength(30)
    for (const [filter, expected] of [
      ['doNotContact=false', whole.filter((id) => !blocked().has(id))],
      ['doNotContact=true', whole.filter((id) => blocked().has(id))],
    ] as const) {
      const found = await pages(`sort=${sort}&${filter}`)
      expect(found.ids).toEqual(expected)
      expect(new Set(found.totals)).toEqual(new Set([String(expected.length)]))
    }
  })

  test.each(SORTS)('by %s combines with a search and a signal', async (sort) => {
    for (const narrowed of ['search=odd', 'topSignal=debt', 'search=even&topSignal=debt', 'search=nobody']) {
      const whole = (await pages(`sort=${sort}&${narrowed}`)).ids
      const open = await pages(`sort=${sort}&${narrowed}&doNotContact=false`)
      expect(open.ids).toEqual(whole.filter((id) => !blocked().has(id)))
      expect(new Set(open.totals)).toEqual(new Set([String(open.ids.length)]))
      const closed = await pages(`sort=${sort}&${narrowed}&doNotContact=true`, 2)
      expect(closed.ids).toEqual(whole.filter((id) => blocked().has(id)))
    }
  })

  test('is used by bulk actions and saved views', async () => {
    const assigned = await ann.request('POST', '/api/contacts/bulk', {
      action: 'delete',
      matching: { doNotContact: true, search: 'nobody' },
    })
    expect([assigned.status, assigned.json]).toEqual([200, expect.objectContaining({ done: 0 })])
    const view = await ann.request('POST', '/api/views', {
      name: 'Callable',
      sort: 'score',
      doNotContact: false,
    })
    expect([view.status, view.json]).toEqual([201, expect.objectContaining({ doNotContact: false })])
  })

  test('rejects an unknown filter', async () => {
    expect((await ann.request('GET', '/api/contacts?doNotContact=maybe')).status).toBe(400)
  })
})

test('removes open automatic tasks with the last channel, one by one or by a merge', async () => {
  const add = async (firstName: string) => {
    const added = await ann.request('POST', '/api/contacts', { firstName, lastName: 'Bychannel' })
    return (added.json as ContactSummary).id
  }
  const refuse = async (id: string, ...channels: string[]) => {
    for (const channel of channels)
      await ann.request('PATCH', `/api/contacts/${id}/do-not-contact`, { doNotContact: true, channel })
  }
  const plan = (id: string) =>
    app.owner.run(
      `insert into tasks (organization_id, contact_id, title, metadata)
       values ($1, $2, 'Call', '{"autoGenerated": true}')`,
      [ann.organizationId, id],
    )
  const tasksOf = async (id: string) =>
    (await app.owner.rows('select id from tasks where contact_id = $1', [id])).length
  const [one, other] = [await add('One'), await add('Other')]
  await plan(one)
  await refuse(one, 'call', 'text')
  expect(await tasksOf(one)).toBe(1)
  await refuse(other, 'email', 'letter')
  await ann.request('POST', `/api/contacts/${one}/merge`, { otherId: other, fields: [] })
  expect(await tasksOf(one)).toBe(0)
  const single = await add('Single')
  await plan(single)
  await refuse(single, 'call', 'text', 'email', 'letter')
  expect(await tasksOf(single)).toBe(0)
  for (const id of [one, single]) await ann.request('DELETE', `/api/contacts/${id}`)
})

test('gives a person who refuses every channel no task or playbook, and suppresses them once deleted', async () => {
  const id = ids[29]
  const task = await ann.request('POST', '/api/tasks', { contactId: id, title: 'Call', priority: 'low' })
  expect(task.status).toBe(409)
  const suggested = await ann.request('GET', `/api/contacts/${id}/playbook-suggestions`)
  expect(JSON.stringify(suggested.json)).toContain('marked do not contact')
  const { json } = await ann.request('POST', '/api/contacts', {
    firstName: 'Si',
    lastName: 'Lent',
    email: 'si@lent.example',
  })
  const silent = json as ContactSummary
  for (const channel of ['call', 'text', 'email', 'letter']) {
    await ann.request('PATCH', `/api/contacts/${silent.id}/do-not-contact`, { doNotContact: true, channel })
  }
  await ann.request('DELETE', `/api/contacts/${silent.id}`)
  const again = { firstName: 'Si', lastName: 'Lent', email: 'si@lent.example' }
  expect((await ann.request('POST', '/api/contacts', again)).status).toBe(409)
})

describe('an export', () => {
  const lines = async (query = '') => {
    const { text } = await ann.request('GET', `/api/contacts/export${query}`)
    const [header = '', ...rest] = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
    const labels = header.split(',')
    return rest.map((line) => {
      const cells = line.split(',')
      return Object.fromEntries(labels.map((label, i) => [label, cells[i] ?? '']))
    })
  }

  test('flags do-not-contact people and refused channels', async () => {
    const all = await lines()
    expect(all).toHaveLength(30)
    const flagged = all.filter((line) => line['Do Not Contact'] === 'Yes').map((line) => line['First Name'])
    expect(flagged.sort()).toEqual(
      BLOCKED.slice(0, -1)
        .map((i) => `Person${i}`)
        .sort(),
    )
    expect(all.find((line) => line['First Name'] === 'Person1')).toMatchObject({
      'Do Not Email': 'Yes',
      'Do Not Call': '',
    })
    expect(all.find((line) => line['First Name'] === 'Person29')).toMatchObject({
      'Do Not Call': 'Yes',
      'Do Not Text': 'Yes',
      'Do Not Email': 'Yes',
      'Do Not Mail': 'Yes',
    })
  })

  test('for outreach leaves out people who refuse every channel', async () => {
    const names = (await lines('?purpose=outreach')).map((line) => line['First Name'])
    expect(names).toHaveLength(30 - BLOCKED.length)
    expect(names).toContain('Person1')
    for (const index of BLOCKED) expect(names).not.toContain(`Person${index}`)
  })

  test('has the columns of all alternates, also for a part of the contacts', async () => {
    const [part] = await lines(`?ids=${ids[4]}`)
    expect(part).toMatchObject({ 'Phone 2': '', 'Phone 2 - Type': '' })
    const [own] = await lines(`?ids=${ids[3]}`)
    expect(own).toMatchObject({ 'Phone 2': '(312) 555-0103', 'Phone 2 - Type': 'Home', Notes: "'=cmd" })
    expect(await lines('?doNotContact=true')).toHaveLength(BLOCKED.length)
  })
})
