import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactSummary } from '#contract/contacts.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
  await app.owner.run(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, move_chance,
                           enriched_at, top_signal)
     select $1, 'P' || n % 7, 'Name' || n % 5, ' person' || case when n % 2 = 0 then ' even' else '' end, 'name' || n % 5,
            nullif(n % 11, 3), case when n % 4 > 0 then (n % 9) / 90.0 + 0.1 end,
            case when n % 3 > 0 then timestamptz '2026-01-01 00:00:00.000001Z' + n % 6 * interval '1 microsecond' end,
            case when n <= 60 then 'debt'::nine_d_category end
       from generate_series(1, 330) n`,
    [ann.organizationId],
  )
  await app.owner.run('update organization_counters set contacts = 330 where organization_id = $1', [
    ann.organizationId,
  ])
  // As after an import: without statistics PostgreSQL reads all of them to find one.
  await app.owner.run('analyze contacts')
  // Every second contact gets a task; some due dates are equal, and some tasks have none.
  const { json } = await ann.request('GET', '/api/contacts?limit=200&search=even')
  for (const [n, { id }] of (json as ContactSummary[]).slice(0, 40).entries()) {
    const dueDate = n % 5 === 0 ? null : `2027-01-0${1 + (n % 4)}T00:00:00Z`
    const response = await ann.request('POST', '/api/tasks', { contactId: id, title: 'Call', dueDate })
    expect(response.status).toBe(201)
  }
})
afterAll(() => app.close())

const SORTS = ['score', 'chance', 'name', 'enriched', 'task'] as const

/** Follows the Link header to the end. */
async function listAllPages(query: string): Promise<ContactSummary[]> {
  const contacts: ContactSummary[] = []
  let next: string | undefined = `/api/contacts?${query}`
  while (next !== undefined) {
    const response = await ann.request('GET', next)
    expect(response.status).toBe(200)
    contacts.push(...(response.json as ContactSummary[]))
    next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
  }
  return contacts
}

/** Values that each order sorts by, ascending; missing ones come last. */
const SORT_VALUE: Record<(typeof SORTS)[number], (contact: ContactSummary) => number | string> = {
  score: ({ nineDScore }) => -(nineDScore ?? -1),
  chance: ({ moveChance }) => -(moveChance ?? -1),
  name: ({ lastName, firstName }) => `${lastName} ${firstName}`,
  enriched: ({ enrichedAt }) => -(enrichedAt ? Date.parse(enrichedAt) : 0),
  task: () => 0,
}

describe('A07 every order', () => {
  test.each(
    SORTS.flatMap((sort) =>
      [
        'limit=7',
        'limit=11&topSignal=debt',
        'limit=13&search=even',
        'limit=9&search=even&topSignal=debt',
      ].map((query) => [sort, query] as const),
    ),
  )(
    '%s, %s: lists each contact exactly once, in order, including ties and missing values',
    async (sort, query) => {
      const contacts = await listAllPages(`${query}&sort=${sort}`)
      const expected = (query.includes('debt') ? 60 : 330) / (query.includes('even') ? 2 : 1)
      expect([contacts.length, new Set(contacts.map(({ id }) => id)).size]).toEqual([expected, expected])
      const values = contacts.map(SORT_VALUE[sort])
      expect(values).toEqual([...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    },
  )

  test('sorts by the earliest open task, and moves the contact when it is done', async () => {
    const readDueDates = async () => {
      const contacts = (await listAllPages('limit=100&sort=task')).slice(0, 40)
      const rows = await app.owner.rows<{ contactId: string; due: string }>(
        `select contact_id, min(due_date) as due from tasks
          where organization_id = $1 and status <> 'completed' and due_date is not null group by 1`,
        [ann.organizationId],
      )
      const byId = new Map(rows.map(({ contactId, due }) => [contactId, due]))
      return { first: contacts, dates: contacts.map(({ id }) => byId.get(id) ?? 'later') }
    }
    const before = await readDueDates()
    expect(before.dates.filter((date) => date !== 'later')).toHaveLength(32)
    expect(before.dates).toEqual([...before.dates].sort())
    const [firstContact] = before.first
    const task = await app.owner.row<{ id: string }>('select id from tasks where contact_id = $1', [
      firstContact!.id,
    ])
    await ann.request('PATCH', `/api/tasks/${task!.id}`, { completed: true })
    const after = await readDueDates()
    expect(after.first.slice(0, 31).map(({ id }) => id)).not.toContain(firstContact!.id)
    expect(after.dates).toEqual([...after.dates].sort())
  })

  test('rejects the cursor of another order', async () => {
    const { headers } = await ann.request('GET', '/api/contacts?limit=5&sort=name')
    const next = /<([^>]+)>/.exec(String(headers.link))![1]!
    expect(next).toContain('sort=name')
    for (const sort of SORTS.filter((each) => each !== 'name')) {
      const { status } = await ann.request('GET', next.replace('sort=name', `sort=${sort}`))
      expect([sort, status]).toEqual([sort, 400])
    }
    expect((await ann.request('GET', next)).status).toBe(200)
  })
})

describe('A07 the export', () => {
  const dataLines = (text: string) => text.split('\r\n').slice(1, -1)
  const exportContacts = (person: Person, query = '') => person.request('GET', `/api/contacts/export${query}`)

  test('contains all, matching or selected contacts once, and starts with a byte order mark', async () => {
    const response = await exportContacts(ann)
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(response.headers['content-disposition']).toContain('contacts.csv')
    expect(response.text.startsWith('\uFEFFFirst Name,Last Name,Email')).toBe(true)
    expect(dataLines(response.text)).toHaveLength(330)
    expect(dataLines((await exportContacts(ann, '?search=even&topSignal=debt')).text)).toHaveLength(30)
    const ids = (await listAllPages('limit=3')).slice(0, 3).map(({ id }) => id)
    expect(dataLines((await exportContacts(ann, `?ids=${ids.join(',')}`)).text)).toHaveLength(3)
    const [{ details }] = (await app.owner.rows<{ details: object }>(
      `select details from audit_log where action = 'contacts.exported' order by created_at desc limit 1`,
    )) as [{ details: object }]
    expect(details).toEqual({ exported: 3, purpose: 'own', selected: true })
  })

  test('can be imported unchanged, contains no formulas, and excludes opted-out people for outreach', async () => {
    const bea = await app.subscriber('bea@example.com')
    const contacts = [
      { firstName: 'René', lastName: 'Ang-Ruiz', email: 'rene@example.com', phone: '+16305550142' },
      {
        firstName: '=cmd()',
        lastName: '@Sum',
        address: '-1 + 2',
        city: 'Oak;ville',
        state: null,
        zipCode: '01234',
      },
    ]
    for (const person of contacts) await bea.request('POST', '/api/contacts', person)
    await app.owner.run(
      `update contacts set do_not_contact = true where organization_id = $1 and last_name like 'Ang%'`,
      [bea.organizationId],
    )
    const { text } = await exportContacts(bea)
    expect(text).not.toMatch(/(^|[,\n])"?[=@+-]/m)
    expect(dataLines((await exportContacts(bea, '?purpose=outreach')).text)).toHaveLength(1)
    const cal = await app.subscriber('cal@example.com')
    const csv = { 'content-type': 'text/csv' }
    const response = await withJobsRunning(
      app,
      cal.request('POST', '/api/contacts/import/csv?enrich=0', text, csv),
    )
    expect(response.json).toMatchObject({ imported: 2, skipped: 0 })
    const columns = 'first_name, last_name, email, phone, address, city, zip_code'
    const readContacts = (person: Person) =>
      app.owner.rows(`select ${columns} from contacts where organization_id = $1 order by email`, [
        person.organizationId,
      ])
    expect((await readContacts(cal))[0]).toEqual((await readContacts(bea))[0])
  })

  test('is only for administrators, also after the subscription ended, and contains only their organization', async () => {
    const dan = await app.subscriber('dan@example.com')
    const member = await app.member('member@example.com', ann.organizationId, 'MEMBER')
    expect((await exportContacts(member)).status).toBe(403)
    const [foreignContact] = await listAllPages('limit=1')
    expect(dataLines((await exportContacts(dan, `?ids=${foreignContact!.id}`)).text)).toEqual([])
    expect((await exportContacts(dan, '?ids=nobody')).status).toBe(400)
    await app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
      dan.organizationId,
    ])
    expect((await exportContacts(dan)).status).toBe(200)
  })
})
